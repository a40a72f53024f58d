// Finds accesses that meet. See meetings.h.
#include "app/views/order/meetings.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "app/views/cell_names.h"
#include "app/views/changed_lines.h"
#include "app/views/moment.h"
#include "lab/bugs.h"
#include "lab/source_text.h"
#include "simulator/code.h"

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::Fault;
using simulator::FaultKind;
using simulator::Space;

constexpr std::size_t most_meetings = 1 << 13, most_sights = 1 << 14;

// The owner of a place: for shared memory its launch, from 1, and its block.
using PlaceOwner = std::pair<int, std::uint64_t>;
using MeetingPlace = std::tuple<Space, PlaceOwner, simulator::Address>;

bool is_of_two(FaultKind kind) {
    return is_unordered(kind) || kind == FaultKind::missing_warp_sync;
}

bool reads_place(const Event& event) { return event.kind != EventKind::store; }
bool writes_place(const Event& event) { return event.kind != EventKind::load; }
bool is_signal_access(const Event& event) {
    return event.kind == EventKind::atomic || event.signals;
}

// The last write to a place, and the last read since. Also the last read by another warp than that
// read's: a warp that reads and then writes may race with it.
struct LastAccesses {
    Act write, read, other_read;
    bool written = false, was_read = false, others_read = false;

    void reads(const Act& act) {
        if (was_read && !read.beside(act)) other_read = read, others_read = true;
        read = act, was_read = true;
    }
};

// A value that a thread stored and a thread of another warp saw.
struct Sight {
    Act stored, seen;
};

// For a cured bug: the numbers of the lines that had the bug and of their replacements; empty for
// other runs.
std::set<int> lines_of_cured_bug(const lab::Run& run) {
    const auto bug = lab::hunted_bug(run.request.settings);
    std::set<int> lines;
    if (!bug || lab::is_broken(run.request.settings)) return lines;
    int line = 0;
    for (const std::string_view text : lab::lines_in(run.source_text))
        if (++line; std::ranges::find(bug->lines, lab::trimmed(text)) != bug->lines.end())
            lines.insert(line);
    const std::vector<int>& cure = changed_lines(run);
    lines.insert(cure.begin(), cure.end());
    return lines;
}

// Whether two accesses are of two different such lines: a former race, now in order.
bool are_of(const std::set<int>& lines, const Meeting& meeting) {
    return meeting.first.line != meeting.last.line && lines.contains(meeting.first.line) &&
           lines.contains(meeting.last.line);
}

class MeetingFinder {
public:
    explicit MeetingFinder(const lab::Run& run)
        : run_(run), trace_(*run.trace), raced_once_(lines_of_cured_bug(run)) {}

    Meetings find() {
        for (std::size_t i = 0; i < trace_.events.size(); ++i) {
            const Event& event = trace_.events[i];
            const bool memory = event.space == Space::global || event.space == Space::shared;
            if (memory && event.kind <= EventKind::atomic) look_at(int(i));
        }
        for (Meeting& meeting : made_.all) judge(meeting);
        for (const Fault& fault : run_.faults) add_untraced(fault), add_lockstep(fault);
        leave_flags_out();
        for (const Meeting& meeting : made_.all) {
            made_.races += meeting.how == Ordering::nothing;
            made_.flags += meeting.how == Ordering::flag || meeting.how == Ordering::itself;
        }
        return std::move(made_);
    }

private:
    const Event& event_of(const Act& act) const { return trace_.events[std::size_t(act.event)]; }
    const simulator::Slot& slot_of(const Act& act) const {
        return *trace_.slot(event_of(act), act.lane);
    }

    Act act_of(int index, int lane) const {
        const Event& event = trace_.events[std::size_t(index)];
        return {.event = index,
                .lane = lane,
                .launch = event.launch,
                .block = event.block,
                .warp = event.warp,
                .thread = event.warp * simulator::warp_size + std::uint32_t(lane),
                .line = simulator::code_line(event.line, event.ptx_line),
                .writes = writes_place(event)};
    }

    void look_at(int index) {
        const Event& event = trace_.events[std::size_t(index)];
        for (std::uint32_t rest = event.mask; rest; rest &= rest - 1) {
            const Act act = act_of(index, std::countr_zero(rest));
            const bool shared = event.space == Space::shared;
            const PlaceOwner owner =
                shared ? PlaceOwner{event.launch + 1, event.block} : PlaceOwner{0, 0};
            for (int k = 0; k < event.count; ++k) {
                const simulator::Slot& slot = *trace_.slot(event, act.lane, k);
                meet(act, lasts_[{event.space, owner, slot.address}], slot.value);
            }
        }
    }

