// Streams and copies. A box comes from the host, is swept and goes back. The copies take longer
// than the sweeps, and overlap with them only where memory is page-locked.
#include <algorithm>

#include "lab/bugs.h"
#include "lab/features/cut.h"
#include "lab/features/setups.h"
#include "lab/host_side.h"
#include "lab/words.h"
#include "lessons/laplace_truth.h"
#include "lessons/questions/streams.h"
#include "lessons/reading.h"

namespace lessons::streams_lesson {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100}, .preset = 256, .beyond = 2048});

Knob side_of_streamed_box() {
    Knob knob =
        whole("n", "Points a side", "points", {.ticks = powers_of_two(16, 1024), .preset = 512}, 8);
    knob.role = Knob::Role::size;
    knob.logarithmic = true;
    knob.dimensions = 3;
    knob.hint = "Twice as many points a side are eight times as many to copy and to sweep.";
    return knob;
}
const Knob n = side_of_streamed_box();

const Knob sweeps =
    with_role(whole("sweeps", "Sweeps", "sweeps", {.ticks = {1, 2, 4, 6, 10, 20}, .preset = 10}),
              Knob::Role::repeats);

Knob number_of_chunks() {
    Knob knob = whole("chunks", "Chunks", "chunks", {.ticks = powers_of_two(1, 32), .preset = 16});
    knob.logarithmic = true;
    knob.hint = "A chunk is a group of planes that are copied, swept and copied back together.";
    return knob;
}
const Knob chunks = number_of_chunks();

const Knob copies =
    choice("copies", "Timed",
           {{"with", "With copies", "The box comes from the host first, and goes back."},
            {"without", "Sweeps alone", "The box is on the device already, and stays there."}},
           Knob::Role::copies);
constexpr std::int64_t with_copies = 0;

Knob waits_of_streams() {
    Knob knob =
        choice("waits", "Waits between streams",
               {{"events", "By events", "A stream waits for the planes that it reads."},
                {"forgotten", "Forgotten", "No stream waits for another. This is the bug."}});
    knob.only = Knob::Only{&copies, with_copies,
                           "Without copies there is one stream, and nothing to wait for."};
    return knob;
}
const Knob waits = waits_of_streams();
constexpr std::int64_t forgotten = 1;

Knob memory_of_a_chunk() {
    Knob knob = choice(
        "scratch", "Memory of a chunk",
        {{"once", "Allocated once", "cudaMalloc before all chunks, which use the same memory."},
         {"each", "For each chunk", "cudaMalloc before a chunk's sweeps, and cudaFree after them."},
         {"stream_ordered", "In stream order",
          "cudaMallocAsync and cudaFreeAsync in the stream of the sweeps."},
         {"kept", "In stream order, kept",
          "The same, and the pool keeps the memory: cudaMemPoolAttrReleaseThreshold."},
         {"early", "Freed too early",
          "cudaFreeAsync is called before the last sweep. This is the bug."}});
    knob.hint = "The arrays between a chunk's first and last sweep. One sweep needs none.";
    return knob;
}
const Knob scratch = memory_of_a_chunk();
enum Scratch : std::int64_t { once, each, stream_ordered, kept, early };

// ---- Planes

struct Planes {
    std::int64_t first = 0, end = 0;
    std::int64_t count() const { return end - first; }
};

// The planes with `by` more on either side, as far as the box has them.
Planes widened(const Planes& planes, std::int64_t by, const Settings& set) {
    return {std::max<std::int64_t>(planes.first - by, 0), std::min(planes.end + by, set[n])};
}

std::int64_t pieces(const Settings& set) { return idle(set, chunks) ? 1 : set[chunks]; }

Planes planes_of(const Settings& set, std::int64_t chunk) {
    return {set[n] * chunk / pieces(set), set[n] * (chunk + 1) / pieces(set)};
}

// The planes that sweep number `sweep` writes, so that later sweeps find all they read.
Planes swept_planes(const Settings& set, const Planes& chunk, std::int64_t sweep) {
    return widened(chunk, set[sweeps] - sweep, set);
}

std::int64_t plane_size(const Settings& set) { return set[n] * set[n]; }

