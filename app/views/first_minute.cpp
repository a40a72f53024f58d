// The view "First minute", of the launch as requested: one thread, its warp of 32, the warps of its
// block, the blocks on a GPU. The run's steps uncover one part after the other.
#include <algorithm>
#include <array>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/cell_names.h"
#include "app/views/first_minute_figures.h"
#include "app/views/first_minute_thread.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "app/views/rungs.h"
#include "lab/subject.h"
#include "lab/words.h"

namespace app {
namespace {

using simulator::warp_size;

// Number of uncovered parts, one more at each step; a run with few steps begins with several.
int uncovered(const lab::Run& run, int step) {
    const int steps = static_cast<int>(run.steps.size());
    return std::clamp(step + 1 + std::max(0, minute_parts - steps), 1, minute_parts);
}

struct Shape {
    simulator::Dim3 grid, block;
};

// The launches that a run counts, without those that only prepare.
std::vector<const lab::Launch*> counted_launches(const lab::Plan& plan) {
    std::vector<const lab::Launch*> all;
    for (const lab::PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step); launch && launch->timed)
            all.push_back(launch);
    return all;
}

// The launch in `asked` that is the same one of its kernel (the second, say); nullptr for none.
const lab::Launch* alike(const std::vector<const lab::Launch*>& asked,
                         const std::vector<const lab::Launch*>& drawn, std::size_t launch) {
    const auto of_it = [&](const lab::Launch* one) { return one->kernel == drawn[launch]->kernel; };
    auto before = std::count_if(drawn.begin(), drawn.begin() + std::ptrdiff_t(launch), of_it);
    for (const lab::Launch* one : asked)
        if (of_it(one) && before-- == 0) return one;
    return nullptr;
}

// The requested shape of a launch: the drawn run may have a smaller size.
Shape shape_of(const DrawContext& context, std::size_t launch) {
    const lab::Run& run = context.picture();
    const lab::Settings& asked = context.result.request.settings;
    if (asked.subject && !context.series.refuses(asked)) {
        const lab::Settings& settings = run.request.settings;
        const lab::Plan plan = lab::plan_of(asked),
                        drawn = settings.subject ? lab::plan_of(settings) : plan;
        const auto there = counted_launches(plan), here = counted_launches(drawn);
        const lab::Launch* one = launch < here.size() ? alike(there, here, launch) : nullptr;
        if (one) return {one->size.grid, one->size.block};
    }
    const lab::Run* counted = context.result.counted.get();
    const bool whole = counted && launch < counted->launches.size();
    const lab::LaunchRecord& record = (whole ? *counted : run).launches[launch];
    return {record.grid, record.block};
}

// The statement that does the work, as in the source; empty where it spans several lines.
std::string statement_of(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const std::string line = settings.subject ? lab::rung_of(settings).line : "";
    const std::string text = source_line(run, lab::line_with(run.source_text, line));
    return text.ends_with(';') ? text : "";
}

MinuteScene scene_of(const DrawContext& context) {
    MinuteScene scene;
    const lab::Run& run = context.picture();
    if (run.launches.empty()) return scene;
    const auto number =
        std::min(run.launches.size() - 1, static_cast<std::size_t>(launch_at(run, context.cursor)));
    const Shape launch = shape_of(context, number);
    scene.block_shape = launch.block, scene.grid_shape = launch.grid;
    scene.threads = static_cast<int>(launch.block.count());
    scene.warps = (scene.threads + warp_size - 1) / warp_size;
    scene.warp = std::clamp(context.cursor.warp, 0, std::max(0, scene.warps - 1));
    const int there = scene.lanes_of(scene.warp);
    scene.lane = std::clamp(context.cursor.lane, 0, std::max(0, there - 1));
    scene.blocks = launch.grid.count();
    if (run.trace && !run.trace->watched.empty()) scene.block = run.trace->watched.front();
    scene.shown = uncovered(run, context.cursor.step);
    scene.dealt = dealt_blocks(scene.blocks, run, static_cast<int>(number));
    scene.line = statement_of(run);
    scene.indices = thread_indices(run.source_text, run.launches[number].kernel);
    return scene;
}

MinuteWords gpu_words(const MinuteScene& scene) {
    const std::uint64_t room = scene.dealt.room(), left = scene.blocks - room;
    const std::string blocks = plural(scene.blocks, "block");
    std::string words = "Each block stays on one of the " +
                        std::to_string(scene.dealt.multiprocessors) + " multiprocessors of an " +
                        short_device(scene.dealt.card) + ". *Modelled:* ";
    words += left == 0 ? "all fit at once."
                       : grouped(room) + " fit at once, " + grouped(left) + " wait.";
    return {"The GPU runs " + blocks, words,
            left == 0 ? "modelled: all at once" : "modelled: " + grouped(room) + " at once", 0,
            "The GPU"};
}

std::array<MinuteWords, minute_parts> words_of(const MinuteScene& scene) {
    const std::string warps = plural(scene.warps, "warp"),
                      threads = plural(scene.threads, "thread");
    std::size_t letters = 0;
    for (const MinuteRegister& one : minute_registers(scene))
        letters = std::max(letters, one.name.size() + 1 + one.value.size());
    return {
        {{"A thread", "One run of the kernel's code. These numbers tell it from all others.",
          "runs the code once", letters},
         {"A warp",
          "32 threads that run each instruction together. Ours is lane " +
              std::to_string(scene.lane) + " of them.",
          "32 threads in step"},
         {"A block",
          warps + ", " + threads + ", that share memory and wait for each other. Ours is in warp " +
              std::to_string(scene.warp) + ".",
          warps + (scene.warps == 1 ? " shares memory" : " share memory")},
         gpu_words(scene)}};
}

// A "Modelled" tag for the figure that comes from a formula, as the picture's own tag says Counted.
float draw_modelled(Canvas& canvas, Rect head, const Metrics& m) {
    const TextStyle style = micro_style(m, Role::text2);
    const float w = canvas.width("Modelled", style) + m.micro * 2.4f, h = m.micro * 1.7f;
    const Rect tag{head.right() - w, head.middle_y() - h / 2, w, h};
    canvas.dashed_outline(tag, Role::text3, 0, 1.25f);
    icon::tilde(canvas, {tag.x + m.micro * 1.05f, tag.middle_y()}, m.micro * .9f, Role::text);
    canvas.text({tag.x + m.micro * 1.9f, tag.middle_y()}, "Modelled", style);
    return w + m.px(10);
}

// The part's number in a disc, then the title: "4 096 blocks" must not read as "44 096 blocks".
void draw_title(Canvas& canvas, int part, const MinuteWords& words, bool shown, Rect head,
                const Metrics& m) {
    const float radius = m.body * .72f;
    const Point middle{head.x + radius, head.middle_y()};
    const TextStyle style{Font::semibold, m.body, shown ? Role::text : Role::text3};
    // Where both do not fit, the words stand without the disc.
    const float disc = radius * 2 + m.px(9),
                taken = disc + canvas.width(words.name(), style) <= head.w ? disc : 0;
    if (taken > 0) {
        canvas.circle(middle, radius, shown ? Role::raised : Role::sunk);
        canvas.text(
            middle, std::to_string(part + 1),
            {Font::semibold, m.small, shown ? Role::accent_text : Role::text3, Align::centre});
    }
    const float tag = canvas.width("Modelled", micro_style(m)) + m.micro * 2.4f + m.px(10);
    const bool tagged = shown && part + 1 == minute_parts &&
                        taken + canvas.width(words.title, style) + tag < head.w;
    if (tagged) head.w -= draw_modelled(canvas, head, m);
    text_fitting(canvas, {head.x + taken, head.middle_y()}, head.w - taken, style,
                 {words.title, words.name()});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    if (context.picture().launches.empty())
        return nothing(canvas, area, "No kernel was launched.", m);
    if (area.w < m.px(120) || area.h < m.px(70))
        return nothing(canvas, area, "A thread, its warp, its block.", m);
    const MinuteScene scene = scene_of(context);
    const auto words = words_of(scene);
    const MinutePlaces places = minute_places(area, m, words);
    for (int part = 0; part < minute_parts; ++part) {
        const auto at = static_cast<std::size_t>(part);
        const bool shown = part < scene.shown;
        draw_title(canvas, part, words[at], shown, places.title[at], m);
        if (shown && places.words[at].h > 0)
            paragraph_fitting(canvas, places.words[at],
                              places.brief ? words[at].brief : words[at].words, small_style(m),
                              1.4f);
    }
    draw_minute(canvas, scene, places, m);
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    if (context.picture().launches.empty()) return false;
    const MinuteScene scene = scene_of(context);
    const MinutePlaces places = minute_places(area, context.metrics, words_of(scene));
    if (const int lane = minute_lane_at(scene, places, at); lane >= 0)
        return cursor.lane = lane, true;
    if (const int warp = minute_warp_at(scene, places, context.metrics, at); warp >= 0)
        return cursor.warp = warp, true;
    return false;
}

std::string claim(const DrawContext&) { return "From a thread to the GPU"; }

std::string sentence(const DrawContext& context) {
    const MinuteScene scene = scene_of(context);
    if (scene.threads == 0) return "";
    const std::string thread = "*Thread " + std::to_string(scene.thread()) + "*",
                      lane = "*lane " + std::to_string(scene.lane) + "*",
                      warp = "*warp " + std::to_string(scene.warp) + "*";
    const std::string all = grouped(scene.blocks * std::uint64_t(scene.threads));
    switch (scene.shown) {
        case 1:
            return thread +
                   " is one of many that run this kernel. Step on: which threads run with it?";
        case 2:
            return thread + " is " + lane +
                   " of its warp. Step on: where in the block is its warp?";
        case 3:
            return "Its warp is " + warp + ", one of " + std::to_string(scene.warps) +
                   " in the block. Step on: where does the block run?";
        default:
            return thread + " is " + lane + " of " + warp + " of *block " + grouped(scene.block) +
                   "*, one of " + all +
                   " threads of this launch. Each picture is the lit part of "
                   "the next one.";
    }
}

// The block that the figures follow, among those of the requested launch.
std::string note(const DrawContext& context) {
    const MinuteScene scene = scene_of(context);
    if (scene.blocks <= 1) return "one block";
    return block_among(scene.block, scene.blocks);
}

// The view opens at a step where all parts are uncovered.
double weight(const lab::Run& run, int step) {
    return uncovered(run, step) == minute_parts ? 1 : 0;
}

bool fits(const lab::Run& run) { return !run.launches.empty() && !run.steps.empty(); }

const RegisterView registered{
    {.id = "first_minute",
     .title = "First minute",
     .slot = Slot::thread,
     .order = 9,
     .fits = fits,
     .introduces = true,
     .draw = draw,
     .words = {.claim = claim, .sentence = sentence, .note = note, .note_has_size = true},
     .pointing = {.click = click},
     .interest = {.weight = weight, .words = "at which the picture is whole"}}};

}  // namespace
}  // namespace app
