// "Under the roofs": the card "Roofline" enlarged, for ladders whose kernels differ in operations
// per byte. Registers itself as "roof".
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "app/views/roof/roofline_chart.h"
#include "app/views/roof/roofline_words.h"
#include "app/views/rungs.h"

namespace app::roof_view {
namespace {

const View& card() { return *find_view("roofline"); }

double flop_a_byte(const lab::Settings& settings) {
    return settings.subject->flops(settings) / settings.subject->bytes(settings);
}

// Two digits: 0.083.
std::string operations(const lab::Settings& settings) {
    const double value = flop_a_byte(settings);
    return value < 10 ? shortest(value, 2) : grouped(std::llround(value));
}

std::string claim(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!differ_in_work(settings)) return "";
    return operations(settings) + " operations a byte";
}

// Where the launch itself takes the time, no roof limits the dot.
std::string launch_words(const DrawContext& context) {
    const RooflineChart chart = roofline_chart(context);
    const auto dot = std::ranges::find(chart.dots, chart.settings.rung, &RooflineDot::rung);
    const std::string floor = dot == chart.dots.end() ? "" : floor_words(chart, *dot);
    return floor.empty() ? "" : "It took *" + floor + "*. The launch limits this dot, not a roof.";
}

std::string sentence(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!differ_in_work(settings)) return "";
    if (const std::string launch = launch_words(context); !launch.empty()) return launch;
    return fmt::format(
        "Each dot is a kernel. The place of this dot to the right shows its *{}* operations a "
        "byte. Its height shows what it computes in a second. A multiply-add is two operations.",
        operations(settings));
}

Badge badge(const DrawContext& context) { return card().words.badge(context); }

const RegisterView registered{
    {.id = "roof",
     .title = "Under the roofs",
     .slot = Slot::memory,
     .order = 11,
     .fits = [](const lab::Run& run) { return differ_in_work(run.request.settings); },
     .draw = [](Canvas& canvas, const DrawContext& context,
                Rect area) { card().draw(canvas, context, area); },
     .words = {.claim = claim,
               .sentence = sentence,
               .note =
                   [](const DrawContext& context) { return card().words.note(context).whole(); },
               .note_has_size = true,
               .badge = badge},
     .pointing = {.spot = [](const Canvas& canvas, const DrawContext& context, Rect area,
                             Point mouse) {
         return card().pointing.spot(canvas, context, area, mouse);
     }}}};

}  // namespace
}  // namespace app::roof_view
