// See printed_lines.h.
#include "app/shell/printed_lines.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "app/shell/code_in_sight.h"
#include "app/shell/shell.h"
#include "app/views/moment.h"
#include "lab/words.h"

namespace app {

namespace {

using simulator::PrintedCall;

constexpr std::uint32_t longest_row = 400;  // letters: a line without an end still scrolls

bool continues_letter(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) == 0x80; }

// The end of a row that begins at `first`; no letter of several bytes is split.
std::uint32_t end_of_row(const std::string& text, std::uint32_t first, std::uint32_t end) {
    if (end - first <= longest_row) return end;
    std::uint32_t last = first + longest_row;
    while (last > first + longest_row - 4 && continues_letter(text[last])) --last;
    return last;
}

// The call that printed the letter at `place`; nullopt where later calls were not kept.
std::optional<std::size_t> call_of_letter(const std::vector<PrintedCall>& calls,
                                          std::uint32_t place) {
    const auto after = std::ranges::upper_bound(calls, place, {}, &PrintedCall::first);
    const bool beyond = after == calls.end() && calls.size() >= simulator::Printed::most_calls;
    if (after == calls.begin() || beyond) return std::nullopt;
    return static_cast<std::size_t>(after - calls.begin()) - 1;
}

// How many other threads printed letters between the first one and `last`.
std::uint32_t other_threads(const std::vector<PrintedCall>& calls, std::size_t call,
                            std::uint32_t last) {
    std::set<std::tuple<std::uint64_t, std::uint16_t>> others;
    for (std::size_t next = call + 1; next < calls.size() && calls[next].first < last; ++next)
        others.insert({calls[next].block, calls[next].thread});
    others.erase({calls[call].block, calls[call].thread});
    return static_cast<std::uint32_t>(others.size());
}

PrintedLines printed_rows_of(const lab::Run& run) {
    const std::string& text = run.printed;
    PrintedLines found;
    found.cut = text.size() > simulator::Printed::most_bytes;
    const auto size =
        static_cast<std::uint32_t>(std::min(text.size(), simulator::Printed::most_bytes));
    for (std::uint32_t first = 0; first < size; ++found.count) {
        const auto end =
            static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', first), size));
        PrintedLine row{.number = static_cast<std::uint32_t>(found.count)};
        row.call = call_of_letter(run.printed_calls, first);
        if (row.call) row.more_threads = other_threads(run.printed_calls, *row.call, end);
        for (row.first = first; row.begins || row.first < end; row.first = row.last) {
            row.last = end_of_row(text, row.first, end);
            found.rows.push_back(row);
            row.begins = false;
        }
        first = end + 1;
    }
    return found;
}

// The events of each warp in their order, and the step of each event.
struct EventSteps {
    std::map<std::tuple<int, std::uint64_t, std::uint32_t>, std::vector<std::uint32_t>> of_warp;
    std::vector<int> step;  // by event; -1: of a block that is not shown
};

EventSteps event_steps(const lab::Run& run) {
    EventSteps made;
    const auto& events = run.trace->events;
    made.step.assign(events.size(), -1);
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        for (const std::uint32_t event : run.steps[step].events)
            made.step[event] = static_cast<int>(step);
    for (std::uint32_t i = 0; i < events.size(); ++i)
        made.of_warp[{events[i].launch, events[i].block, events[i].warp}].push_back(i);
    return made;
}

}  // namespace

const PrintedLines& printed_lines(const lab::Run& run) {
    return run.derived(0, [&] { return printed_rows_of(run); });
}

int step_of_printing(const lab::Run& run, const PrintedCall& call) {
    if (!run.trace) return -1;
    const EventSteps& steps = run.derived(0, [&] { return event_steps(run); });
    const auto warp =
        steps.of_warp.find({call.launch, call.block, call.thread / simulator::warp_size});
    if (warp == steps.of_warp.end()) return -1;
    const std::uint32_t lane = 1u << call.thread % simulator::warp_size;
    int found = -1;
    for (const std::uint32_t number : warp->second) {
        const simulator::Event& event = run.trace->events[number];
        if (event.index > call.index && found >= 0) break;
        if ((event.mask & lane) != 0 && steps.step[number] >= 0) found = steps.step[number];
    }
    return found;
}

bool watches_block(const lab::Run& run, std::uint64_t block) {
    return run.trace && !run.trace->watched.empty() && shown_block(run) == block;
}

bool has_printed(const Shell& shell) {
    const lab::Run* run = shell.session.picture();
    return run && !run->printed.empty() && !shell.hides();
}

void go_to_printing(Shell& shell, const PrintedCall& call) {
    const lab::Run* run = shell.session.picture();
    if (!run) return;
    if (run->trace && !watches_block(*run, call.block)) {
        shell.session.request.watched = {call.block};
        shell.printed.awaited = call;
    }
    Cursor& cursor = shell.playback.cursor;
    shell.printed.shown = shell.host_code.shown = false;
    if (const int step = step_of_printing(*run, call); step >= 0) shell.playback.go_to(step);
    cursor.warp = static_cast<int>(call.thread / simulator::warp_size);
    cursor.lane = static_cast<int>(call.thread % simulator::warp_size);
    cursor.ptx = 0;
    put_in_sight(shell, call.line);
}

void meet_printing(Shell& shell) {
    const lab::Run* run = shell.session.picture();
    if (!run || !has_printed(shell)) return;
    PrintedPane& pane = shell.printed;
    if (pane.awaited && watches_block(*run, pane.awaited->block)) {
        const PrintedCall awaited = *std::exchange(pane.awaited, std::nullopt);
        const auto same = std::ranges::find_if(run->printed_calls, [&](const PrintedCall& call) {
            return call.first == awaited.first && call.block == awaited.block &&
                   call.thread == awaited.thread;
        });
        if (same != run->printed_calls.end()) go_to_printing(shell, *same);
    }
    const std::string kernel =
        run->request.settings.subject->id + " " + run->request.settings.kernel();
    if (std::exchange(pane.told_of, kernel) == kernel) return;
    const auto count = static_cast<std::int64_t>(printed_lines(*run).count);
    pane.top = 0;
    shell.tell("The kernel printed " + lab::grouped(count) + " " + lab::unit_of(count, "lines") +
               ": the tab Printed, beside the code, shows them.");
}

}  // namespace app
