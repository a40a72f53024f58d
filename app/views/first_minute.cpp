// The first minute: one thread, the 32 of a warp, the warps of a block, the blocks on a GPU, of the
// launch as it was asked for. The steps of the run uncover it one part after the other.
#include <algorithm>
#include <array>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/first_minute_figures.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app {
namespace {

using simulator::warp_size;

// The first steps uncover it; with fewer steps, more at once.
int uncovered(const lab::Run& run, int step) {
    const int steps = static_cast<int>(run.steps.size());
    return std::clamp(step + 1 + std::max(0, minute_parts - steps), 1, minute_parts);
}

// The number of the thread among all, of those that stand above: in names, then in figures.
void draw_index(Canvas& canvas, const MinuteScene& scene, Rect& box, float line,
                const TextStyle& code) {
    const std::string block = std::to_string(scene.block), thread = std::to_string(scene.thread()),
                      wide = std::to_string(scene.block_shape.count()),
                      all = std::to_string(scene.block * scene.block_shape.count() +
                                           static_cast<std::uint64_t>(scene.thread()));
    const std::string name = scene.index + " = ";
    TextStyle bold = code;
    bold.font = Font::mono_bold;
    text_fitting(canvas, {box.x, box.y + line * .55f}, box.w, code,
                 {name + "blockIdx·blockDim + threadIdx"});
    text_fitting(canvas, {box.x, box.y + line * 1.35f}, box.w, bold,
                 {name + block + "·" + wide + " + " + thread + " = " + all, name + all});
    box.cut_top(line * 1.9f);
}

struct Shape {
    simulator::Dim3 grid, block;
};

// Of the first launch as it was asked for: none of this needs a run, and what was counted may be
// of a smaller size.
Shape shape_of(const DrawContext& context) {
    const lab::Settings& asked = context.result.request.settings;
    if (asked.subject && !context.series.refuses(asked))
        for (const lab::PlanStep& step : lab::plan_of(asked).steps)
            if (const auto* launch = std::get_if<lab::Launch>(&step))
                return {launch->size.grid, launch->size.block};
    const lab::Run* counted = context.result.counted.get();
    const bool whole = counted && !counted->launches.empty();
    const lab::LaunchRecord& launch = (whole ? *counted : *context.result.picture).launches.front();
    return {launch.grid, launch.block};
}

// The statement that works, as it stands in the source; empty where it goes over several lines.
std::string statement_of(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const std::string line = settings.subject ? lab::rung_of(settings).line : "";
    const std::size_t found = line.empty() ? line.npos : run.source_text.find(line);
    if (found == line.npos) return "";
    const std::size_t end = run.source_text.find('\n', found),
                      begin = run.source_text.rfind('\n', found) + 1;
    std::string text = run.source_text.substr(begin, end - begin);
    text.erase(0, text.find_first_not_of(" \t"));
    return text.ends_with(';') ? text : "";
}

// "i", where the line that works takes its places by the thread's number among all.
std::string index_of(const lab::Run& run, const std::string& line) {
    constexpr std::string_view number = " = blockIdx.x * blockDim.x + threadIdx.x";
    const std::size_t found = run.source_text.find(number);
    if (found == run.source_text.npos) return "";
    const std::size_t begin = run.source_text.rfind(' ', found - 1) + 1;
    const std::string name = run.source_text.substr(begin, found - begin);
    return line.find("[" + name + "]") == line.npos ? "" : name;
}

MinuteScene scene_of(const DrawContext& context) {
    MinuteScene scene;
    const lab::Run& run = *context.result.picture;
    if (run.launches.empty()) return scene;
    const Shape launch = shape_of(context);
    scene.block_shape = launch.block, scene.grid_shape = launch.grid;
    scene.threads = static_cast<int>(launch.block.count());
    scene.warps = (scene.threads + warp_size - 1) / warp_size;
    scene.warp = std::clamp(context.cursor.warp, 0, std::max(0, scene.warps - 1));
    const int there = scene.lanes_of(scene.warp);
    scene.lane = std::clamp(context.cursor.lane, 0, std::max(0, there - 1));
    scene.blocks = launch.grid.count();
    if (run.trace && !run.trace->watched.empty()) scene.block = run.trace->watched.front();
    scene.shown = uncovered(run, context.cursor.step);
    scene.dealt = dealt_blocks(scene.blocks, launch.block.count());
    scene.line = statement_of(run);
    scene.index = index_of(run, scene.line);
    return scene;
}

std::string number(std::uint64_t value) { return grouped(static_cast<std::int64_t>(value)); }

MinuteWords gpu_words(const MinuteScene& scene) {
    const std::uint64_t room = scene.dealt.room(), left = scene.blocks - room;
    const std::string blocks = plural(static_cast<std::int64_t>(scene.blocks), "block");
    std::string words = "Each block stays on one of the " +
                        std::to_string(scene.dealt.multiprocessors) + " multiprocessors of an " +
                        short_device(scene.dealt.card) + ". By a formula, ";
    words += left == 0 ? "all have room at once."
                       : number(room) + " have room at once, " + number(left) + " wait.";
    return {"The GPU runs " + blocks, words,
            left == 0 ? blocks + ", all at once" : number(room) + " at once"};
}

std::array<MinuteWords, minute_parts> words_of(const MinuteScene& scene) {
    const std::string warps = plural(scene.warps, "warp"),
                      threads = plural(scene.threads, "thread");
    return {
        {{"A thread", "One run of the kernel's code. These numbers tell it from all others.",
          "runs the code once"},
         {"A warp",
          "32 threads that run each instruction together. Ours is lane " +
              std::to_string(scene.lane) + " of them.",
          "32 threads in step"},
         {"A block",
          warps + ", " + threads + ", that share memory and wait for each other. Ours is in warp " +
              std::to_string(scene.warp) + ".",
          warps + " share memory"},
         gpu_words(scene)}};
}

// A number in a disc, then the title: "4 096 blocks" is not to be read as more than it is.
void draw_title(Canvas& canvas, int part, const MinuteWords& words, bool shown, Rect head,
                const Metrics& m) {
    const float radius = m.body * .72f;
    const Point middle{head.x + radius, head.middle_y()};
    const Colour colour = shown ? Role::text : Role::text3;
    canvas.circle(middle, radius, shown ? Role::raised : Role::sunk);
    canvas.text(middle, std::to_string(part + 1),
                {Font::semibold, m.small, shown ? Role::accent_text : Role::text3, Align::centre});
    const float taken = radius * 2 + m.px(9);
    const std::size_t and_more = words.title.find(" runs ");
    text_fitting(canvas, {head.x + taken, head.middle_y()}, head.w - taken,
                 {Font::semibold, m.body, colour}, {words.title, words.title.substr(0, and_more)});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    if (!context.result.picture || context.result.picture->launches.empty())
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

// A lane of the warp, or a warp of the block.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    if (!context.result.picture || context.result.picture->launches.empty()) return false;
    const MinuteScene scene = scene_of(context);
    const MinutePlaces places = minute_places(area, context.metrics, words_of(scene));
    if (const int lane = minute_lane_at(scene, places, at); lane >= 0)
        return cursor.lane = lane, true;
    if (const int warp = minute_warp_at(scene, places, context.metrics, at); warp >= 0)
        return cursor.warp = warp, true;
    return false;
}

std::string claim_now(const DrawContext&) { return "From a thread to the GPU"; }

std::string sentence_now(const DrawContext& context) {
    const MinuteScene scene = scene_of(context);
    if (scene.threads == 0) return "";
    const std::string thread = "*Thread " + std::to_string(scene.thread()) + "*",
                      lane = "*lane " + std::to_string(scene.lane) + "*",
                      warp = "*warp " + std::to_string(scene.warp) + "*";
    const std::string all = number(scene.blocks * std::uint64_t(scene.threads));
    switch (scene.shown) {
        case 1: return thread + " is one of many that run this kernel. Step on: who is beside it?";
        case 2: return thread + " is " + lane + " of its warp. Step on: where does its warp stand?";
        case 3:
            return "Its warp is " + warp + ", one of " + std::to_string(scene.warps) +
                   " in the block. Step on: where does the block run?";
        default:
            return thread + " is " + lane + " of " + warp + " of *block " + number(scene.block) +
                   "*, one of " + all +
                   " threads of this launch. Each picture is what is lit in "
                   "the next one.";
    }
}

// Whose block it is, of the launch that all of this speaks of.
std::string note(const DrawContext& context) {
    const MinuteScene scene = scene_of(context);
    if (scene.blocks <= 1) return "one block";
    return "block " + number(scene.block) + " of " + number(scene.blocks);
}

// It opens whole.
double weight(const lab::Run& run, int step) {
    return uncovered(run, step) == minute_parts ? 1 : 0;
}

bool fits(const lab::Run& run) { return !run.launches.empty() && !run.steps.empty(); }

const RegisterView registered{{.id = "first_minute",
                               .title = "First minute",
                               .slot = Slot::thread,
                               .fits = fits,
                               .claim_now = claim_now,
                               .sentence_now = sentence_now,
                               .draw = draw,
                               .click = click,
                               .order = 9,
                               .note = note,
                               .weight = weight,
                               .weighs = "at which the picture is whole"}};

}  // namespace

void draw_minute_code(Canvas& canvas, const MinuteScene& scene, Rect box, float line,
                      const Metrics& m) {
    if (scene.line.empty() || box.h < line) return;
    const float size = std::clamp(line * .42f, m.small, m.h2);
    const std::string longest =
        scene.index.empty() ? scene.line : scene.index + " = blockIdx·blockDim + threadIdx";
    TextStyle code = mono_style(size * .95f, Role::text, Font::mono_medium);
    if (std::max(canvas.width(scene.line, code), canvas.width(longest, code)) > box.w)
        code.size = m.small * .9f;
    if (canvas.width(scene.line, code) > box.w) return;
    canvas.fill({box.x, box.y + line * .2f, box.w, 1}, Role::line);
    box.cut_top(line * .3f);
    if (!scene.index.empty() && box.h >= 2.9f * line && scene.block_shape.y == 1)
        draw_index(canvas, scene, box, line, code);
    canvas.text({box.x, box.y + line * .65f}, scene.line, code);
}

}  // namespace app
