// The current step in words and boxes. See now.h.
#include "app/views/now.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <regex>
#include <set>

#include "app/format.h"
#include "app/views/bank_passes.h"
#include "app/views/cell_names.h"
#include "app/views/moment.h"
#include "app/views/sectors.h"
#include "app/views/texture_read.h"
#include "lab/plan.h"
#include "lab/source_text.h"

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using MovedSlot = simulator::Slot;
using simulator::Space;
using simulator::Step;

// "for (int s = n / 2; s > 0; s /= 2)": the next line is a statement of its own.
bool is_head(std::string_view code) {
    const bool opens = code.starts_with("for ") || code.starts_with("if ") ||
                       code.starts_with("while ") || code.starts_with("else");
    return opens && (code.ends_with(')') || code.ends_with("else"));
}

// Whether a statement ends with this line, or a block opens or closes.
bool ends_statement(std::string_view line) {
    line = lab::trimmed(lab::without_remark(line));
    return line.empty() || line.starts_with('#') || is_head(line) ||
           std::string_view(";{}:").find(line.back()) != std::string_view::npos;
}

// The lines that a statement spans.
struct LineRange {
    int first = 0, last = 0;
    bool contains(int line) const { return line >= first && line <= last; }
};

LineRange statement_around(const lab::Run& run, int line) {
    const std::vector<std::string_view> lines = lab::lines_in(run.source_text);
    LineRange range{line, line};
    if (line < 1 || line > std::ssize(lines)) return range;
    const auto ends = [&](int one) {
        return ends_statement(lines[static_cast<std::size_t>(one) - 1]);
    };
    while (range.first > 1 && !ends(range.first - 1)) --range.first;
    while (range.last < std::ssize(lines) && !ends(range.last)) ++range.last;
    return range;
}

// Names followed by an index, in code without comments.
std::set<std::string> indexed_in(std::string_view code) {
    std::set<std::string> names;
    for (std::size_t at = code.find('['); at != code.npos; at = code.find('[', at + 1))
        if (const auto name = lab::name_before(code, at); !name.empty()) names.emplace(name);
    return names;
}

// The text of the statement around a line, without comments.
std::string statement_text(const lab::Run& run, int line) {
    const std::vector<std::string_view> lines = lab::lines_in(run.source_text);
    if (line < 1 || line > std::ssize(lines)) return "";
    const LineRange range = statement_around(run, line);
    std::string text;
    for (int at = range.first; at <= range.last; ++at)
        text += lab::without_remark(lines[static_cast<std::size_t>(at) - 1]);
    return text;
}

// The name of an array in a line that calls it by another name.
struct OnLine {
    std::string name{};       // a pointer into the array: "all_u"; empty where none or several
    bool moved_here = false;  // by the compiler: the line names only other arrays
};

OnLine name_on_line(const lab::Run& run, const Event& event, const std::string& array) {
    const std::string code = statement_text(run, event.line);
    if (array.empty() || lab::has_name(code, array)) return {};
    const std::size_t is = code.find(" = ");
    const bool stores = event.kind == EventKind::store;
    if (stores && is == code.npos) return {};
    const std::string_view part = stores ? std::string_view(code).substr(0, is)
                                         : std::string_view(code).substr(is == code.npos ? 0 : is);
    std::set<std::string> names = indexed_in(part);
    const bool indexes = !names.empty();
    for (const simulator::Array& other : run.trace->arrays)
        names.erase(name_in_kernel(run, event.launch, other));
    if (names.empty()) return {"", indexes};
    return {names.size() == 1 ? *names.begin() : ""};
}