    void meet(const Act& act, LastAccesses& last, std::uint64_t value) {
        const Event& event = event_of(act);
        if (last.written && !last.write.beside(act)) {
            add(last.write, act);
            const bool sees = reads_place(event) && slot_of(last.write).value == value;
            if (event.kind != EventKind::atomic && sees && sights_.size() < most_sights)
                sights_.push_back({last.write, act});
        }
        if (act.writes) meet_readers(act, last);
        if (act.writes)
            last = {.write = act, .read = {}, .other_read = {}, .written = true};
        else
            last.reads(act);
    }

    void meet_readers(const Act& act, const LastAccesses& last) {
        if (last.was_read && !last.read.beside(act)) return add(last.read, act);
        if (!last.others_read || last.other_read.beside(act)) return;
        Meeting meeting;
        meeting.first = last.other_read, meeting.last = act;
        if (are_of(raced_once_, meeting) || raced(meeting)) add(meeting.first, meeting.last);
    }

    void add(const Act& first, const Act& last) {
        if (made_.all.size() < most_meetings)
            made_.all.emplace_back().first = first, made_.all.back().last = last;
    }

    // A flag stored after the first access and seen before the second, if possible by their lanes.
    void find_flag(Meeting& meeting) const {
        // Values written by the line of either access are data, and no flag.
        const auto tells = [&](const Sight& sight) {
            return sight.stored.line != meeting.first.line &&
                   sight.stored.line != meeting.last.line;
        };
        const auto fits = [&](const Sight& sight) {
            return tells(sight) && sight.stored.beside(meeting.first) &&
                   sight.seen.beside(meeting.last) && sight.stored.event > meeting.first.event &&
                   sight.seen.event < meeting.last.event;
        };
        const auto nearness = [&](const Sight& sight) {
            return 2 * (sight.seen.lane == meeting.last.lane) +
                   (sight.stored.lane == meeting.first.lane);
        };
        int nearest = -1;
        for (const Sight& sight : sights_) {
            if (!fits(sight) || nearness(sight) < nearest) continue;
            nearest = nearness(sight);
            meeting.by_flag = true;
            meeting.tells = sight.stored, meeting.told = sight.seen;
        }
    }

    bool raced(const Meeting& meeting) const {
        return std::ranges::any_of(run_.faults, [&](const Fault& fault) {
            if (!is_unordered(fault.kind) || fault.launch != meeting.last.launch) return false;
            const int first = meeting.first.line, last = meeting.last.line;
            return (fault.code_line() == last && fault.other_code_line() == first) ||
                   (fault.code_line() == first && fault.other_code_line() == last);
        });
    }

    void judge(Meeting& meeting) const {
        const Event &first = event_of(meeting.first), &last = event_of(meeting.last);
        const simulator::Slot& slot = slot_of(meeting.last);
        meeting.place = cell_name(run_, last, slot.address);
        meeting.cured = are_of(raced_once_, meeting);
        meeting.old = meeting.first.writes && last.kind == EventKind::load &&
                      slot_of(meeting.first).value != slot.value;
        if (first.launch != last.launch)
            meeting.how = Ordering::launch, find_flag(meeting);
        else if (first.block == last.block && first.interval < last.interval)
            meeting.how = Ordering::barrier, meeting.lacks = lacks_threads(first, last);
        else
            find_flag(meeting), judge_by_flag(meeting);
    }

    // Whether a check found a barrier between them that threads of the block leave out.
    bool lacks_threads(const Event& first, const Event& last) const {
        return std::ranges::any_of(run_.faults, [&](const Fault& fault) {
            const bool barrier = fault.kind == FaultKind::fragile_barrier ||
                                 fault.kind == FaultKind::divergent_barrier;
            const auto launch = std::size_t(fault.launch);
            return barrier && fault.launch == last.launch && launch < run_.launches.size() &&
                   linear_index_in(fault.block, run_.launches[launch].grid) == last.block &&
                   barrier_between(first, last, fault.line);
        });
    }

    bool barrier_between(const Event& first, const Event& last, int line) const {
        return std::ranges::any_of(trace_.events, [&](const Event& event) {
            return event.kind == EventKind::barrier && event.launch == last.launch &&
                   event.block == last.block && event.line == line &&
                   event.interval >= first.interval && event.interval < last.interval;
        });
    }

    void judge_by_flag(Meeting& meeting) const {
        if (raced(meeting))
            meeting.how = Ordering::nothing;
        else if (is_flag(meeting))
            meeting.how = Ordering::itself, meeting.by_flag = false;
        else
            meeting.how = meeting.by_flag ? Ordering::flag : Ordering::others;
    }

    // Threads that meet at the flag itself wait for no order.
    bool is_flag(const Meeting& meeting) const {
        return meeting.first.traced() && is_signal_access(event_of(meeting.first)) &&
               is_signal_access(event_of(meeting.last));
    }

