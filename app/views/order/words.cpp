// See words.h.
#include "app/views/order/words.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/order/left_out.h"
#include "lab/bugs.h"
#include "lab/lesson.h"
#include "lab/running/faults.h"
#include "simulator/code.h"

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::FenceScope;

const Event& event_of_act(const lab::Run& run, const Act& act) {
    return run.trace->events[std::size_t(act.event)];
}

std::string with_comma(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + ", " + b;
}

// "release for the device"; empty for a plain access.
std::string words_of_signal(const Event& event) {
    const bool acquires = event.signals & simulator::acquires;
    const bool releases = event.signals & simulator::releases;
    const std::string reach = event.signals & simulator::block_scope ? " for the block" : "";
    if (acquires && releases) return "acquire and release" + reach;
    if (releases) return "release" + reach;
    if (acquires) return "acquire" + reach;
    if (event.signals & simulator::is_volatile) return "volatile";
    return event.signals & simulator::is_relaxed ? "relaxed" + reach : "";
}

std::string verb_of_act(const Act& act) { return act.writes ? "writes" : "reads"; }

std::string launch_of_act(const Meeting& meeting, const Act& act) {
    if (meeting.first.launch == meeting.last.launch) return "";
    return "launch " + std::to_string(act.launch + 1) + ", ";
}

}  // namespace

namespace {

struct Needed {
    std::string words;
};

// For settings just above a refused tick whose fault can be seen: the reason and the way to see it.
Needed needed_of(const lab::Settings& now) {
    if (!now.lesson()) return {};
    for (const lab::Knob* knob : now.subject->knobs) {
        const auto at = std::ranges::lower_bound(knob->ticks, now[*knob]);
        if (at == knob->ticks.begin() || lab::idle(now, *knob)) continue;
        lab::Settings less = now;
        less.set(*knob, *(at - 1));
        const auto refused = lab::refusal(less);
        if (refused && !refused->shows.empty())
            return {" " + refused->title + ". Turn *" + knob->title + "* to " +
                    std::to_string(less[*knob]) + " to see it go wrong."};
    }
    return {};
}

std::string needed_words(const lab::Run& run) {
    return run.derived(0, [&] { return needed_of(run.request.settings); }).words;
}

}  // namespace

namespace {

struct Freed {
    std::string words;
};

// For a cured bug: the first of its arrays that no longer has a meeting.
Freed freed_of(const lab::Run& run) {
    const auto bug = lab::hunted_bug(run.request.settings);
    if (!bug || lab::is_broken(run.request.settings)) return {};
    const auto free = std::ranges::find_if(bug->buffers, [&](const std::string& array) {
        return std::ranges::none_of(meetings_of(run).all, [&](const Meeting& meeting) {
            return meeting.place.starts_with(array + "[");
        });
    });
    return {free == bug->buffers.end() ? "" : " No two warps meet at *" + *free + "* any more."};
}

std::string freed_words(const lab::Run& run) {
    return run.derived(0, [&] { return freed_of(run); }).words;
}

}  // namespace

std::string thread_words(const Act& act) {
    return "thread " + std::to_string(act.thread) + " of block " +
           std::to_string(std::int64_t(act.block));
}

std::string thread_words(const Meeting& meeting, const Act& act) {
    const bool launches = meeting.first.launch != meeting.last.launch;
    return thread_words(act) + (launches ? " in launch " + std::to_string(act.launch + 1) : "");
}

std::vector<std::string> column_words(const Meeting& meeting, const Act& act) {
    const std::string launch = launch_of_act(meeting, act),
                      block = "block " + std::to_string(std::int64_t(act.block));
    const std::string lane = meeting.how == Ordering::lockstep
                                 ? "lane " + std::to_string(act.lane) + " of "
                                 : std::string();
    return {capitalised(launch + lane + "warp " + std::to_string(act.warp) + " of " + block),
            capitalised(launch + block),
            launch.empty() ? block : launch.substr(0, launch.size() - 2)};
}

std::vector<std::string> act_words(const lab::Run& run, const Meeting& meeting,
                                   const OrderRow& row) {
    const Act& act = row.act;
    if (!act.traced()) return {verb_of_act(act) + " " + meeting.place, verb_of_act(act)};
    const Event& event = event_of_act(run, act);
    if (row.what == OrderRow::What::fence) {
        const bool block = event.fence == FenceScope::block;
        return {block ? "fence for the block" : "fence for the device", "fence"};
    }
    const simulator::Slot& slot = *run.trace->slot(event, act.lane);
    const std::string place = cell_name(run, event, slot.address);
    const std::string value = value_text(slot.value, event.type);
    if (event.kind == EventKind::store) return {place + " = " + value, place, "store"};
    const std::string what = event.kind == EventKind::atomic ? "atomic on " : "reads ";
    const bool old = meeting.old && act.event == meeting.last.event;
    if (!old) return {what + place + ": " + value, what + place, place};
    return {what + place + ": " + value + ", which is old",
            what + place + ": " + value + ", old",
            place + ": " + value + ", old",
            what + place + ", old",
            place + ", old",
            "old",
            what + place,
            place};
}

