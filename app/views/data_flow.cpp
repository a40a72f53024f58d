// The data-flow view: where every value of the watched block came from, row by row, under a lens.
// It registers itself; the layout is kept as long as run and launch stay the same.
#include "app/views/data_flow.h"

#include <algorithm>
#include <mutex>

#include "app/views/data_flow_frame.h"
#include "app/views/data_flow_words.h"
#include "app/views/marks.h"
#include "app/views/moment.h"

namespace app {

using namespace simulator;

namespace {

std::uint64_t block_of(const lab::Run& run) {
    return run.trace && !run.trace->watched.empty() ? run.trace->watched.front() : 0;
}

int launch_of(const lab::Run& run, const Cursor& cursor) {
    const Step* step = step_at(run, cursor);
    return step ? step->launch : 0;
}

// One layout is kept: the same arguments give the same one, made again or not.
struct Kept {
    std::weak_ptr<const Flow> flow;
    int launch = -1;
    std::shared_ptr<const FlowLayout> layout;
};

}  // namespace

std::shared_ptr<const FlowLayout> flow_layout(const lab::Run& run, const Cursor& cursor) {
    static std::mutex guard;
    static Kept kept;
    if (!run.flow) return std::make_shared<FlowLayout>();
    const int launch = launch_of(run, cursor);
    const std::lock_guard lock(guard);
    if (kept.flow.lock() != run.flow || kept.launch != launch) {
        FlowQuestion question{block_of(run), launch, run.steps, run.trace.get(), run.faults};
        kept = {run.flow, launch, std::make_shared<FlowLayout>(lay_out(*run.flow, question))};
    }
    return kept.layout;
}

namespace {

bool fits(const lab::Run& run) { return run.flow && !flow_layout(run, Cursor{})->empty(); }

std::string claim(const lab::Run& run, const Cursor& cursor) {
    return flow_claim(*run.flow, *flow_layout(run, cursor));
}

std::string sentence(const lab::Run& run, const Cursor& cursor) {
    const auto layout = flow_layout(run, cursor);
    std::string text = flow_sentence(run, *layout, row_now(*layout, run.steps, cursor.step));
    if (!run.flow->lost.empty()) {
        const Lost& lost = run.flow->lost.front();
        text +=
            " Flow is lost at line " + std::to_string(lost.line) + " (" + lost.instruction + ").";
    }
    if (run.flow->full) text += " The run is longer than what is kept: later arrows are missing.";
    return text;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const auto& run = context.result.picture;
    const auto layout = run ? flow_layout(*run, context.cursor) : nullptr;
    if (!layout || layout->empty()) {
        nothing(canvas, area, "No value of this block goes from one lane or cell to another.",
                context.metrics);
        return;
    }
    draw_flow(canvas, *run, *layout, context.cursor, context.metrics, area);
}

// A press on the map moves the lens; on a cell it lights up where the cell came from.
bool click(const DrawContext& context, Cursor& cursor, Rect area, Point point) {
    const auto& run = context.result.picture;
    if (!run || !run->flow) return false;
    const auto layout = flow_layout(*run, cursor);
    if (layout->empty()) return false;
    const int now = row_now(*layout, run->steps, cursor.step);
    const FlowFrame frame = frame_of(*layout, cursor, context.metrics, area, now);
    const FlowHit hit = hit_of(*layout, frame, point);
    if (hit.map_column >= 0) {
        const int last = std::max(static_cast<int>(layout->columns.size()) - frame.columns, 0);
        cursor.lens = std::clamp((hit.map_column - frame.columns / 2 + 4) / 8 * 8, 0, last);
        return true;
    }
    if (hit.row < 0) {
        const bool had = cursor.version >= 0;
        cursor.version = -1;
        return had;
    }
    const int version = static_cast<int>(layout->rows[hit.row].marks[hit.column].version);
    cursor.version = cursor.version == version ? -1 : version;
    return true;
}

std::string note(const DrawContext& context) {
    const auto& run = context.result.picture;
    if (!run || run->launches.empty()) return {};
    const int launch = launch_of(*run, context.cursor);
    if (launch >= static_cast<int>(run->launches.size())) return {};
    const std::uint64_t blocks = run->launches[launch].grid.count();
    std::string text =
        blocks == 1 ? "one block of " + std::to_string(run->launches[launch].block.count())
                    : "block " + std::to_string(block_of(*run)) + " of " + std::to_string(blocks);
    if (run->launches.size() > 1)
        text = "launch " + std::to_string(launch + 1) + " of " +
               std::to_string(run->launches.size()) + ", " + text;
    return text;
}

View view() {
    View made;
    made.id = "data_flow";
    made.title = "Data flow";
    made.slot = Slot::warp;
    made.fits = fits;
    made.claim = claim;
    made.sentence = sentence;
    made.draw = draw;
    made.click = click;
    made.note = note;
    made.order = 0;
    return made;
}

const RegisterView registered(view());

}  // namespace
}  // namespace app
