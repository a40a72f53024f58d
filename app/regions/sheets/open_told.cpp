// See open_told.h.
#include "app/regions/sheets/open_told.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/draw/canvas.h"

namespace app {
namespace {

// Problems use the command line's flags; here fields replace the flags.
std::string of_fields(std::string words) {
    constexpr std::pair<std::string_view, std::string_view> fields[] = {
        {"--arg ", ""},           {"--set ", ""},      {"--grid", "The grid"},
        {"--block", "The block"}, {" (--kernel)", ""}, {"--shared", "Shared bytes"}};
    for (const auto& [flag, field] : fields)
        for (std::size_t at = words.find(flag); at != words.npos; at = words.find(flag))
            words.replace(at, flag.size(), field);
    return words;
}

}  // namespace

OpenTold told_of(const Ui& ui, const OwnKernel::Draft& draft, float width) {
    width -= ui.metrics.px(190 + 28);
    if (!draft.problem.empty())
        return {of_fields(draft.problem), {Font::medium, ui.metrics.small, Role::bad}, width};
    const std::string reached = draft.reached();
    return {
        "All of it was guessed from the kernel: change what is to differ. An array is "
        "`type[count]=` and zeros, ones, iota, random:SEED, none or @FILE." +
            (reached.empty() ? "" : " " + reached),
        {Font::regular, ui.metrics.small, Role::text3},
        width};
}

float foot_height(const Ui& ui, const OpenTold& told) {
    return std::max(ui.metrics.button,
                    paragraph_height(ui.canvas, told.width, told.words, told.style));
}

}  // namespace app