std::string beside_words(const lab::Run& run, const OrderRow& row) {
    if (!row.act.traced()) return lab::line_words(row.act.line);
    const Event& event = event_of_act(run, row.act);
    if (row.what == OrderRow::What::fence) return lab::line_words(event.fence_line);
    return with_comma(lab::line_words(row.act.line), words_of_signal(event));
}

std::string edge_words(const Meeting& meeting) {
    switch (meeting.how) {
        case Ordering::nothing:
            return "*Nothing orders these two.* No way of edges leads from the first to the last.";
        case Ordering::lockstep:
            return "*Only lockstep orders these two*: one warp, with nothing between that makes "
                   "its "
                   "lanes wait.";
        case Ordering::flag:
            return "*In order by the flag*: edges lead from the first to the last.";
        case Ordering::barrier: return "*In order by the barrier* that both pass.";
        case Ordering::launch: return "*In order by the end of a launch.*";
        case Ordering::others: return "*In order by what other threads did* between.";
        case Ordering::itself:
            return "*One word*: who sees it has all that it says. It orders nothing beside it.";
    }
    return "";
}

namespace {

// "*One look*: that is all that the compiler left of the loop in line 47; it is taken in line 49."
std::string look_words(const lab::Run& run, const Act& read) {
    const int loop = loop_left_out(run, read);
    if (loop == 0) return "";
    return "*One look*: that is all that the compiler left of the loop in " +
           lab::line_words(loop) + "; it is taken in " + lab::line_words(read.line) + ".";
}

std::string order_by_flag(const Meeting& meeting) {
    if (meeting.how == Ordering::flag)
        return "*Synchronises with*: who sees the flag sees what came before it.";
    return meeting.how == Ordering::launch
               ? "The launch had ended when it was looked at: that is what brings an order."
               : "The flag is seen, and brings no order with it.";
}

}  // namespace

std::string flag_words(const lab::Run& run, const Meeting& meeting) {
    if (!meeting.by_flag) return meeting.last.writes ? "" : look_words(run, meeting.last);
    const std::string look = look_words(run, meeting.told);
    return order_by_flag(meeting) + (look.empty() ? "" : " " + look);
}

std::string both_words(const Meeting& meeting) {
    if (meeting.how == Ordering::launch) return "The launch ends: all that it wrote is in place";
    return meeting.lacks ? "A barrier, to which not all threads of the block come"
                         : "A barrier: all threads of the block have come";
}

std::string order_claim(const lab::Run& run, const Cursor& cursor) {
    const Meeting* meeting = meeting_shown(run, cursor);
    if (!meeting) return "No two warps meet here";
    switch (meeting->how) {
        case Ordering::nothing:
            return meeting->by_flag ? "The flag arrives, and nothing orders " + meeting->place
                                    : "Nothing orders " + meeting->place;
        case Ordering::lockstep: return "Only lockstep orders " + meeting->place;
        case Ordering::flag: return "The flag brings " + meeting->place + " with it";
        case Ordering::barrier: return "A barrier orders " + meeting->place;
        case Ordering::launch: return "The end of a launch orders " + meeting->place;
        case Ordering::others: return "Others order " + meeting->place;
        case Ordering::itself: return meeting->place + " says all by itself";
    }
    return "";
}

std::string order_sentence(const lab::Run& run, const Cursor& cursor) {
    const Meeting* meeting = meeting_shown(run, cursor);
    if (!meeting) return no_meetings + freed_words(run);
    const Act &first = meeting->first, &last = meeting->last;
    const std::string who = capitalised(thread_words(first)) + " " + verb_of_act(first) + " *" +
                            meeting->place + "*, and " + thread_words(last) + " " +
                            verb_of_act(last) + " it";
    switch (meeting->how) {
        case Ordering::nothing:
            if (last.writes && first.writes) return who + ": *luck* says which of the two stays.";
            if (last.writes) return who + ": *luck* says whether it was read before.";
            return who + (meeting->old ? ": it has *an old value*, and the memory model allows it."
                                       : ": *luck* says whether it is the new value or the old.");
        case Ordering::lockstep:
            return who + ": lanes of one warp, which go in step, *and nothing promises it*.";
        case Ordering::flag:
            return who + " *behind the flag* that the first one set." + needed_words(run);
        case Ordering::barrier: return who + " behind a *barrier*." + freed_words(run);
        case Ordering::launch: return who + " in a later *launch*." + needed_words(run);
        case Ordering::others: return who + "; threads between them hand the order on.";
        case Ordering::itself: return who + " as *one word*, which needs no flag.";
    }
    return "";
}

}  // namespace app
