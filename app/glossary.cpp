// The table of the glossary's words. See glossary.h.
#include "app/glossary.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/format.h"
#include "app/view.h"

namespace app {
namespace {

constexpr std::string_view sectors_metric = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                           requests_metric = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                           wavefronts_metric =
                               "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                           conflicts_metric =
                               "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                           occupancy_metric = "sm__warps_active.avg.pct_of_peak_sustained_active";

// Forms of one word are separated by commas.
constexpr std::array terms_table{
    Term{"alternating", "in turns",
         "Two kernels timed in turns, A B, B A: a clock that changes moves both alike, and not "
         "their ratio."},
    Term{"asked for", "asks for,asked bytes,ask for,bytes asked",
         "Bytes of the whole sectors that a warp's requests name, at the first cache. What a cache "
         "has already, memory need not give again.",
         "", "coalescing"},
    Term{"atomic", "atomics,atomic add",
         "Reads, changes and writes one address as a whole. Lanes that want the same address are "
         "served one after the other."},
    Term{"bank", "banks",
         "Shared memory has 32 of them, each 4 bytes wide. In one wavefront each gives one word, "
         "to as many lanes as want that word.",
         "", "banks"},
    Term{"bank conflict", "bank conflicts,conflict,conflicts",
         "Lanes of a request want different words of one bank. It takes as many wavefronts as "
         "words lie in the fullest one.",
         conflicts_metric, "banks"},
    Term{"barrier", "barriers,syncthreads",
         "A place in the code at which every thread of a block has to arrive before any goes on: "
         "`__syncthreads()`. Counted once for each warp that arrives."},
    Term{"barrier interval", "barrier intervals",
         "What happens between two barriers. Within it the order of warps is not fixed."},
    Term{"block", "blocks,thread block",
         "Up to 1024 threads that share memory and meet at barriers. All of a block is on one "
         "multiprocessor.",
         "", "first_minute"},
    Term{"branch", "branches",
         "A place at which lanes may go two ways. Counted once for each warp that comes by."},
    Term{"broadcast", "", "One word that several lanes want is read once, and goes to all of them.",
         "", "banks"},
    Term{"butterfly", "butterflies",
         "Two numbers of a transform meet, and their sum and their difference stand in their "
         "places. A twiddle factor turns one number before, or the difference afterwards. Its "
         "arrows cross.",
         "", "data_flow"},
    Term{"coalesced", "uncoalesced,coalescing",
         "Lanes side by side read bytes side by side, so that a request touches as few sectors as "
         "can be: 4 for 32 floats.",
         "", "coalescing"},
    Term{"cold", "cold caches",
         "Timed with caches that hold nothing of the run's: the whole L2 is read full of other "
         "bytes before each sample."},
    Term{"counted", "counts,count",
         "The simulator ran the kernel's PTX and counted: exact, and the same on every computer. "
         "A count is not a time."},
    Term{"divergence", "divergent,diverges,divergent branch,divergent branches",
         "Lanes of one warp go different ways at a branch. The warp goes both, never in one issue, "
         "each with the other's lanes off.",
         "", "lanes"},
    Term{"event", "events",
         "A mark in a stream: it is reached when all before it in that stream has ended, and other "
         "streams, or the host, can wait for it.",
         "", "timeline"},
    Term{"fence", "fences,threadfence",
         "Orders what its own thread does in memory. A reader that sees what was stored after it, "
         "and then fences or acquires itself, sees what was stored before it, too. Of the device, "
         "by `__threadfence()`, or of the block alone. It waits for no other thread.",
         "", "happens_before"},
    Term{"global memory", "memory",
         "The memory of the whole GPU, seen by every block. It is read and written in sectors of "
         "32 bytes.",
         "", "coalescing"},
    Term{"grid", "grids", "All blocks of a launch.", "", "first_minute"},
    Term{"halo", "halos", "Elements around those that a block owns, which it has to read as well.",
         "", "field"},
    Term{"instruction", "instructions,warp instruction,warp instructions",
         "One step of the PTX. Counted once for a warp, whose lanes all take it together; machine "
         "code has other numbers."},
    Term{"issued", "issue,issues",
         "A warp started an instruction. One issue serves all lanes that are on, be they 32 or 1."},
    Term{"kernel", "kernels", "A function that every thread of a grid runs."},
    Term{"lane", "lanes",
         "The place of a thread in its warp, 0 to 31. A lane is on where its thread takes part in "
         "the instruction.",
         "", "first_minute"},
    Term{"launch", "launches", "The start of a kernel: a grid, and how many threads a block has."},
    Term{"launch bounds", "launch_bounds",
         "`__launch_bounds__(threads, blocks)` at a kernel tells the compiler how many threads its "
         "blocks have at most, and how many blocks should be at once on a multiprocessor. It gives "
         "each thread only so many registers; what does not fit goes to local memory. A launch of "
         "larger blocks is refused."},
    Term{
        "launch floor", "floor",
        "The time of a kernel that does nothing, clocked anew with each measurement: it differs by "
        "some tenths of a µs."},
    Term{"ledger", "", "Counts of several kernels side by side, each against its left neighbour."},
    Term{"lens", "", "The columns that are shown large. The map above it has the whole block."},
    Term{"Little's law", "",
         "Bytes under way are bytes a second, by the seconds that each of them is under way: "
         "bandwidth by latency.",
         "", "in_flight"},
    Term{"load", "loads", "An instruction that reads memory, for all lanes of a warp at once."},
    Term{"load round", "load rounds,Load round,Load rounds",
         "Loads of a warp that need no value of each other: they are in flight together, and the "
         "warp waits for them once. A load whose address is made of a loaded value begins the next "
         "round.",
         "", "in_flight"},
    Term{"local memory", "",
         "Memory of one thread: arrays with a variable index, and registers that did not fit."},
    Term{"measured", "",
         "By a clock on the GPU in this computer: the median of many samples, with the interval "
         "in which it lies at 95 %; of fewer than six samples, that by which processes differ."},
    Term{"model step", "model steps",
         "Of the model of blocks: each warp that is on a multiprocessor issues one instruction. It "
         "is no cycle of a clock, and no step of the trace.",
         "", "blocks"},
    Term{"modelled", "",
         "By a formula or a model, from what was counted. In the formula a wave costs as much as "
         "any other where warps wait: one block more than there are places costs a whole wave. A "
         "modelled time can be off by the error that is drawn with it; where no error is drawn, "
         "none is known."},
    Term{"multiprocessor", "multiprocessors,SM,SMs",
         "A part of the GPU that runs whole blocks, several at once if they fit. An H200 has 132.",
         "", "first_minute"},
    Term{"occupancy", "",
         "Warps that are on a multiprocessor at once, as a share of those that it has room for.",
         occupancy_metric, "first_minute"},
    Term{"operation", "operations",
         "What one lane computes. Where two kernels are compared: one call of what joins two "
         "values. "
         "Under a roofline: an addition or a product of two numbers with a point."},
    Term{"page-locked", "pinned",
         "Memory of the host that the operating system leaves where it is, as `cudaMallocHost()` "
         "gives it: the device fetches it by itself, and the host goes on meanwhile.",
         "", "timeline"},
    Term{"pageable", "",
         "Memory of the host that the operating system may move, as `malloc()` gives it. The "
         "driver copies it once more before it sends it, and the call waits.",
         "", "timeline"},
    Term{"pass", "passes",
         "Once over all that waits. Lanes of an atomic that want one address are served one after "
         "the other: a request takes as many passes as its fullest address has lanes. A sort goes "
         "over all keys once for each digit."},
    Term{"poll", "polls",
         "One look of a warp, in a loop, at what another thread may write. A look that finds it "
         "there at once is a poll too: polls do not say that anybody waited."},
    Term{"recorded", "",
         "Measured before, on the GPU and the day that stand beside it, of the very same PTX."},
    Term{"register", "registers", "Storage of one thread, within the multiprocessor."},
    Term{"request", "requests",
         "One memory instruction of one warp with at least one lane on, however wide it is.",
         requests_metric, "coalescing"},
    Term{"requested", "bytes requested,wanted",
         "Distinct bytes that lanes use of memory, added up over all requests."},
    Term{"round", "rounds",
         "All values once more, each made of some of the round before: a row of a picture. A "
         "barrier or a shuffle parts it from the next."},
    Term{"scope", "scopes",
         "Whose threads an order in memory holds for: those of the block, of the device, or of the "
         "whole system.",
         "", "happens_before"},
    Term{"sector", "sectors",
         "32 bytes, the least that a warp's request asks a cache for. Four of them are a line of "
         "128. Memory itself may fetch two of them side by side, 64 bytes, or the whole line.",
         sectors_metric, "coalescing"},
    Term{"sectors per request", "sectors a load,sectors by stride,sectors by offset",
         "How many sectors one load of a warp asks for: 4 where 32 floats lie side by side, 32 "
         "where each lane has one to itself.",
         "", "coalescing"},
    Term{"shared memory", "",
         "Memory of one block, on its multiprocessor, in 32 banks. Other blocks reach it only "
         "where they were launched together as a cluster; no lesson here does that.",
         "", "banks"},
    Term{"shuffle", "shuffles,warp shuffles",
         "Hands a register's value from lane to lane of a warp, without memory."},
    Term{"spectrum", "spectra",
         "What a Fourier transform makes of numbers: how much of each wave they hold, a complex "
         "number for each frequency."},
    Term{"store", "stores", "An instruction that writes memory, for all lanes of a warp at once."},
    Term{"stream", "streams",
         "A queue of copies and launches: they run in their order, and those of different streams "
         "at once where they can.",
         "", "timeline"},
    Term{"stride", "strided", "How far apart neighbours stand, in elements.", "", "coalescing"},
    Term{"thread", "threads",
         "One run of the kernel's code, with a number of its own and registers of its own.", "",
         "first_minute"},
    Term{"ticket", "tickets",
         "A number that each block draws as it starts, by an atomic addition. Blocks start in any "
         "order: work goes by ticket, so that a block waits only for blocks that have started."},
    Term{"twiddle factor", "twiddle factors",
         "A complex number of length 1, a cosine and a sine. By it a butterfly turns one of its "
         "two numbers, or their difference."},
    Term{"useful", "useful bytes,useful byte,useful MB",
         "Bytes that a lesson's work needs at the least: each that is read or written, once. Who "
         "reads some again moves more than these, and these alone are told."},
    Term{
        "warm", "warm caches",
        "Timed many rounds in a row, each with the caches as the one before left them; the mean of "
        "a round. Done below 50 µs."},
    Term{"warp", "warps",
         "32 threads that are issued together: each instruction goes to all of them that stand at "
         "it. Since Volta (2017) each has a place in the code of its own, so only `__syncwarp()`, "
         "or an instruction with a mask of lanes, brings lanes together that parted. A block of "
         "256 threads has 8.",
         "", "first_minute"},
    Term{"wavefront", "wavefronts",
         "One pass over the banks of shared memory. A request needs as many as the most different "
         "words that one bank must give.",
         wavefronts_metric, "banks"},
};

using Forms = std::map<std::string, const Term*, std::less<>>;

const Forms& forms() {
    static const Forms made = [] {
        Forms all;
        for (const Term& word : terms_table) {
            all[lower_case(word.word)] = &word;
            for (std::string_view rest = word.forms; !rest.empty();) {
                const std::size_t end = std::min(rest.find(','), rest.size());
                all[lower_case(rest.substr(0, end))] = &word;
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
        return all;
    }();
    return made;
}

constexpr std::size_t longest = 3;  // most words of a form

}  // namespace

std::span<const Term> glossary() { return terms_table; }

const Term* find_term(std::string_view form) {
    const auto found = forms().find(lower_case(form));
    return found == forms().end() ? nullptr : found->second;
}

std::string term_meaning(const Term& word) {
    return "*" + capitalised(std::string(word.word)) + ".* " + std::string(word.means);
}

std::string term_sentence(const Term& word) {
    std::string all = term_meaning(word);
    if (!word.metric.empty()) all += "\nIn Nsight Compute: `" + std::string(word.metric) + "`";
    const View* view = word.view.empty() ? nullptr : find_view(word.view);
    return view ? all + "\nSeen in: " + view->title : all;
}

std::vector<TermIn> words_in(std::span<const std::string> tokens) {
    std::vector<TermIn> found;
    for (std::size_t at = 0; at < tokens.size();) {
        TermIn best{at, 0, nullptr};
        std::string form;
        for (std::size_t count = 1; count <= longest && at + count <= tokens.size(); ++count) {
            form += (count > 1 ? " " : "") + lower_case(tokens[at + count - 1]);
            const auto known = forms().find(form);
            if (known != forms().end()) best = {at, count, known->second};
        }
        if (best.word) found.push_back(best);
        at += std::max<std::size_t>(1, best.count);
    }
    return found;
}

}  // namespace app
