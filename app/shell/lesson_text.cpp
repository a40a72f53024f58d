// Runs one task for each lesson that was opened for reading.
#include "app/shell/lesson_text.h"

#include "app/format.h"
#include "lab/requests/prose.h"

namespace app {

std::string raised(const std::string& text) {
    std::string made;
    bool code = false;  // what is typed stays as it is
    for (std::size_t at = 0; at < text.size(); ++at) {
        code ^= text[at] == '`';
        const auto digit = [&](std::size_t i) {
            return i < text.size() && text[i] >= '0' && text[i] <= '9';
        };
        if (code || text[at] != '^' || at == 0 || !digit(at - 1) || !digit(at + 1)) {
            made += text[at];
            continue;
        }
        std::int64_t exponent = 0;
        while (digit(at + 1)) exponent = exponent * 10 + (text[++at] - '0');
        made += superscript(exponent);
    }
    return made;
}

namespace {

std::vector<MarkdownBlock> make(const lab::Lesson& lesson) {
    const auto text = lab::prose_of(lesson);
    if (!text) return {{MarkdownBlock::Kind::paragraph, text.problem().message}};
    return read_markdown(raised(lab::filled(*text)));
}

}  // namespace

const std::vector<MarkdownBlock>* LessonText::blocks(const lab::Lesson& lesson) {
    return texts_.of(lesson, [&lesson] { return make(lesson); });
}

}  // namespace app
