// Words about a line's counts. See issues.h.
#include "app/views/code/issues.h"

#include "app/format.h"

namespace app {
namespace {

// Whether a counter counts traced instructions of a warp, and so shows unrolled copies.
bool is_a_request(const simulator::CounterName& counter) {
    using simulator::Quantity;
    return counter.event && (counter.quantity == Quantity::requests ||
                             counter.quantity == Quantity::warp_instructions);
}

std::string told(std::uint64_t count, std::string_view name) {
    std::string words = spaced_name(name);
    if (count == 1 && words.ends_with("s")) words.pop_back();
    return grouped(count) + " " + words;
}

}  // namespace

std::uint64_t blocks_drawn(const lab::Run& run) {
    std::uint64_t blocks = 0;
    for (const lab::LaunchRecord& launch : run.launches) {
        if (launch.kernel != run.launches.front().kernel) return 1;
        blocks += launch.grid.count();
    }
    return blocks;
}

std::string issues_words(const simulator::LineCounters& line, std::uint64_t blocks) {
    if (line.executions == 0) return "";
    std::string words = "Issued " + told(line.executions, "times");
    if (blocks > 1) words += ", in all " + told(blocks, "blocks") + " that are drawn";
    words += ".";
    if (line.counters.warp_instructions == line.executions) return words;
    words += " All its PTX instructions, with copies by unrolling: " +
             told(line.counters.warp_instructions, "warp_instructions");
    for (const simulator::CounterName& counter : simulator::counter_names())
        if (const std::uint64_t count = line.counters.*counter.member;
            count > 0 && is_a_request(counter))
            words += ", " + told(count, counter.name);
    return words + ".";
}

}  // namespace app
