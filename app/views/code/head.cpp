// Draws the head of the code pane. See head.h.
#include "app/views/code/head.h"

#include "app/instantiation.h"
#include "app/views/marks.h"

namespace app {

const std::string& instantiation_of(const lab::Run& run, int launch, const CodeText& text) {
    struct Words {
        std::string words;
    };
    return run
        .derived(launch,
                 [&] {
                     const auto at = static_cast<std::size_t>(launch);
                     return Words{at < run.launches.size()
                                      ? instantiation_words(run.launches[at].kernel, text.lines)
                                      : ""};
                 })
        .words;
}

void draw_says_of_code(Canvas& canvas, Rect head, const std::string& says, const std::string& size,
                       const Metrics& metrics) {
    const TextStyle style = mono_style(metrics.micro, Role::text2, Font::mono);
    const float y = head.middle_y();
    if (!says.empty() && text_fitting(canvas, {head.x, y}, head.w, style, {says}) > 0)
        head.cut_left(canvas.width(says, style) + metrics.px(12));
    if (!size.empty())
        text_fitting(canvas, {head.x, y}, head.w, micro_style(metrics), {size, "as drawn"});
}

}  // namespace app