// The points that all sweeps of all chunks write.
double points_swept(const Settings& set) {
    double planes = 0;
    for (std::int64_t chunk = 0; chunk < pieces(set); ++chunk)
        for (std::int64_t sweep = 1; sweep <= set[sweeps]; ++sweep)
            planes += double(swept_planes(set, planes_of(set, chunk), sweep).count());
    return planes * double(plane_size(set));
}

// A chunk has its own arrays between its first and last sweep: the planes of the largest chunk.
std::int64_t planes_between(const Settings& set) {
    std::int64_t most = 0;
    for (std::int64_t chunk = 0; chunk < pieces(set); ++chunk)
        most = std::max(most, swept_planes(set, planes_of(set, chunk), 1).count());
    return most;
}

// ---- The host's side

struct Arrays {
    Buffer u, a, b, swept;  // a and b: a chunk between its first and last sweep
};

Dim3 box_of(std::int64_t side, std::int64_t planes) {
    return {std::uint32_t(side), std::uint32_t(side), std::uint32_t(planes)};
}

Arrays arrays(Plan& plan, const Settings& set) {
    const Dim3 all = box_of(set[n], set[n]);
    const Arrays made{
        .u = plan.input("u", Type::f32, std::int64_t(all.count()), Fill::boundary(all, 1, 0)),
        .a = {},
        .b = {},
        .swept = plan.buffer("swept", Type::f32, std::int64_t(all.count()))};
    plan.field(made.u, all, "u");
    plan.field(made.swept, all, "swept");
    return made;
}

// An array that a sweep reads or writes, and by how many planes it is shifted against the box.
struct Side {
    Buffer array;
    std::int64_t shift = 0;
    Touched touched(const Settings& set, const Planes& planes, bool writes) const {
        return {array, std::uint64_t((planes.first + shift) * plane_size(set)),
                std::uint64_t(planes.count() * plane_size(set)), writes, -shift * plane_size(set)};
    }
};

void sweep(Plan& plan, const Settings& set, const Planes& planes, const Side& from,
           const Side& to) {
    const Dim3 grid{std::uint32_t(blocks_for(plane_size(set), set[block])),
                    std::uint32_t(planes.count()), 1};
    plan.launch(set.kernel(), {grid, Dim3{std::uint32_t(set[block]), 1, 1}}, from.array, to.array,
                int(set[n]), int(planes.first), int(from.shift), int(to.shift));
    plan.touches(
        {from.touched(set, widened(planes, 1, set), false), to.touched(set, planes, true)});
}

// A copy of a chunk copies its planes.
void copied(Plan& plan, const Settings& set, const Buffer& array, const Planes& planes,
            Transfer::Way way) {
    const auto first = std::uint64_t(planes.first * plane_size(set)),
               count = std::uint64_t(planes.count() * plane_size(set));
    if (way == Transfer::Way::to_device)
        plan.upload(array, first, count);
    else
        plan.download(array, first, count);
}

// Memory of the host: the driver copies pageable memory once more before it sends it.
enum class Memory : std::uint8_t { pageable, locked };
enum class Issue : std::uint8_t { calls, graph };

// Sweeps from one array into the other, which then change places.
template <Memory memory>
void in_one_piece(Plan& plan, const Settings& set) {
    Arrays at = arrays(plan, set);
    plan.pageable = memory == Memory::pageable;
    plan.by_calls = true;
    const Planes all{0, set[n]};
    const bool carries = set[copies] == with_copies;
    if (carries) copied(plan, set, at.u, all, Transfer::Way::to_device);
    for (std::int64_t done = 0; done < set[sweeps]; ++done) {
        sweep(plan, set, all, {at.u}, {at.swept});
        std::swap(at.u, at.swept);
    }
    if (carries) copied(plan, set, at.u, all, Transfer::Way::to_host);
    plan.result(at.u);
}

Arrays arrays_of_chunks(Plan& plan, const Settings& set) {
    Arrays made = arrays(plan, set);
    const Dim3 part = box_of(set[n], planes_between(set));
    const auto add = [&](const char* name) {
        const Buffer array = plan.buffer(name, Type::f32, std::int64_t(part.count()));
        plan.shape(array, part);
        return array;
    };
    if (set[sweeps] > 1) made.a = add("a");
    if (set[sweeps] > 2) made.b = add("b");
    plan.pool_keeps = set[scratch] == kept && set[sweeps] > 1;
    plan.result(made.swept);
    return made;
}

