// See words.h.
#include "app/views/order/words.h"

#include <algorithm>

#include "app/format.h"
#include "app/note.h"
#include "app/views/cell_names.h"
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

ActWords act_words(const lab::Run& run, const Meeting& meeting, const OrderRow& row) {
    const Act& act = row.act;
    if (!act.traced()) return {{verb_of_act(act) + " " + meeting.place, verb_of_act(act)}};
    const Event& event = event_of_act(run, act);
    if (row.what == OrderRow::What::fence) {
        const bool block = event.fence == FenceScope::block;
        return {{block ? "fence for the block" : "fence for the device", "fence"}};
    }
    const simulator::Slot& slot = *run.trace->slot(event, act.lane);
    const std::string place = cell_name(run, event, slot.address);
    const std::string value = value_text(slot.value, event.type);
    if (event.kind == EventKind::store) return {{place + " = " + value, place, "store"}, 1};
    const std::string what = event.kind == EventKind::atomic ? "atomic on " : "reads ";
    const bool old = meeting.old && act.event == meeting.last.event;
    if (!old) return {{what + place + ": " + value, what + place, place}, 1};
    return {{what + place + ": " + value + ", an old value", what + place + ": " + value + ", old",
             place + ": " + value + ", old", what + place + ", old", place + ", old", "old",
             what + place, place},
            3};
}

std::vector<std::string> parts_beside(const lab::Run& run, const OrderRow& row) {
    const bool fence = row.act.traced() && row.what == OrderRow::What::fence;
    const int line = fence ? event_of_act(run, row.act).fence_line : row.act.line;
    std::vector<std::string> parts{lab::line_words(line)};
    if (row.act.traced() && !fence) parts.push_back(words_of_signal(event_of_act(run, row.act)));
    return parts;
}

std::string beside_words(const lab::Run& run, const OrderRow& row) {
    return note_of_parts(parts_beside(run, row)).whole();
}

std::string edge_words(const Meeting& meeting) {
    switch (meeting.how) {
        case Ordering::nothing:
            return "*Nothing orders these two.* No path of edges leads from the first to the last.";
        case Ordering::lockstep:
            return "*Only lockstep orders these two.* They are in one warp, and nothing between "
                   "them makes its lanes wait.";
        case Ordering::flag:
            return "*The flag orders these two*: edges lead from the first to the last.";
        case Ordering::barrier: return "*The barrier that both pass orders these two.*";
        case Ordering::launch: return "*The end of a launch orders these two.*";
        case Ordering::others: return "*Other threads between them order these two.*";
        case Ordering::itself:
            return "*One word*: a thread that sees the word has the whole message. It orders no "
                   "other data.";
    }
    return "";
}

namespace {

// "*One look*: that is all that the compiler left of the loop in line 47; it is taken in line 49."
std::string look_words(const lab::Run& run, const Act& read) {
    const int loop = loop_left_out(run, read);
    if (loop == 0) return "";
    return "*One look*: the compiler reduced the loop in " + lab::line_words(loop) +
           " to one look, in " + lab::line_words(read.line) + ".";
}

std::string order_by_flag(const Meeting& meeting) {
    if (meeting.how == Ordering::flag)
        return "*Synchronises with*: a thread that sees the flag sees all that came before it.";
    return meeting.how == Ordering::launch
               ? "The launch had ended before the flag was read. Its end brings the order."
               : "The flag is seen, but it brings no order.";
}

}  // namespace

std::string flag_words(const lab::Run& run, const Meeting& meeting) {
    if (!meeting.by_flag) return meeting.last.writes ? "" : look_words(run, meeting.last);
    const std::string look = look_words(run, meeting.told);
    return order_by_flag(meeting) + (look.empty() ? "" : " " + look);
}

std::string both_words(const Meeting& meeting) {
    if (meeting.how == Ordering::launch) return "The launch ends: all its writes are in place";
    return meeting.lacks ? "A barrier that not all threads of the block reach"
                         : "A barrier: all threads of the block have arrived";
}

std::string order_claim(const DrawContext& context) {
    const Meeting* meeting = meeting_shown(context.picture(), context.cursor);
    if (!meeting) return "No two warps meet here";
    switch (meeting->how) {
        case Ordering::nothing:
            return meeting->by_flag ? "The flag arrives, but nothing orders " + meeting->place
                                    : "Nothing orders " + meeting->place;
        case Ordering::lockstep: return "Only lockstep orders " + meeting->place;
        case Ordering::flag: return "The flag brings " + meeting->place + " with it";
        case Ordering::barrier: return "A barrier orders " + meeting->place;
        case Ordering::launch: return "The end of a launch orders " + meeting->place;
        case Ordering::others: return "Other threads order " + meeting->place;
        case Ordering::itself: return meeting->place + " needs no flag";
    }
    return "";
}

std::string order_sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Meeting* meeting = meeting_shown(run, context.cursor);
    if (!meeting) return no_meetings + freed_words(run);
    const Act &first = meeting->first, &last = meeting->last;
    const std::string who = capitalised(thread_words(first)) + " " + verb_of_act(first) + " *" +
                            meeting->place + "*, and " + thread_words(last) + " " +
                            verb_of_act(last) + " it";
    switch (meeting->how) {
        case Ordering::nothing:
            if (last.writes && first.writes) return who + ": *luck* decides which value stays.";
            if (last.writes) return who + ": *luck* decides whether the read came first.";
            return who + (meeting->old ? ": this read returns *an old value*, which the memory "
                                         "model allows."
                                       : ": *luck* decides whether this read returns the new "
                                         "value or the old.");
        case Ordering::lockstep:
            return who +
                   ": they are lanes of one warp, which run in step, *but nothing promises "
                   "that*.";
        case Ordering::flag:
            return who + " *after the flag* that the first thread set." + needed_words(run);
        case Ordering::barrier: return who + " after a *barrier*." + freed_words(run);
        case Ordering::launch: return who + " in a later *launch*." + needed_words(run);
        case Ordering::others: return who + ". Threads between them pass the order on.";
        case Ordering::itself: return who + " as *one word*, which needs no flag.";
    }
    return "";
}

}  // namespace app
