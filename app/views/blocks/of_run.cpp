// Words about blocks of a run. See of_run.h.
#include "app/views/blocks/of_run.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/format.h"
#include "app/views/blocks/asked_draw.h"
#include "app/views/blocks/words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"
#include "lab/opening/opening.h"
#include "lab/words.h"

namespace app {

using simulator::BlocksOverTime;
using simulator::BlockTimes;
using simulator::LaunchTimes;
using simulator::Phase;

int launch_of(const BlocksOverTime& times, const BlockPlace& now) {
    return std::clamp(now.launch, 0, static_cast<int>(times.launches.size()) - 1);
}

namespace {

AskedNow asked_now(const ShownBlocks& shown, const LaunchTimes& launch, const BlockPlace& now) {
    const lab::Settings& settings = shown.run->request.settings;
    const LookBackWords words = look_back_words(settings);
    return {launch, words, lab::feature<lab::LookBack>(settings), told_of(launch, words, now.block),
            now.step};
}

// For blocks that look back and never wait: how many blocks one of them asks, in the current launch
// or the first with a question. The ledger counts a first look as a round of waiting too, so the
// claim does not say that no block waits.
std::string asking_claim(const ShownBlocks& shown, const BlockPlace& now) {
    const lab::Settings& settings = shown.run->request.settings;
    const LookBackWords words = look_back_words(settings);
    if (!words || longest_wait(*shown.times).steps > 0) return blocks_claim(*shown.times, settings);
    auto launch = shown.times->launches.begin() + launch_of(*shown.times, now);
    if (!anybody_asks(*launch, words))
        launch = std::ranges::find_if(shown.times->launches, [&](const LaunchTimes& one) {
            return anybody_asks(one, words);
        });
    if (launch == shown.times->launches.end()) return blocks_claim(*shown.times, settings);
    const std::uint64_t asker = told_of(*launch, words, now.block);
    return fmt::format(
        "No block repeats a question: block {} asks {}", grouped(asker),
        plural(std::ssize(asked_until(*launch, words, asker, launch->steps)), "block"));
}

// Answers by this step, as a small weight; 0 where the step before had as many.
double answers_more(const lab::Run& run, const BlocksOverTime& times, int step) {
    const LookBackWords words = look_back_words(run.request.settings);
    if (!words) return 0;
    const auto answers = [&](int at) {
        const BlockPlace place = block_place({&run, &times}, run, at);
        const auto launch = static_cast<std::size_t>(place.launch);
        return std::pair{launch, answers_until(times.launches[launch], words, place.step)};
    };
    const auto now = answers(step),
               before = step > 0 ? answers(step - 1) : std::pair{now.first, 0ul};
    const bool more = now.first != before.first || now.second > before.second;
    return more ? static_cast<double>(now.second) / 1e6 : 0;
}

}  // namespace

std::string drawn_blocks_claim(const DrawContext& context) {
    const ShownBlocks shown = shown_blocks(context);
    if (offers_more(shown)) return "A single block waits for no other";
    if (!shown) return "Blocks over time";
    return asking_claim(shown, block_place(shown, context.picture(), context.cursor.step));
}

std::string drawn_blocks_sentence(const DrawContext& context) {
    const ShownBlocks shown = shown_blocks(context);
    if (!shown) return "";
    if (offers_more(shown))
        return fmt::format("This kernel is about several blocks, but {} fill only one.",
                           lab::size_words(shown.run->request.settings, grouped));
    const BlocksOverTime& times = *shown.times;
    const BlockPlace now = block_place(shown, context.picture(), context.cursor.step);
    const LaunchTimes& launch = times.launches[static_cast<std::size_t>(launch_of(times, now))];
    const std::string model = room_words(launch, shown.run->request.settings);
    const bool ends = std::ranges::all_of(launch.kept, &BlockTimes::ended);
    const bool whole = std::ranges::none_of(launch.kept, &BlockTimes::cut);
    const std::string kept = !ends    ? " The launch was not followed to its end."
                             : !whole ? " Not all steps of the launch are kept."
                                      : "";
    const BlockTimes* own = find_block(launch, now.block);
    const auto what = own && now.step >= 0 ? doing(*own, now.step) : std::nullopt;
    const std::string many = plural(launch.blocks, "block");
    if (!what) return fmt::format("`{}` has {}.", launch.kernel, many) + model + kept;
    return fmt::format("At model step {} of {}, block {} *{}*; {}.", grouped(now.step),
                       grouped(launch.steps), grouped(now.block), does_words(*what),
                       crowd_words(launch, now.step)) +
           asked_words(asked_now(shown, launch, now), now.block) + model + kept;
}

// Several launches of one block each are worth a picture, one launch of one block is not. Where the
// kernel needs more blocks, these are offered.
bool blocks_fit(const lab::Run& run) {
    if (!run.trace || !run.request.settings.subject) return false;
    return run.launches.size() > 1 || more_blocks(run) ||
           std::ranges::any_of(run.launches, [](const lab::LaunchRecord& launch) {
               return launch.grid.count() > 1;
           });
}

double blocks_weight(const lab::Run& run, int step) {
    if (!run.request.settings.subject || run.trace->watched.empty()) return 0;
    const BlocksOverTime& times = blocks_over_time(run, run.trace->watched.front());
    const BlockPlace now = block_place({&run, &times}, run, step);
    if (now.launch >= static_cast<int>(times.launches.size())) return 0;
    double waiting = 0;
    for (const BlockTimes& block : times.launches[static_cast<std::size_t>(now.launch)].kept) {
        const auto what = doing(block, now.step);
        waiting += what && what->phase == Phase::waits;
    }
    return waiting + answers_more(run, times, step);
}

Note blocks_note(const DrawContext& context) {
    const ShownBlocks shown = shown_blocks(context);
    if (!shown) return "";
    if (offers_more(shown)) return "one block";
    const lab::Run& run = context.picture();
    const int launch = launch_of(*shown.times, block_place(shown, run, context.cursor.step));
    const std::uint64_t all = shown.times->launches[static_cast<std::size_t>(launch)].blocks;
    const std::string block =
        fmt::format("block {} of {}", grouped(shown_block(run)), grouped(all));
    const std::string asked = lab::size_words(context.result.request.settings, grouped),
                      drawn = lab::size_words(shown.run->request.settings, grouped);
    const std::string going_on =
        shown.behind < 1 ? fmt::format("running all blocks, {:.0f} %, ", 100 * shown.behind) : "";
    if (asked == drawn) return going_on + block;
    Note note(going_on + "drawn: " + drawn + ", " + block);
    note.drawn = going_on.empty();
    if (note.drawn) note.brief = "drawn: " + drawn;
    return note;
}

namespace {

struct Larger {
    std::optional<lab::Settings> settings;
};

Larger larger_of(const lab::Run& run) {
    const lab::Settings& now = run.request.settings;
    if (!now.lesson() || run.launches.empty() || own_kernel_has_several_blocks(run)) return {};
    return {lab::with_more_blocks(now)};
}

}  // namespace

std::optional<lab::Settings> more_blocks(const lab::Run& run) {
    return run.derived(0, [&] { return larger_of(run); }).settings;
}

bool offers_more(const ShownBlocks& shown) { return shown.run && more_blocks(*shown.run); }

std::string offer_words(const ShownBlocks& shown) {
    const auto more = more_blocks(*shown.run);
    return more ? fmt::format("Show {}: {} blocks", lab::size_words(*more, grouped),
                              grouped(lab::blocks_in(*more, lab::plan_of(*more))))
                : "";
}

Rect offer_box(const Metrics& metrics, Rect area) {
    const float w = std::min(metrics.px(320), area.w), h = metrics.body * 2.4f;
    return {area.middle_x() - w / 2, area.y + (area.h - h) * .4f, w, h};
}

void draw_offer(Canvas& canvas, const ShownBlocks& shown, const Metrics& metrics, Rect area) {
    const Rect box = offer_box(metrics, area);
    const TextStyle style = aligned(strong(body_style(metrics, Role::accent_text)), Align::centre);
    const std::string words = offer_words(shown);
    const std::string brief = "Show " + lab::size_words(*more_blocks(*shown.run), grouped);
    const std::string fits = fitting(canvas, box.w - metrics.px(20), style, {words, brief});
    if (fits.empty() || area.h < box.h) return;
    canvas.fill(box, Role::raised, metrics.px(8));
    canvas.outline(box, Role::accent, metrics.px(8), 1.6f);
    canvas.text({box.middle_x(), box.middle_y()}, fits, style);
}

}  // namespace app