std::string what(const lab::Run& run, const Event& event, bool many) {
    const std::string array = array_name(run, event);
    const OnLine here = name_on_line(run, event, array);
    const std::string quoted = "`" + array + "`";
    const std::string name = array.empty()       ? std::string(name_of(event.space)) + " memory"
                             : here.moved_here   ? quoted + " (moved to this line by the compiler)"
                             : here.name.empty() ? quoted
                                                 : "`" + here.name + "` (in " + quoted + ")";
    const std::string s = many ? "" : "s";
    if (is_texture_read(event)) return "read" + s + " through a texture";
    switch (event.kind) {
        case EventKind::load: return (many ? "read " : "reads ") + name;
        case EventKind::store: return "write" + s + " " + name;
        case EventKind::atomic: return "update" + s + " " + name + " atomically";
        case EventKind::shuffle: return "take" + s + " a lane's value";
        case EventKind::vote: return "vote" + s;
        case EventKind::barrier: return "wait" + s + " at the barrier";
    }
    return "run" + s;
}

std::uint32_t lanes_there(const lab::Run& run, const Event& event) {
    const std::uint64_t threads = threads_in(run, event.launch),
                        first = std::uint64_t(event.warp) * 32;
    return threads >= first + 32 ? ~0u : threads <= first ? 0 : (1u << (threads - first)) - 1;
}

std::string who(const lab::Run& run, const Step& step, const Event& event) {
    const std::uint64_t threads = threads_in(run, step.launch);
    if (step.lanes == threads)
        return "*All " + plural(threads, "thread") + "* " + what(run, event, true) + ". ";
    const std::string warp = " of warp " + std::to_string(event.warp);
    const bool one = std::popcount(event.mask) == 1;
    std::string text =
        "*" + capitalised(lanes_text(event.mask)) + "*" + warp + " " + what(run, event, !one);
    const std::uint32_t off = lanes_there(run, event) & ~event.mask;
    if (off) text += "; " + lanes_text(off) + (std::popcount(off) == 1 ? " is" : " are") + " *off*";
    const int others = static_cast<int>(step.events.size()) - 1;
    const int skip = static_cast<int>((threads + 31) / 32) - others - 1;
    text += ". ";
    if (others && skip)
        return text + plural(others, "other warp") + (others == 1 ? " does" : " do") +
               " the same, " + plural(skip, "warp") + (skip == 1 ? " skips" : " skip") + " it. ";
    if (others)
        return text + plural(others, "other warp") + (others == 1 ? " does" : " do") +
               " the same. ";
    if (skip) return text + plural(skip, "other warp") + (skip == 1 ? " skips" : " skip") + " it. ";
    return text;
}

// A pass serves one address to all lanes that load it.
std::string constant_cost(const lab::Run& run, const Event& event) {
    std::set<std::uint64_t> addresses;
    for (int lane = 0; lane < 32; ++lane)
        if (const MovedSlot* slot = run.trace->slot(event, lane)) addresses.insert(slot->address);
    const auto passes = static_cast<std::int64_t>(addresses.size());
    if (passes == 1) return "The warp's lanes read one address: *1 pass*, as few as possible.";
    return "Each pass serves one address: the warp's request takes *" + grouped(passes) +
           " passes*; for one address 1 would be enough.";
}

std::string sectors_text(int sectors, int ideal) {
    const std::string asks = "The warp's request asks for *" + plural(sectors, "sector") + "*";
    if (sectors > ideal)
        return asks + "; " + grouped(ideal) + " would hold all bytes that it uses.";
    return asks + ", as few as possible.";
}

std::string shared_cost(const BankPasses& all) {
    const auto passes = static_cast<std::int64_t>(all.passes.size());
    if (passes > all.ideal)
        return "Different words lie in the same bank: *" + plural(passes, "wavefront") +
               "* where " + grouped(all.ideal) + " would be enough.";
    const std::string why = all.broadcast ? "One word serves several lanes: a broadcast, "
                                          : "Every word lies in a bank of its own: ";
    if (all.ideal < 2) return why + "*no conflict*.";
    return why + "no conflict. A lane needs more than 4 bytes, so the request takes *" +
           plural(passes, "wavefront") + "*.";
}

