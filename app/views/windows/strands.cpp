// Follows the letters of each lane through a trace. See strands.h.
#include "app/views/windows/strands.h"

#include <algorithm>
#include <bit>
#include <set>

#include "app/views/cell_names.h"
#include "lab/features/letters.h"

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::Step;
using simulator::warp_size;

const lab::Letters& letters_said(const lab::Run& run) {
    return lab::feature<lab::Letters>(run.request.settings);
}

// The first letter of a load.
struct Read {
    int array = -1;
    std::int64_t place = 0;
};

Read read_of(const lab::Run& run, const Event& event, const simulator::Slot& slot) {
    const int array = run.trace->array_of(event, slot.address, nullptr);
    if (array < 0) return {};
    const auto base = run.trace->arrays[std::size_t(array)].base;
    return {array, std::int64_t(slot.address - base)};
}

// A word stored to shared memory is put away; the lane does not compare it.
bool puts_away(const lab::Run& run, const Event& event) {
    return event.kind == EventKind::store && moves_letters(run, event);
}

bool loads_letters(const lab::Run& run, const Event& event) {
    return event.kind == EventKind::load && moves_letters(run, event);
}

void append_to(Strand& strand, const Read& read, const Event& event, const std::string& letters) {
    const bool follows = strand && strand.array == read.array &&
                         strand.place + std::ssize(strand.letters) == read.place &&
                         event.instruction > strand.instruction;
    if (!follows) strand = {read.array, read.place, {}, int(letters.size()), 0};
    strand.letters += letters;
    strand.instruction = event.instruction;
}

// Windows that end after the text's last letter do not count.
std::vector<LaneWindow> windows_of(const lab::Run& run, const LaneLetters& lane) {
    std::vector<LaneWindow> windows;
    const auto [text, of_a_word, count] = letters_said(run);
    const std::int64_t letters = count(run.request.settings);
    for (int k = 0; k < lane.text.of_first_load; ++k) {
        LaneWindow window{lane.text.place + k};
        if (window.place + of_a_word > letters) break;
        window.known =
            int(std::min(std::ssize(lane.text.letters) - k,
                         std::min<std::ptrdiff_t>(std::ssize(lane.word.letters), of_a_word)));
        while (window.agreeing < window.known &&
               lane.text.letters[std::size_t(k + window.agreeing)] ==
                   lane.word.letters[std::size_t(window.agreeing)])
            ++window.agreeing;
        window.found = window.agreeing == of_a_word;
        windows.push_back(window);
    }
    return windows;
}

// Follows the lanes of one warp, load by load.
class Follower {
public:
    explicit Follower(const lab::Run& run) : run_(run) {}

    /// Returns the number of windows of the participating lanes that now match a word.
    int take(const Event& event) {
        int holding = 0;
        if (puts_away(run_, event))
            for (int lane = 0; lane < warp_size; ++lane)
                if (event.mask >> lane & 1) lanes_[std::size_t(lane)].word = {};
        if (!loads_letters(run_, event)) return 0;
        for (int lane = 0; lane < warp_size; ++lane)
            if (const simulator::Slot* slot = run_.trace->slot(event, lane))
                holding += take(event, *slot, lane);
        return holding;
    }
    std::array<LaneLetters, warp_size>& lanes() { return lanes_; }
    std::map<std::int64_t, int>& found() { return found_; }

private:
    int take(const Event& event, const simulator::Slot& slot, int lane) {
        const Read read = read_of(run_, event, slot);
        if (read.array < 0) return 0;
        LaneLetters& own = lanes_[std::size_t(lane)];
        append_to(is_text(run_, read.array) ? own.text : own.word, read, event,
                  letters_in(event, slot));
        own.windows = windows_of(run_, own);
        int holding = 0;
        for (const LaneWindow& window : own.windows) {
            if (!window.found) continue;
            ++holding;
            found_[window.place] = int(own.word.place / letters_said(run_).of_a_word);
        }
        return holding;
    }

    const lab::Run& run_;
    std::array<LaneLetters, warp_size> lanes_;
    std::map<std::int64_t, int> found_;
};

