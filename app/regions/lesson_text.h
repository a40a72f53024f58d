// The text of the lesson that is open, its numbers filled in by runs: read and run behind the
// window, since that takes longer than a frame.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <string>
#include <vector>

#include "app/regions/markdown.h"
#include "lab/lesson.h"

namespace app {

class LessonText {
public:
    /// `wake` is called when a text is ready; without it texts are made at once.
    explicit LessonText(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    /// The blocks of the lesson's text; nullptr while they are being made.
    const std::vector<MarkdownBlock>* blocks(const lab::Lesson& lesson);

private:
    using Blocks = std::vector<MarkdownBlock>;
    std::function<void()> wake_;
    std::map<const lab::Lesson*, Blocks> ready_;
    std::map<const lab::Lesson*, std::future<Blocks>> coming_;
};

}  // namespace app