std::string memory_cost(const lab::Run& run, const Event& event) {
    if (is_texture_read(event))
        return "The texture unit finds the texels. Its sectors are *not counted*.";
    if (event.space == Space::constant) return constant_cost(run, event);
    if (event.space == Space::shared) return shared_cost(passes_of(run, event));
    if (event.space == Space::local)
        return sectors_text(static_cast<int>(event.sectors), static_cast<int>(event.ideal));
    const Coalescing& all = coalescing_of(run, event);
    return sectors_text(all.sectors, all.ideal);
}

// Threads that get their own value back from a shuffle, as their source lane is not in the warp.
int threads_with_own(const lab::Run& run, const Step& step) {
    int own = 0;
    for (const std::uint32_t id : step.events)
        for (int lane = 0; lane < 32; ++lane) {
            const MovedSlot* slot = run.trace->slot(run.trace->events[id], lane);
            own += slot && slot->address == static_cast<std::uint64_t>(lane);
        }
    return own;
}

std::string shuffle_text(const lab::Run& run, const Step& step, const Event& event) {
    int distance = 0;
    bool same = true, any = false;
    for (int lane = 0; lane < 32; ++lane)
        if (const MovedSlot* slot = run.trace->slot(event, lane)) {
            const int apart = static_cast<int>(slot->address) - lane;
            if (apart == 0) continue;  // a lane at the warp's end keeps its own value
            same &= !any || apart == distance;
            distance = apart;
            any = true;
        }
    if (!any) return "Every lane gets its own value back.";
    if (!same)
        return "Values go from lane to lane without a barrier, through the pipe of shared memory.";
    const std::string from = "the lane *" + plural(std::abs(distance), "place") +
                             (distance > 0 ? " up" : " down") + "*, without a barrier.";
    const int own = threads_with_own(run, step);
    const bool left = std::ranges::any_of(run.faults, [&](const simulator::Fault& fault) {
        return fault.kind == simulator::FaultKind::missing_lane && fault.launch == event.launch &&
               fault.code_line() == simulator::code_line(event.line, event.ptx_line);
    });
    if (left)
        return "Each requests the value of the lane *" + plural(std::abs(distance), "place") +
               (distance > 0 ? " up" : " down") +
               "*; the value of a lane that has left is *undefined*.";
    if (own == 0) return "Each gets the value of " + from;
    return "*" + grouped(own) + (own == 1 ? "* gets its" : "* get their") +
           " own value back, the others get that of " + from;
}

// At a barrier with a fault that a check found, the words say what still holds.
std::string barrier_text(const lab::Run& run, const Event& event) {
    using simulator::FaultKind;
    const auto found = [&](FaultKind kind) {
        return std::ranges::any_of(run.faults, [&](const simulator::Fault& fault) {
            return fault.kind == kind && fault.launch == event.launch &&
                   fault.code_line() == simulator::code_line(event.line, event.ptx_line);
        });
    };
    if (found(FaultKind::divergent_barrier))
        return "Not *all threads* of the block arrive here: CUDA does not define what happens "
               "then.";
    return found(FaultKind::fragile_barrier)
               ? "No thread goes on before all threads of the block *that have not returned* are "
                 "here."
               : "No thread goes on before *all threads* of the block are here.";
}

std::string cost(const lab::Run& run, const Step& step, const Event& event) {
    switch (event.kind) {
        case EventKind::load:
        case EventKind::store: return memory_cost(run, event);
        case EventKind::atomic:
            return event.at_once ? "Lanes on one address are *counted at once*."
                                 : "Lanes on one address take turns.";
        case EventKind::shuffle: return shuffle_text(run, step, event);
        case EventKind::vote: return "The lanes of a warp get *their own warp's* answer.";
        case EventKind::barrier: return barrier_text(run, event);
    }
    return "";
}