// A chunk after `done` sweeps: the first sweep reads the box, the last writes the swept box.
Side side_behind(const Settings& set, const Arrays& at, const Planes& chunk, std::int64_t done) {
    if (done == 0) return {at.u};
    if (done == set[sweeps]) return {at.swept};
    return {done % 2 ? at.a : at.b, -swept_planes(set, chunk, 1).first};
}

// The arrays between the first and the last sweep, where the chunk has its own memory for them.
std::vector<Buffer> own_arrays(const Settings& set, const Arrays& at) {
    std::vector<Buffer> own;
    for (const Buffer& array : {at.a, at.b})
        if (set[scratch] != once && array.id >= 0) own.push_back(array);
    return own;
}

MemoryCall::By allocated_by(const Settings& set) {
    return set[scratch] == each ? MemoryCall::By::host : MemoryCall::By::stream;
}

// Broken on purpose: the last sweep still reads one of the arrays that are freed too early.
void sweep_chunk(Plan& plan, const Settings& set, const Arrays& at, const Planes& chunk) {
    const auto free_all = [&] {
        for (const Buffer& array : own_arrays(set, at)) plan.free(array, allocated_by(set));
    };
    for (std::int64_t number = 1; number <= set[sweeps]; ++number) {
        if (set[scratch] == early && number == set[sweeps]) free_all();
        sweep(plan, set, swept_planes(set, chunk, number), side_behind(set, at, chunk, number - 1),
              side_behind(set, at, chunk, number));
    }
    if (set[scratch] != early) free_all();
}

constexpr int stream_in = 1, stream_of_sweeps = 2, stream_out = 3;

// The step that brings each chunk.
std::vector<std::size_t> bring_all(Plan& plan, const Settings& set, const Arrays& at) {
    std::vector<std::size_t> brought;
    plan.use_stream(stream_in);
    for (std::int64_t chunk = 0; chunk < pieces(set); ++chunk) {
        copied(plan, set, at.u, planes_of(set, chunk), Transfer::Way::to_device);
        brought.push_back(plan.last_step());
    }
    return brought;
}

// The last chunk with planes that a chunk's first sweep reads.
std::size_t last_read(const Settings& set, std::int64_t chunk) {
    const Planes read = widened(planes_of(set, chunk), set[sweeps], set);
    std::int64_t last = chunk;
    while (last + 1 < pieces(set) && planes_of(set, last + 1).first < read.end) ++last;
    return std::size_t(last);
}

template <Memory memory, Issue issue>
void in_chunks(Plan& plan, const Settings& set) {
    const Arrays at = arrays_of_chunks(plan, set);
    plan.pageable = memory == Memory::pageable;
    plan.by_calls = issue == Issue::calls;
    const bool carries = set[copies] == with_copies;
    const bool waiting = carries && set[waits] != forgotten;
    const auto brought = carries ? bring_all(plan, set, at) : std::vector<std::size_t>{};
    std::size_t there = 0;  // chunks for which the stream of the sweeps has waited
    for (std::int64_t chunk = 0; chunk < pieces(set); ++chunk) {
        plan.use_stream(stream_of_sweeps);
        for (const Buffer& array : own_arrays(set, at)) plan.allocate(array, allocated_by(set));
        const std::size_t last = last_read(set, chunk);
        if (waiting && last >= there) plan.wait_for(brought[last]), there = last + 1;
        sweep_chunk(plan, set, at, planes_of(set, chunk));
        if (!carries) continue;
        plan.use_stream(stream_out);
        if (waiting) plan.wait_for(plan.last_step());
        copied(plan, set, at.swept, planes_of(set, chunk), Transfer::Way::to_host);
    }
}

// ---- What is refused, what is broken, what is drawn

std::optional<Refusal> a_plane_for_each(const Settings& set) {
    if (idle(set, chunks) || set[chunks] <= set[n]) return std::nullopt;
    return Refusal{.title = "A box of " + grouped(set[n]) + " planes cannot have " +
                            grouped(set[chunks]) + " chunks",
                   .why =
                       "A chunk needs at least one plane of the box. Take fewer chunks, or more "
                       "points a side.",
                   .limit_name = "planes",
                   .limit = double(set[n]),
                   .asked = double(set[chunks]),
                   .knob = chunks.id,
                   .use = set[n],
                   .cuda_error = {},
                   .shows = {}};
}

