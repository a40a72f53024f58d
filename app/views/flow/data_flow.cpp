// The data-flow view: where every value of the watched block came from, row by row, under a lens.
// It registers itself; the layout is kept as long as run and launch stay the same.
#include "app/views/flow/data_flow.h"

#include <algorithm>
#include <deque>
#include <mutex>

#include "app/views/flow/frame.h"
#include "app/views/flow/words.h"
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

// The last few layouts: the same arguments give the same one, made again or not. Two threads ask:
// the one that draws, and the worker's, which makes the next before its run is shown.
class Kept {
public:
    std::shared_ptr<const FlowLayout> find(const lab::Run& run, int launch) const {
        const std::lock_guard lock(guard_);
        for (const Entry& entry : entries_)
            if (entry.launch == launch && entry.flow.lock() == run.flow) return entry.layout;
        return nullptr;
    }
    void add(const lab::Run& run, int launch, std::shared_ptr<const FlowLayout> layout) {
        const std::lock_guard lock(guard_);
        std::erase_if(entries_, [](const Entry& entry) { return entry.flow.expired(); });
        entries_.push_front({run.flow, launch, std::move(layout)});
        if (entries_.size() > most) entries_.pop_back();
    }
    int last_launch() const {
        const std::lock_guard lock(guard_);
        return entries_.empty() ? 0 : entries_.front().launch;
    }

private:
    static constexpr std::size_t most = 32;  // more than a session goes back
    struct Entry {
        std::weak_ptr<const Flow> flow;
        int launch = -1;
        std::shared_ptr<const FlowLayout> layout;
    };
    mutable std::mutex guard_;
    std::deque<Entry> entries_;
};

Kept& kept() {
    static Kept layouts;
    return layouts;
}

std::shared_ptr<const FlowLayout> layout_of(const lab::Run& run, int launch) {
    if (!run.flow) return std::make_shared<FlowLayout>();
    if (auto known = kept().find(run, launch)) return known;
    const FlowQuestion question{block_of(run), launch, run.steps, run.trace.get(), run.faults};
    auto made = std::make_shared<const FlowLayout>(lay_out(*run.flow, question));
    kept().add(run, launch, made);
    return made;
}

}  // namespace

std::shared_ptr<const FlowLayout> flow_layout(const lab::Run& run, const Cursor& cursor) {
    return layout_of(run, launch_of(run, cursor));
}

namespace {

// The launch that was looked at last is the one that will be.
void prepare(const lab::Run& run) {
    const int last = kept().last_launch();
    layout_of(run, 0);
    layout_of(run, last);
}

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
    made.prepare = prepare;
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