// The events of one warp around `at` that belong to one execution of its statement, in order.
std::vector<const Event*> one_execution(const lab::Run& run, const Event& at) {
    const LineRange statement = statement_around(run, at.line);
    std::vector<const Event*> own;
    for (const Event& event : run.trace->events)
        if (event.launch == at.launch && event.block == at.block && event.warp == at.warp)
            own.push_back(&event);
    const auto here = std::find(own.begin(), own.end(), &at);
    auto first = here, last = here;
    const auto fits = [&](const Event* event) {
        return statement.contains(event->line) && event->interval == at.interval;
    };
    // The same instruction a second time belongs to another turn of a loop.
    const auto repeats = [&](const Event* event, auto from, auto to) {
        return std::any_of(from, to, [&](const Event* other) {
            return other->instruction == event->instruction && event->instruction;
        });
    };
    // A store ends the execution: the next turn begins after it.
    const auto ends = [](const Event* event) { return event->kind == EventKind::store; };
    while (first != own.begin() && !ends(*(first - 1)) && fits(*(first - 1)) &&
           !repeats(*(first - 1), first, last + 1))
        --first;
    while (!ends(*last) && last + 1 != own.end() && fits(*(last + 1)) &&
           !repeats(*(last + 1), first, last + 1))
        ++last;
    return {first, last + 1};
}

std::string box_name(const lab::Run& run, const Event& event, const MovedSlot& slot) {
    switch (event.kind) {
        case EventKind::shuffle: return "from lane " + std::to_string(slot.address);
        case EventKind::vote: return "vote";
        case EventKind::barrier: return "barrier";
        default: return is_texture_read(event) ? "texel" : cells_name(run, event, slot.address);
    }
}

// Type of a moved value: bits are shown in their array's type, where that is real and of their
// size.
simulator::Type type_of(const lab::Run& run, const Event& event, const MovedSlot& slot) {
    const bool memory = event.kind == EventKind::load || event.kind == EventKind::store;
    const int array = memory ? run.trace->array_of(event, slot.address, nullptr) : -1;
    if (array < 0 || lab::is_real(event.type)) return event.type;
    const simulator::Type own = run.trace->arrays[static_cast<std::size_t>(array)].type;
    const bool fits = simulator::size_of(own) == simulator::size_of(event.type);
    return lab::is_real(own) && fits ? own : event.type;
}

// Letters as C++ writes them: 'd', "dcbb".
std::string box_value(const lab::Run& run, const Event& event, const MovedSlot& slot) {
    if (!moves_letters(run, event)) return value_text(slot.value, type_of(run, event, slot), 5);
    const std::string letters = as_shown(letters_in(event, slot));
    const std::string quote = letters.size() == 1 ? "'" : "\"";
    return quote + letters + quote;
}

// Whether the kernel declares this shared array as packs (float4): the source asks for wide
// accesses.
bool declares_packs(const lab::Run& run, const std::string& array) {
    static const std::regex pack(R"((float|double|int|uint|short|char|half|bfloat16)_?[234]\b)");
    for (const std::string_view line : lab::lines_in(run.source_text))
        if (line.find("__shared__") != line.npos && lab::has_name(line, array))
            return std::regex_search(line.begin(), line.end(), pack);
    return false;
}

// For accesses that the source writes number by number and the compiler joins. Not for pointers:
// the source may have made them pointers to packs.
std::string joined(const lab::Run& run, const Event& event) {
    const bool load = event.kind == EventKind::load;
    if (event.count < 2 || event.space != Space::shared) return "";
    const std::string code = statement_text(run, event.line), array = array_name(run, event);
    if (code.find("reinterpret_cast") != code.npos || !lab::has_name(code, array)) return "";
    if (declares_packs(run, array)) return "";
    const int bytes = event.count * simulator::size_of(event.type);
    return " The compiler joins *" + plural(event.count, load ? "read" : "write") +
           "* that lie side by side into one of " + std::to_string(bytes) + " bytes: `" +
           (load ? "ld" : "st") + ".shared.v" + std::to_string(event.count) + "`.";
}

}  // namespace