// A graph is recorded: the host's own calls are in no stream, and a graph has its own memory.
std::optional<Refusal> recorded_calls(const Settings& set) {
    if (const auto refused = a_plane_for_each(set)) return refused;
    const bool by_host = set[scratch] == each, from_pool = set[scratch] == kept;
    if (set[sweeps] == 1 || (!by_host && !from_pool)) return std::nullopt;
    return Refusal{
        .title = by_host ? "A graph can't record cudaMalloc and cudaFree"
                         : "A graph does not take its memory from the pool",
        .why = by_host ? "They are calls of the host, and in no stream. Take memory in stream "
                         "order: a graph records cudaMallocAsync and cudaFreeAsync."
                       : "A graph has memory of its own, which it keeps from launch to launch. "
                         "Take memory in stream order.",
        .limit_name = {},
        .asked = by_host ? 4 * double(set[chunks]) : 1,  // allocations and frees of two arrays
        .knob = scratch.id,
        .use = stream_ordered,
        .cuda_error = by_host ? "cudaErrorStreamCaptureUnsupported (900): operation not permitted "
                                "when stream is capturing"
                              : "",
        .shows = {}};
}

std::optional<Bug> bug_of_the_host(const Settings& set) {
    using simulator::FaultKind;
    Bug bug;
    if (!idle(set, scratch) && set[scratch] == early && set[sweeps] > 1)
        bug = {.kinds = {FaultKind::without_memory, FaultKind::freed},
               .lines = {"value = u[p]", "u[p - 1]", "u[p - plane]"},
               .buffers = {"a", "b"}};
    if (!idle(set, waits) && set[waits] == forgotten) {
        bug.kinds.push_back(FaultKind::missing_wait);
        bug.buffers.insert(bug.buffers.end(), {"u", "swept"});
    }
    return bug.kinds.empty() ? std::nullopt : std::optional(bug);
}

std::pair<simulator::Order, std::uint64_t> usual_order(const Settings&) {
    return {simulator::Order::sequential, 0};
}

// All chunks and two sweeps of a small box, in the same blocks. With more sweeps, thin chunks would
// do almost all work twice. Fewer chunks have as many sweeps, to compare both.
Settings picture(Settings set) {
    set.set(n, std::min<std::int64_t>(set[n], 32));
    set.set(sweeps, std::min<std::int64_t>(set[sweeps], 2));
    return set;
}

// The block in the middle of the second plane, if there are two: the first plane is a face.
std::uint64_t inner_block(const Settings& set) {
    const std::int64_t of_a_plane = blocks_for(plane_size(set), set[block]);
    const std::int64_t planes = swept_planes(set, planes_of(set, 0), 1).count();
    return std::uint64_t(planes > 1 ? of_a_plane + of_a_plane / 2 : of_a_plane / 2);
}

double box_points(const Settings& set) { return double(set[n]) * double(plane_size(set)); }

double inner_points(const Settings& set) {
    const double inside = double(set[n] - 2);
    return inside * inside * inside;
}

const std::string one_piece = "The box is copied in one piece here.";
const std::string one_stream = "There is one stream here, and its steps run in their order.";
const std::string own_arrays_do = "The box is swept between its own two arrays.";
const std::vector<Idle> whole_box{
    {&chunks, one_piece}, {&waits, one_stream}, {&scratch, own_arrays_do}};

std::string kernel_of_sweeps(const Settings&) { return "sweep_planes"; }

// All rungs have the same kernel: they differ in these words of the host code.
std::string host_words(const Settings& set) {
    if (is(set, "locked")) return "cudaMallocHost";
    if (!idle(set, scratch) && set[scratch] != once && set[sweeps] > 1)
        return set[scratch] == each ? "cudaMalloc(&d_a" : "cudaMallocAsync";
    return is(set, "graph") ? "cudaStreamBeginCapture" : "cudaMemcpyAsync";
}

