// The text of the open lesson, with numbers from runs. A thread reads it and runs the kernels,
// since that takes longer than a frame.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/shell/later.h"
#include "app/widgets/markdown.h"
#include "lab/lesson.h"

namespace app {

/// "2^24" with superscript digits, as in books; not between the marks of `code`.
std::string raised(const std::string& text);

class LessonText {
public:
    /// `wake` is called when a text is ready. Without it, or without threads, texts are made at
    /// once.
    explicit LessonText(std::function<void()> wake = {}) : texts_(std::move(wake)) {}

    /// The blocks of a lesson's text; nullptr while they are being made.
    const std::vector<MarkdownBlock>* blocks(const lab::Lesson& lesson);

private:
    Later<lab::Lesson, std::vector<MarkdownBlock>> texts_;
};

}  // namespace app