    // Two atomics: a counter, which orders nothing.
    bool counts(const Meeting& meeting) const {
        return !lacks_order(meeting) && event_of(meeting.first).kind == EventKind::atomic &&
               event_of(meeting.last).kind == EventKind::atomic;
    }

    // Accesses to flags are many; they stay only where a flag orders nothing else.
    void leave_flags_out() {
        const auto flag = [&](const Meeting& meeting) { return is_flag(meeting); };
        const auto more = [&](const Meeting& meeting) {
            const bool told = meeting.how == Ordering::flag || lacks_order(meeting);
            return told && !is_flag(meeting);
        };
        if (std::ranges::any_of(made_.all, more)) std::erase_if(made_.all, flag);
        std::erase_if(made_.all, [&](const Meeting& meeting) { return counts(meeting); });
    }

    // A race with a block that was not traced.
    void add_untraced(const Fault& fault) {
        if (!is_unordered(fault.kind)) return;
        const auto has = [&](const Meeting& meeting) {
            return meeting.how == Ordering::nothing && meeting.last.launch == fault.launch &&
                   std::minmax(meeting.first.line, meeting.last.line) ==
                       std::minmax(fault.code_line(), fault.other_code_line());
        };
        if (std::ranges::any_of(made_.all, has)) return;
        Meeting made;
        made.place = (fault.buffer.empty() ? std::string(name_of(fault.space)) : fault.buffer) +
                     "[" + std::to_string(fault.element) + "]";
        made.first = act_at(fault, fault.other_block, fault.other_thread, fault.other_code_line());
        made.first.writes = fault.other_write;
        made.last = act_at(fault, fault.block, fault.thread, fault.code_line());
        made.last.writes = fault.write;
        made_.all.push_back(made);
    }

    // Two lanes of one warp that a check found; look_at() leaves such pairs out.
    void add_lockstep(const Fault& fault) {
        if (fault.kind != FaultKind::missing_warp_sync) return;
        made_.lockstep += 1 + fault.repeats;
        Meeting made;
        made.how = Ordering::lockstep;
        made.place = fault.buffer + "[" + std::to_string(fault.element) + "]";
        made.first = act_at(fault, fault.other_block, fault.other_thread, fault.other_code_line());
        made.first.writes = fault.other_write;
        made.last = act_at(fault, fault.block, fault.thread, fault.code_line());
        made.last.writes = fault.write;
        for (int i = 0; i < int(trace_.events.size()) && !made.last.traced(); ++i) {
            if (does(made.last, i, made.place) && made.first.traced()) made.last.event = i;
            if (does(made.first, i, made.place)) made.first.event = i;
        }
        made_.all.push_back(made);
    }

    // Whether an event is this access of the thread to that place.
    bool does(const Act& act, int index, const std::string& place) const {
        const Event& event = trace_.events[std::size_t(index)];
        if (event.kind > EventKind::atomic || !(event.mask >> act.lane & 1)) return false;
        if (simulator::code_line(event.line, event.ptx_line) != act.line) return false;
        if (!act_of(index, act.lane).beside(act)) return false;
        if (act.writes ? !writes_place(event) : !reads_place(event)) return false;
        for (int k = 0; k < event.count; ++k)
            if (cell_name(run_, event, trace_.slot(event, act.lane, k)->address) == place)
                return true;
        return false;
    }

    Act act_at(const Fault& fault, const simulator::Dim3& block, const simulator::Dim3& thread,
               int line) const {
        Act act{.launch = fault.launch, .line = line};
        if (std::size_t(fault.launch) >= trace_.launches.size()) return act;
        const simulator::LaunchShape& shape = trace_.launches[std::size_t(fault.launch)];
        act.block = linear_index_in(block, shape.grid);
        act.thread = std::uint32_t(linear_index_in(thread, shape.block));
        act.warp = act.thread / simulator::warp_size;
        act.lane = int(act.thread % simulator::warp_size);
        return act;
    }

    const lab::Run& run_;
    const simulator::Trace& trace_;
    const std::set<int> raced_once_;  // lines of a cure's bug
    std::map<MeetingPlace, LastAccesses> lasts_;
    std::vector<Sight> sights_;
    Meetings made_;
};

struct Telling {
    bool any = false;
};

struct WeightsOfEvents {
    std::vector<double> of;
};

StepsOfEvents find_steps(const lab::Run& run) {
    StepsOfEvents made{std::vector<int>(run.trace->events.size(), -1)};
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        for (const std::uint32_t event : run.steps[step].events) made.of[event] = int(step);
    return made;
}

Telling look_for_telling(const lab::Run& run) {
    const auto raced = [](const Fault& fault) { return is_of_two(fault.kind); };
    const auto tells = [](const Event& event) {
        return event.signals != 0 || event.fence != simulator::FenceScope::none;
    };
    return {std::ranges::any_of(run.faults, raced) ||
            std::ranges::any_of(run.trace->events, tells)};
}