std::string now_text(const lab::Run& run, const Cursor& cursor) {
    const Step* step = step_at(run, cursor);
    if (run.steps.empty())
        return run.counters.warp_instructions > 0 ? "This block did not run: no line is lit."
                                                  : "No thread ran: no line is lit.";
    if (!step || !run.trace)
        return "Step forward: the running line is lit, with a text on what it does.";
    const Event* event = event_in(run, cursor.step, cursor);
    if (!event) return "";
    return who(run, *step, *event) + cost(run, *step, *event) + joined(run, *event);
}

namespace {

std::string in_what(const lab::Run& run, int line) {
    if (line <= 0) return "";
    const LineRange statement = statement_around(run, line);
    return statement.first == statement.last ? ", in this line" : ", in this statement";
}

}  // namespace

std::string boxes_title(const lab::Run& run, const Cursor& cursor) {
    const Event* event =
        run.trace && step_at(run, cursor) ? event_in(run, cursor.step, cursor) : nullptr;
    if (!event || event->kind == EventKind::barrier) return "";
    return "Lane " + std::to_string(lane_in(*event, cursor)) + " of warp " +
           std::to_string(event->warp) + in_what(run, event->line);
}

std::size_t first_box(const std::vector<RegisterBox>& boxes, std::size_t most) {
    const auto now = std::size_t(std::ranges::find_if(boxes, &RegisterBox::now) - boxes.begin());
    if (boxes.size() <= most || now == boxes.size()) return 0;
    return std::min(now / most * most, boxes.size() - most);
}

namespace {

constexpr std::size_t most_boxes = 4;  // side by side

// A box, and the array if it is a load of one number; empty where it can't stand for others.
struct Loaded {
    RegisterBox box;
    std::string from;
};

// The loads of an array as one box: the current one, else the last done, else the first.
RegisterBox folded(const std::vector<Loaded>& all, const std::string& from) {
    std::vector<const RegisterBox*> own;
    for (const Loaded& one : all)
        if (one.from == from) own.push_back(&one.box);
    std::size_t shown = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (!own[i]->value.empty()) shown = i;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i]->now) shown = i;
    RegisterBox box = *own[shown];
    if (own.size() > 1) box.count = std::to_string(shown + 1) + " of " + std::to_string(own.size());
    return box;
}

std::vector<RegisterBox> fold(const std::vector<Loaded>& all) {
    std::vector<RegisterBox> boxes;
    std::set<std::string> done;
    for (const Loaded& one : all) {
        if (all.size() <= most_boxes || one.from.empty())
            boxes.push_back(one.box);
        else if (done.insert(one.from).second)
            boxes.push_back(folded(all, one.from));
    }
    return boxes;
}

}  // namespace

std::vector<RegisterBox> boxes_of(const lab::Run& run, const Cursor& cursor) {
    std::vector<Loaded> boxes;
    const Event* now =
        run.trace && step_at(run, cursor) ? event_in(run, cursor.step, cursor) : nullptr;
    if (!now || now->kind == EventKind::barrier) return {};
    const int lane = lane_in(*now, cursor);
    for (const Event* event : one_execution(run, *now)) {
        if (event->kind == EventKind::barrier) continue;
        for (int k = 0; k < event->count; ++k) {
            const MovedSlot* slot = run.trace->slot(*event, lane, k);
            if (!slot) continue;
            const bool to_come = event->index > now->index;
            const bool alone = event->kind == EventKind::load && event->count == 1;
            boxes.push_back(
                {{box_name(run, *event, *slot), to_come ? "" : box_value(run, *event, *slot),
                  event->kind == EventKind::store || event->kind == EventKind::atomic,
                  event == now},
                 alone ? array_name(run, *event) : ""});
        }
    }
    return fold(boxes);
}

}  // namespace app
