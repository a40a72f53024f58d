// The table of the glossary's words. See glossary.h.
#include "app/glossary.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/format.h"
#include "app/terms/building_terms.h"
#include "app/view.h"
#include "lab/words.h"

namespace app {
namespace {

constexpr std::string_view sectors_metric = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                           requests_metric = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                           wavefronts_metric =
                               "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                           conflicts_metric =
                               "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                           occupancy_metric = "sm__warps_active.avg.pct_of_peak_sustained_active";

// Words that texts underline. Forms of one word are separated by commas.
constexpr std::array terms_table{
    Term{"alternating", "in turns",
         "Two kernels timed in turns: A B, B A. If the clock rate changes, both times change "
         "alike, and their ratio stays."},
    Term{"asked for",
         "asks for,asked bytes,ask for,bytes asked,requested sector,requested "
         "sectors,sectors requested",
         "Bytes of the whole sectors that the requests of warps need, counted at the L1. Memory "
         "need not deliver again what a cache still has.",
         "", "coalescing"},
    Term{"atomic", "atomics,atomic add",
         "An operation that reads, changes and writes one address as a whole. Lanes with the same "
         "address are served one after the other."},
    Term{"bank", "banks",
         "Shared memory has 32 banks, each 4 bytes wide. In one wavefront each bank serves one "
         "word, to all lanes that want that word.",
         "", "banks"},
    Term{"bank conflict", "bank conflicts,conflict,conflicts",
         "Lanes of a request want different words of one bank. The request takes as many "
         "wavefronts as the fullest bank has such words.",
         conflicts_metric, "banks"},
    Term{"barrier", "barriers,syncthreads",
         "A place in the code at which every thread of a block has to arrive before any goes on: "
         "`__syncthreads()`. Counted once for each warp that arrives."},
    Term{"barrier interval", "barrier intervals",
         "What happens between two barriers. Within it the order of warps is not fixed."},
    Term{"block", "blocks,thread block",
         "Up to 1024 threads that share memory and meet at barriers. All threads of a block are on "
         "one multiprocessor.",
         "", "first_minute"},
    Term{"branch", "branches",
         "A place in the code where lanes may go two ways. Counted once for each warp that "
         "executes it."},
    Term{"block primitive", "block primitives,block-wide primitive,TempStorage",
         "A function of a library that the threads of a block call together, as "
         "`cub::BlockReduce` and `cub::BlockScan`. It works in shared memory that the kernel "
         "gives it, its TempStorage."},
    Term{"broadcast", "", "One word that several lanes want is read once, and goes to all of them.",
         "", "banks"},
    Term{"butterfly", "butterflies",
         "A step of a Fourier transform: the sum and the difference of two numbers take their "
         "places. A twiddle factor multiplies one number before, or the difference afterwards. In "
         "a picture its arrows cross.",
         "", "data_flow"},
    Term{"coalesced", "uncoalesced,coalescing",
         "Neighbouring lanes read neighbouring bytes, so a request touches as few sectors as "
         "possible: 4 for 32 floats.",
         "", "coalescing"},
    Term{"cold", "cold caches",
         "Timed with caches that have no data of the run: before each sample other bytes fill the "
         "whole L2."},
    Term{"cooperative groups", "cooperative group,cooperative_groups,grid sync",
         "A header of CUDA whose objects stand for groups of threads: a block, a tile of it, the "
         "lanes that run a line together, a grid. Groups have functions such as `sync()` and "
         "`reduce()`."},
    Term{"counted", "counts,count",
         "The simulator ran the kernel's PTX and counted. Counts are exact, and the same on every "
         "computer. A count is not a time."},
    Term{"divergence", "divergent,diverges,divergent branch,divergent branches,warp divergence",
         "Lanes of one warp go different ways at a branch. The warp executes both ways, never in "
         "one issue, each with the lanes of the other way off.",
         "", "lanes"},
    Term{"event", "events",
         "A mark in a stream, reached when all work before it in that stream has ended. Other "
         "streams and the host can wait for it. `cudaEventElapsedTime()` gives "
         "the milliseconds between two events.",
         "", "timeline"},
    Term{"fence", "fences,threadfence,memory fence",
         "Orders the accesses of its own thread to memory. A reader that sees a store after the "
         "fence, and then has a fence or an acquire itself, also sees the stores before the fence. "
         "It orders for the device, by `__threadfence()`, or for the block alone. It waits for no "
         "other thread.",
         "", "happens_before"},
    Term{"global memory", "memory",
         "The memory of the whole GPU, seen by every block. It is read and written in sectors of "
         "32 bytes.",
         "", "coalescing"},
    Term{"grid", "grids", "All blocks of a launch.", "", "first_minute"},
    Term{"halo", "halos",
         "Elements around those that a block owns. The block has to read them as "
         "well.",
         "", "field"},
    Term{"instruction", "instructions,warp instruction,warp instructions",
         "One step of the PTX. Counted once for a warp, whose lanes execute it together. Machine "
         "code has other numbers of instructions."},
    Term{"issued", "issue,issues",
         "A warp started an instruction. One issue serves all lanes that are on, 32 or only one."},
    Term{"kernel", "kernels", "A function that every thread of a grid runs."},
    Term{"lane", "lanes",
         "The place of a thread in its warp, 0 to 31. A lane is on if its thread takes part in the "
         "instruction.",
         "", "first_minute"},
    Term{"launch", "launches", "The start of a kernel: a grid, and how many threads a block has."},
    Term{"launch bounds", "launch_bounds",
         "`__launch_bounds__(threads, blocks)` at a kernel tells the compiler how many threads its "
         "blocks have at most, and how many blocks should be resident on a multiprocessor. The "
         "compiler limits the registers of a thread to that. Values that do not fit go to local "
         "memory. A launch of larger blocks is refused."},
    Term{"launch floor", "floor",
         "The time of a kernel that does nothing. It is timed again with each measurement, and "
         "differs by some tenths of a µs."},
    Term{"ledger", "",
         "Counts of several kernels side by side, each compared with its left "
         "neighbour."},
    Term{"lens", "", "The columns that are shown large. The map above shows the whole block."},
    Term{"Little's law", "",
         "Bytes in flight are bandwidth multiplied by latency: bytes a second, multiplied by the "
         "seconds that each byte is in flight.",
         "", "in_flight"},
    Term{"load", "loads", "An instruction that reads memory, for all lanes of a warp at once."},
    Term{"load round", "load rounds,Load round,Load rounds",
         "Loads of a warp that do not need each other's values. They are in flight together, and "
         "the warp waits for them once. A load whose address is made from a loaded value begins "
         "the next round.",
         "", "in_flight"},
    Term{"local memory", "",
         "Memory of one thread, for arrays with a variable index and for values that have no "
         "register."},
    Term{"measured", "",
         "Timed on the GPU in this computer: the median of many samples, with its 95 % interval. "
         "With fewer than six samples, the interval says how far processes differ."},
    Term{"model step", "model steps",
         "A step in the model of blocks: each warp that is on a multiprocessor issues one "
         "instruction. It is no cycle of a clock, and no step of the trace.",
         "", "blocks"},
    Term{"modelled", "",
         "Computed from counts by a formula or a model. In the formula every wave takes equally "
         "long if warps wait: one block more than there are places takes a whole wave. A modelled "
         "time can be off by the error that is drawn with it; where no error is drawn, none is "
         "known."},
    Term{"multiprocessor", "multiprocessors,SM,SMs",
         "A part of the GPU that runs whole blocks, several at once if they fit. An H200 has 132.",
         "", "first_minute"},
    Term{"occupancy", "",
         "Warps resident on a multiprocessor, as a share of the warps that it has room for.",
         occupancy_metric, "first_minute"},
    Term{"operation", "operations",
         "What one lane computes. If two kernels are compared: one call of the function that joins "
         "two values. Under a roofline: an addition or a multiplication of floating-point "
         "numbers."},
    Term{"page-locked", "pinned",
         "Memory of the host that the operating system does not move, as from `cudaMallocHost()`. "
         "The device copies it by itself, and the host goes on meanwhile.",
         "", "timeline"},
    Term{"pageable", "",
         "Memory of the host that the operating system may move, as from `malloc()`. The driver "
         "first copies it into a buffer of its own, and the call waits.",
         "", "timeline"},
    Term{"pass", "passes",
         "One turn over everything that waits. Lanes of an atomic with the same address are served "
         "one after the other, so a request takes as many passes as its fullest address has lanes. "
         "A sort makes a pass over all keys for each digit."},
    Term{"poll", "polls",
         "One load of a warp, in a loop, of a place that another thread may write. The first load "
         "is a poll, too, even if it finds the new value. So polls do not say that a warp waited."},
    Term{"recorded", "",
         "Measured earlier with the very same PTX, on the GPU and the day that stand beside it."},
    Term{"redux", "redux.sync,__reduce_add_sync",
         "One instruction that joins the whole numbers of all lanes of a warp, by a sum, the "
         "smallest, the largest, and, or, xor. Each lane gets the result. It needs compute "
         "capability 8.0 or above."},
    Term{"register", "registers", "Storage of one thread, within the multiprocessor."},
    Term{"request", "requests",
         "One memory instruction of one warp with at least one lane on, however wide it is.",
         requests_metric, "coalescing"},
    Term{"requested", "bytes requested,wanted",
         "Of bytes: the distinct bytes that lanes use, added up over all requests. Of sectors: "
         "those that the requests of warps need, counted at the L1."},
    Term{"round", "rounds",
         "All values are made anew, each from some values of the round before: a row of a picture. "
         "A barrier or a shuffle separates two rounds."},
    Term{"scope", "scopes",
         "The threads for which an order in memory holds: those of the block, of the device, or of "
         "the whole system.",
         "", "happens_before"},
    Term{"sector", "sectors",
         "32 bytes, the least that a warp requests from a cache. Four sectors are a line of 128 "
         "bytes. Memory itself may fetch two neighbouring sectors, 64 bytes, or the whole line.",
         sectors_metric, "coalescing"},
    Term{"sectors per request", "sectors a load,sectors by stride,sectors by offset",
         "How many sectors one load of a warp requests: 4 where 32 floats lie side by side, 32 "
         "where each lane has one to itself.",
         "", "coalescing"},
    Term{"shared memory", "__shared__,shared variable,shared variables",
         "Memory of one block, on its multiprocessor, in 32 banks. Other blocks reach it only "
         "where they were launched together as a cluster; no lesson here does that.",
         "", "banks"},
    Term{"shuffle", "shuffles,warp shuffles",
         "Passes the value of a register from lane to lane of a warp, without memory."},
    Term{"spectrum", "spectra",
         "The result of a Fourier transform: a complex number for each frequency, which says how "
         "much of that wave is in the numbers."},
    Term{"store", "stores", "An instruction that writes memory, for all lanes of a warp at once."},
    Term{"stream", "streams",
         "A queue of copies and launches, which run in their order. Those of different streams run "
         "together if they can.",
         "", "timeline"},
    Term{"stride", "strided", "The distance between neighbours, in elements.", "", "coalescing"},
    Term{"thread", "threads",
         "One run of the kernel's code, with a number of its own and registers of its own.", "",
         "first_minute"},
    Term{"ticket", "tickets",
         "A number that each block draws as it starts, by an atomic addition. Blocks start in any "
         "order, and take their work by ticket. So a block waits only for blocks that have "
         "started."},
    Term{"twiddle factor", "twiddle factors",
         "A complex number of length 1, a cosine and a sine. A butterfly multiplies one of its two "
         "numbers by it, or their difference."},
    Term{"useful", "useful bytes,useful byte,useful MB",
         "Bytes that the work of a lesson needs at least: each byte that is read or written, once. "
         "A kernel that reads bytes again moves more, but only the useful ones count."},
    Term{"warm", "warm caches",
         "Timed over many rounds in a row, each with the caches as the round before left them. The "
         "time is the mean of a round. Used below 50 µs."},
    Term{"warp", "warps",
         "32 threads that are issued together: each instruction goes to all of them that are at "
         "it. Since Volta (2017) each thread has its own place in the code. So lanes that parted "
         "come together only by `__syncwarp()`, or by an instruction with a mask of lanes. A block "
         "of 256 threads has 8 warps.",
         "", "first_minute"},
    Term{"wavefront", "wavefronts",
         "One pass over the banks of shared memory. A request needs as many wavefronts as the "
         "fullest bank has different words to serve.",
         wavefronts_metric, "banks"},
};

// Words that the program uses as everybody does: listed, and not underlined in texts.
constexpr std::array field_table{
    Term{"arithmetic intensity", "operational intensity,operations a byte",
         "Operations for each byte that moves between memory and the GPU.", "", "roofline"},
    Term{"asynchronous", "asynchronous call,asynchronously",
         "A call returns to the host before its work has ended. A launch and `cudaMemcpyAsync()` "
         "are such calls.",
         "", "timeline"},
    Term{"bandwidth", "", "Bytes that a memory delivers in a second."},
    Term{"bytes in flight", "in flight",
         "Bytes that loads have requested and that have not arrived yet.", "", "in_flight"},
    Term{"cache line", "cache lines,128-byte line,line of 128 bytes",
         "128 bytes of a cache, in four sectors. A request brings only the sectors that it needs."},
    Term{"compute capability", "compute_capability,sm_90",
         "The version of a GPU's features: 9.0 for an H200. `nvcc -arch=sm_90` makes machine code "
         "for it."},
    Term{"constant memory", "constant cache,__constant__",
         "64 KiB that kernels only read. A variable is marked `__constant__`, and the host fills "
         "it by `cudaMemcpyToSymbol()`. One access serves all lanes of a warp that read the same "
         "address; different addresses are served one after the other."},
    Term{"context", "contexts",
         "All that a process has on a GPU: memory, modules, streams. A fault in a kernel ends the "
         "context, and every later call returns that error."},
    Term{"cuBLAS", "",
         "NVIDIA's library for vectors and matrices. It stores a matrix column by column."},
    Term{"CUB", "",
         "NVIDIA's library of reductions, scans, sorts and histograms: for a warp, for a block, "
         "and for a whole device."},
    Term{"cuFFT", "",
         "NVIDIA's library for Fourier transforms. A plan holds their size and type. It does not "
         "divide by the number of points on the way back."},
    Term{"cuRAND", "",
         "NVIDIA's library for random numbers. The host asks for a whole array, or each thread of "
         "a kernel makes its own."},
    Term{"cuSPARSE", "",
         "NVIDIA's library for sparse matrices, most of whose numbers are 0, and for tridiagonal "
         "systems."},
    Term{"deadlock", "deadlocks", "Threads wait for each other, so none of them can go on."},
    Term{"device", "devices", "The GPU and its memory, in CUDA's words."},
    Term{"device variable", "device variables,symbol",
         "A variable of a file that is marked `__device__`. The host reads and writes it by "
         "`cudaMemcpyFromSymbol()` and `cudaMemcpyToSymbol()`."},
    Term{"dynamic shared memory", "extern __shared__",
         "Shared memory whose size the launch gives: `kernel<<<grid, block, bytes>>>`. The kernel "
         "declares it as `extern __shared__ float data[]`."},
    Term{"generator", "generators,random number generator,curand_init,Philox",
         "Makes random numbers from a seed. Philox makes them from a counter, so each thread "
         "can begin anywhere. XORWOW keeps a state, and makes each number from the one before."},
    Term{"grid-stride loop", "grid stride,grid-stride",
         "A loop in which each thread goes on by as many elements as the grid has threads. So a "
         "grid of any size covers an array of any size."},
    Term{"half warp", "half warps,half-warp",
         "16 lanes. The first GPUs with CUDA, up to 2009, handled each half warp's accesses by "
         "themselves, and their shared memory had 16 banks. Today a whole warp makes one request, "
         "and there are 32 banks.",
         "", "half_warps"},
    Term{"host", "processor,CPU", "The processor and its memory, in CUDA's words."},
    Term{"L1 cache", "L1",
         "The cache of one multiprocessor. It and shared memory are parts of the same storage."},
    Term{"L2 cache", "L2",
         "The cache of the whole GPU: all multiprocessors reach memory through it. An H200 has 50 "
         "MB."},
    Term{"latency", "latencies",
         "Cycles from the issue of an instruction until its result can be used."},
    Term{"managed memory", "unified memory,cudaMallocManaged,managed",
         "Memory that host and device reach by the same address, as from `cudaMallocManaged()`. "
         "Its pages move to the side that touches them, or earlier by `cudaMemPrefetchAsync()`.",
         "", "pages"},
    Term{"mapped memory", "zero copy,zero-copy",
         "Page-locked memory of the host that kernels read and write over the bus, without a "
         "copy."},
    Term{"memory pool", "memory pools,cudaMemPool_t,cudaMemPoolAttrReleaseThreshold",
         "Memory of the device that the driver keeps for the next `cudaMallocAsync()`. What is "
         "freed goes back to the pool. When the host synchronizes, the pool gives all unused "
         "memory above its release threshold back to the device. The threshold is 0 by default.",
         "", "timeline"},
    Term{"nvcc", "",
         "NVIDIA's compiler. It compiles kernels to PTX and machine code, and gives the code of "
         "the host to the system's compiler."},
    Term{"prefetch", "prefetching,cudaMemPrefetchAsync",
         "To bring data near before they are needed."},
    Term{"PTX", "",
         "The assembly language of CUDA. The compiler makes it, and the driver turns it into "
         "machine code. The simulator runs it."},
    Term{"race", "races,race condition,data race,data races",
         "Two threads access one place, at least one of them writes, and nothing orders the two. "
         "The result depends on which comes first.",
         "", "happens_before"},
    Term{"reduction", "reductions,reduce",
         "Joins all numbers of an array into one, such as their sum or the largest.", "",
         "data_flow"},
    Term{"resident", "resident warps,resident blocks,resident warp,resident block",
         "Of a block or warp: it has its place on a multiprocessor, with registers and shared "
         "memory, until it ends.",
         "", "blocks"},
    Term{"roofline", "",
         "The most operations a second that a kernel can reach: bandwidth multiplied by its "
         "operations a byte, and never more than the arithmetic units compute.",
         "", "roofline"},
    Term{"scan", "scans,prefix sum,prefix sums,inclusive scan,exclusive scan",
         "Puts the sum of all numbers up to it in place of each number. An exclusive scan leaves "
         "the number itself out.",
         "", "data_flow"},
    Term{"seed", "seeds",
         "The number that random numbers begin with. The same seed gives the same numbers again. "
         "Threads with one seed need subsequences of their own, or all draw the same numbers."},
    Term{"SIMT", "single instruction multiple threads",
         "Single instruction, multiple threads. One instruction is issued for all threads of a "
         "warp that are at it, and each thread has its own registers and its own place in the "
         "code.",
         "", "lanes"},
    Term{"special function unit", "special function units,SFU,SFUs,__sinf,__cosf,__expf,__logf",
         "A part of the multiprocessor that computes sine, cosine, reciprocal and square root of "
         "floats approximately, as `__sinf()` asks for. A multiprocessor of an H200 has 16, and "
         "128 units for additions and multiplications."},
    Term{"spill", "spills,spilled,bytes spilled,register spilling,spilling",
         "A value that finds no register and goes to local memory."},
    Term{"stencil", "stencils",
         "Each point is computed from the points around it, all in the same way.", "", "field"},
    Term{"sticky error", "sticky errors,sticky",
         "An error that every later call returns, until the process ends. A fault in a kernel is "
         "one. A launch that can't begin is not: the next call can succeed.",
         "", "calls"},
    Term{"stream-ordered allocation", "stream-ordered allocations,cudaMallocAsync,cudaFreeAsync",
         "An allocation or a free that takes its place among the steps of a stream, and for which "
         "the host does not wait. Another stream may use the memory only behind an event.",
         "", "timeline"},
    Term{"subsequence", "subsequences,offset of a generator",
         "A part of the long sequence that a seed gives. Each thread gets one of its own by "
         "`curand_init(seed, subsequence, offset, &state)`. The offset says how many of its "
         "numbers are skipped."},
    Term{"synchronize", "synchronizes,synchronise,synchronising,synchronous,cudaDeviceSynchronize",
         "The host waits until the work of the device has ended: all of it by "
         "`cudaDeviceSynchronize()`, that of one stream by `cudaStreamSynchronize()`.",
         "", "timeline"},
    Term{"texture", "textures,texture memory,texture cache",
         "An array that kernels read through a texture object. It can interpolate between "
         "elements, and it says what lies beyond the edges. Its cache is the L1; before Maxwell "
         "(2014) it had one of its own: see `latency/texture`."},
    Term{"throughput", "", "Work that is done in a second."},
    Term{"tile", "tiles",
         "A part of an array that a block keeps in shared memory or in registers, to use it "
         "more than once. In cooperative groups it is a part of a block: 32 lanes or fewer that "
         "act together.",
         "", "tiles"},
    Term{"transaction", "transactions,memory transaction,memory transactions",
         "What older notes call a piece of memory that a request moves: 32, 64 or 128 bytes. "
         "Today's profiler counts sectors of 32 bytes.",
         "", "coalescing"},
    Term{"unrolled", "unroll,unrolls,unrolling,pragma unroll",
         "The compiler writes several iterations of a loop one after the other. They share the "
         "instructions for counter and branch."},
    Term{"warp scheduler", "warp schedulers,scheduler,schedulers",
         "Picks, in each cycle, a warp whose next instruction can be issued. A multiprocessor of "
         "an H200 has four.",
         "", "scheduler"},
    Term{"waves of blocks", "wave,waves",
         "As many blocks as have room on all multiprocessors at once are a wave. The last wave of "
         "a grid may leave places empty.",
         "", "blocks"},
};

using Forms = std::map<std::string, const Term*, std::less<>>;

Forms forms_of(std::span<const Term> terms) {
    Forms all;
    for (const Term& word : terms) {
        all[lower_case(word.word)] = &word;
        for (const std::string_view form : lab::words_between(word.forms, ","))
            all[lower_case(form)] = &word;
    }
    return all;
}

const Forms& forms() {
    static const Forms made = forms_of(glossary());
    return made;
}

// Those that texts underline.
const Forms& underlined() {
    static const Forms made = forms_of(terms_table);
    return made;
}

constexpr std::size_t longest = 3;  // most words of a form

}  // namespace

std::span<const Term> glossary() {
    static const std::vector<Term> sorted = [] {
        std::vector<Term> all(terms_table.begin(), terms_table.end());
        all.insert(all.end(), field_table.begin(), field_table.end());
        for (const auto& more : {course_terms(), building_terms()})
            all.insert(all.end(), more.begin(), more.end());
        std::ranges::sort(all, {}, [](const Term& term) { return lower_case(term.word); });
        return all;
    }();
    return sorted;
}

const Term* find_term(std::string_view form) {
    const auto found = forms().find(lower_case(form));
    return found == forms().end() ? nullptr : found->second;
}

std::string nearest_term(std::string_view typed) {
    std::vector<std::string> known;
    for (const auto& [form, word] : forms()) known.push_back(form);
    const std::string nearest = lab::closest(lower_case(typed), known);
    return nearest.empty() ? "" : std::string(find_term(nearest)->word);
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
            const auto known = underlined().find(form);
            if (known != underlined().end()) best = {at, count, known->second};
        }
        if (best.word) found.push_back(best);
        at += std::max<std::size_t>(1, best.count);
    }
    return found;
}

}  // namespace app