KnownLetters all_letters(const lab::Run& run) {
    KnownLetters known;
    if (letters_said(run).text.empty() || !run.trace) return known;
    for (const Event& event : run.trace->events) {
        if (!loads_letters(run, event)) continue;
        for (int lane = 0; lane < warp_size; ++lane) {
            const simulator::Slot* slot = run.trace->slot(event, lane);
            const Read read = slot ? read_of(run, event, *slot) : Read{};
            if (read.array < 0) continue;
            std::int64_t place = read.place;
            for (const char letter : letters_in(event, *slot)) known[read.array][place++] = letter;
        }
    }
    return known;
}

std::vector<Wanting> wanted_by(const lab::Run& run, const Event& event) {
    std::map<std::int64_t, std::uint32_t> lanes;
    for (int lane = 0; lane < warp_size; ++lane)
        if (const simulator::Slot* slot = run.trace->slot(event, lane))
            lanes[read_of(run, event, *slot).place] |= 1u << lane;
    std::vector<Wanting> wanted;
    for (const auto& [place, mask] : lanes) wanted.push_back({place, mask});
    return wanted;
}

// By step: windows found so far, over all warps.
struct FoundBySteps {
    std::vector<int> found;
};

FoundBySteps found_by_steps(const lab::Run& run) {
    FoundBySteps made;
    std::map<std::pair<std::uint16_t, std::uint32_t>, Follower> warps;
    for (const Step& step : run.steps) {
        const int before = made.found.empty() ? 0 : made.found.back();
        int& found = made.found.emplace_back(before);
        for (const std::uint32_t id : step.events) {
            const Event& event = run.trace->events[id];
            found += warps.try_emplace({event.launch, event.warp}, run).first->second.take(event);
        }
    }
    return made;
}

}  // namespace

bool is_text(const lab::Run& run, int array) {
    const simulator::Array& one = run.trace->arrays[std::size_t(array)];
    return one.space == simulator::Space::global && one.name == letters_said(run).text;
}

int letters_of_a_word(const lab::Run& run) {
    return letters_said(run).text.empty() ? 0 : letters_said(run).of_a_word;
}

const KnownLetters& known_letters(const lab::Run& run) {
    return run.derived(0, [&] { return all_letters(run); });
}

bool reads_letters(const lab::Run& run, const Step& step) {
    return !step.events.empty() && loads_letters(run, run.trace->events[step.events.front()]);
}

int found_up_to(const lab::Run& run, int step) {
    if (letters_of_a_word(run) == 0 || !run.trace || step < 0) return 0;
    const auto& all = run.derived(0, [&] { return found_by_steps(run); });
    return step < std::ssize(all.found) ? all.found[std::size_t(step)] : 0;
}

std::map<std::int64_t, int> levels_of_found(const std::map<std::int64_t, int>& found,
                                            int of_a_word) {
    std::map<std::int64_t, int> levels;
    std::vector<std::int64_t> ends;  // by level: the end of its last line
    for (const auto& [place, word] : found) {
        std::size_t level = 0;
        while (level < ends.size() && ends[level] > place) ++level;
        if (level == ends.size()) ends.push_back(0);
        ends[level] = place + of_a_word;
        levels[place] = int(level);
    }
    return levels;
}

int shared_reads(const lab::Run& run, const Step& step) {
    const Event& event = run.trace->events[step.events.front()];
    std::set<simulator::Address> wanted;
    for (const simulator::Slot& slot : run.trace->lanes_of(event)) wanted.insert(slot.address);
    const bool constant = event.space == simulator::Space::constant;
    return std::popcount(event.mask) - int(wanted.size()) +
           (constant ? int(event.wavefronts) - 1 : 0);
}

Letters letters_at(const lab::Run& run, const Cursor& cursor) {
    Letters made;
    if (!run.trace || letters_of_a_word(run) == 0) return made;
    made.shown = nearest(run, cursor, [&](const Step& step) { return reads_letters(run, step); });
    if (!made) return made;
    const Event& shown = *made.shown.event;
    Follower follower(run);
    for (const Event& event : run.trace->events) {
        const bool same =
            event.launch == shown.launch && event.block == shown.block && event.warp == shown.warp;
        if (same) follower.take(event);
        if (&event == &shown) break;
    }
    made.lanes = std::move(follower.lanes());
    made.found = std::move(follower.found());
    made.array = read_of(run, shown, run.trace->lanes_of(shown).front()).array;
    made.of_text = made.array >= 0 && is_text(run, made.array);
    made.bytes = simulator::size_of(shown.type);
    made.wanted = wanted_by(run, shown);
    return made;
}

}  // namespace app