const Has<Setups> setups{"streams",
                         {{{"512 points a side", {{&n, 512}, {&sweeps, 10}, {&chunks, 16}}},
                           {"1024 points a side", {{&n, 1024}, {&sweeps, 10}, {&chunks, 16}}},
                           {"Memory for each chunk", {{&scratch, each}}},
                           {"Memory in stream order", {{&scratch, stream_ordered}}}}}};
const Has<Cut> cut{"streams", {[](const Settings&) { return 1; }}};
const Has<HostProgram> host_side{"streams", {.words = host_words}};
const Has<Bugs> bugs{"streams", {bug_of_the_host, usual_order, Bugs::Of::host}};

const RegisterLesson registered{{
    .id = "streams",
    .number = 2,
    .chapter = Chapter::chance_time_and_faults,
    .title = "Streams and copies",
    .source = "streams.cu",
    .sees = "A device copies in one part, computes another and copies out a third at the same "
            "time, if they are on three streams and the host's memory is page-locked.",
    .breaks = "\"A stream makes copies overlap.\" In chunks on three streams, from pageable "
              "memory, everything is {streams/chunks.time against streams/whole.time} one copy, "
              "ten sweeps and one copy back.",
    .next = "Take one sweep in place of ten: how much less time does everything take, and why?",
    .rungs =
        {
            {.id = "whole",
             .title = "Copy, sweep, copy back",
             .brief = "One piece",
             .idea = "The box comes from pageable memory, is swept, and goes back to it.",
             .claim = "One step runs after the other",
             .line = "value = (u[p - 1] + u[p + 1]",
             .kernel = kernel_of_sweeps,
             .host = in_one_piece<Memory::pageable>,
             .without = whole_box},
            {.id = "chunks",
             .title = "In chunks, on three streams",
             .brief = "In chunks",
             .idea = "Planes are copied, swept and copied back in chunks, each of the three on its "
                     "own stream.",
             .claim = "Three streams do one thing at a time",
             .line = "value = (u[p - 1] + u[p + 1]",
             .kernel = kernel_of_sweeps,
             .legal = a_plane_for_each,
             .host = in_chunks<Memory::pageable, Issue::calls>},
            {.id = "locked",
             .title = "One piece, page-locked",
             .brief = "Page-locked",
             .idea = "The host's memory is page-locked, so the device copies it by itself.",
             .claim = "The host's memory stays where it is",
             .line = "value = (u[p - 1] + u[p + 1]",
             .kernel = kernel_of_sweeps,
             .host = in_one_piece<Memory::locked>,
             .without = whole_box},
            {.id = "overlapped",
             .title = "In chunks, page-locked",
             .brief = "Overlapped",
             .idea = "Chunks on three streams, from page-locked memory.",
             .claim = "Copies in, sweeps and copies out overlap",
             .line = "value = (u[p - 1] + u[p + 1]",
             .kernel = kernel_of_sweeps,
             .legal = a_plane_for_each,
             .host = in_chunks<Memory::locked, Issue::calls>},
            {.id = "graph",
             .title = "The same as a graph",
             .brief = "Graph",
             .idea = "All steps and waits are recorded once, and launched by one call.",
             .claim = "One call launches all steps",
             .line = "value = (u[p - 1] + u[p + 1]",
             .kernel = kernel_of_sweeps,
             .legal = recorded_calls,
             .host = in_chunks<Memory::locked, Issue::graph>},
        },
    .knobs = {&block, &n, &sweeps, &chunks, &scratch, &waits, &copies},
    .host = in_chunks<Memory::locked, Issue::calls>,
    .expected =
        [](const Settings& set, const Inputs& inputs) {
            return swept_box({set[n], set[n], set[n]}, set[sweeps], inputs);
        },
    .bytes = [](const Settings& set) { return 8 * box_points(set); },
    .flops = [](const Settings& set) { return 6 * inner_points(set) * double(set[sweeps]); },
    .picture = picture,
    .cost = [](const Settings& set) { return 58 * points_swept(set); },
    .watch = inner_block,
    .views = {"timeline", "field", "coalescing", "lanes"},
    .ledger = {"global_load_requests", "global_load_sectors", "global_store_requests",
               "global_store_sectors", "bytes_requested", "bytes_asked", "warp_instructions"},
    .cards = {"timings", "rungs_compared", "ledger"},
    .predictions = streams_predictions,
}};

}  // namespace
}  // namespace lessons::streams_lesson