WeightsOfEvents weigh_events(const lab::Run& run) {
    WeightsOfEvents made{std::vector<double>(run.trace->events.size())};
    const auto add = [&](const Act& act, double weight) {
        if (!act.traced()) return;
        double& most = made.of[std::size_t(act.event)];
        most = std::max(most, weight);
    };
    for (const Meeting& meeting : meetings_of(run).all) {
        const double weight = weight_of(meeting) + .5 * is_spoken_of(run, meeting);
        add(meeting.first, weight), add(meeting.last, weight);
        if (meeting.by_flag) add(meeting.tells, weight), add(meeting.told, weight);
    }
    return made;
}

bool is_of(const lab::Run& run, const Act& act, const simulator::Dim3& block,
           const simulator::Dim3& thread, int launch) {
    if (act.launch != launch || std::size_t(launch) >= run.launches.size()) return false;
    const lab::LaunchRecord& shape = run.launches[std::size_t(launch)];
    return act.block == linear_index_in(block, shape.grid) &&
           act.thread == linear_index_in(thread, shape.block);
}

bool is_of_first_race(const lab::Run& run, const Meeting& meeting) {
    auto race = std::ranges::find_if(run.faults, simulator::is_unordered, &Fault::kind);
    if (race == run.faults.end())
        race = std::ranges::find(run.faults, FaultKind::missing_warp_sync, &Fault::kind);
    if (race == run.faults.end() || !lacks_order(meeting)) return false;
    if (meeting.place != race->buffer + "[" + std::to_string(race->element) + "]") return false;
    const auto both = [&](const Act& one, const Act& other) {
        return is_of(run, one, race->block, race->thread, race->launch) &&
               is_of(run, other, race->other_block, race->other_thread, race->launch);
    };
    return both(meeting.first, meeting.last) || both(meeting.last, meeting.first);
}

// By meeting: found once, because each frame asks several times.
struct SpokenMeetings {
    std::vector<bool> are;
};

SpokenMeetings look_for_spoken(const lab::Run& run) {
    SpokenMeetings made;
    for (const Meeting& meeting : meetings_of(run).all)
        made.are.push_back(is_of_first_race(run, meeting));
    return made;
}

}  // namespace

std::uint64_t linear_index_in(const simulator::Dim3& at, const simulator::Dim3& shape) {
    return at.x + std::uint64_t{shape.x} * (at.y + std::uint64_t{shape.y} * at.z);
}

const Meetings& meetings_of(const lab::Run& run) {
    return run.derived(0, [&] { return MeetingFinder(run).find(); });
}

const StepsOfEvents& steps_of_events(const lab::Run& run) {
    return run.derived(0, [&] { return find_steps(run); });
}

bool is_spoken_of(const lab::Run& run, const Meeting& meeting) {
    const auto number = std::size_t(&meeting - meetings_of(run).all.data());
    return run.derived(0, [&] { return look_for_spoken(run); }).are[number];
}

bool lacks_order(const Meeting& meeting) {
    return meeting.how == Ordering::nothing || meeting.how == Ordering::lockstep;
}

bool meets_in_warps(const Meeting& meeting) {
    return meeting.by_flag &&
           (meeting.tells.lane != meeting.first.lane || meeting.told.lane != meeting.last.lane);
}

double weight_of(const Meeting& meeting) {
    const double cured = .5 * meeting.cured;  // the cure's own meeting goes before its kind
    switch (meeting.how) {
        case Ordering::nothing: return 8 + 4 * meeting.by_flag + 2 * meeting.old;
        case Ordering::lockstep: return 6;
        // Where other lanes of the warps store or see the flag, there is more to show.
        case Ordering::flag: return 4 + cured + .25 * meets_in_warps(meeting);
        case Ordering::itself: return 3 + cured;
        case Ordering::launch: return 2 + cured;
        case Ordering::barrier: return 1 + cured + .25 * meeting.lacks;
        case Ordering::others: return .5;
    }
    return 0;
}

double weight_of(const lab::Run& run, const Event& event) {
    return run.derived(0, [&] { return weigh_events(run); }).of[std::size_t(number_of(run, event))];
}

bool tells_or_races(const lab::Run& run) {
    return run.derived(0, [&] { return look_for_telling(run); }).any;
}

int step_of(const lab::Run& run, const Act& act) { return steps_of_events(run).at(act); }

int step_of_its_block(const lab::Run& run, const Act& act) {
    if (!act.traced()) return -1;
    const auto steps = simulator::steps_of(*run.trace, act.block);
    const auto has_it = [&](const simulator::Step& step) {
        return std::ranges::find(step.events, std::uint32_t(act.event)) != step.events.end();
    };
    const auto found = std::ranges::find_if(steps, has_it);
    return found == steps.end() ? -1 : int(found - steps.begin());
}

}  // namespace app
