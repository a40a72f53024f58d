// Lesson 2: adding two vectors. The kernel does nothing but move bytes, so the order of the reads
// is all there is to see.
#include "lessons/reading.h"

#include <algorithm>

#include "lab/words.h"

namespace lessons {
namespace {

using namespace lab;

const ReadingKnobs read = reading_knobs();
const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256, .beyond = 2048});
const Knob count = numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .preset = 1 << 20}, "n",
                           "Elements", "elements");
const Knob blocks = numbers({.ticks = powers_of_two(1, 4096), .preset = 1024}, "blocks",
                            "Blocks of the grid", "blocks");

const Knob copies = choice(
    "copies", "Timed",
    {{"without", "Kernel alone", "The vectors are on the device already, and the sums stay there."},
     {"with", "With copies", "Both vectors come from the host first, and the sums go back."}},
    true);
constexpr std::int64_t with_copies = 1;

// The rungs "strided" and "offset" are the patterns themselves; elsewhere only the first rung reads
// the control.
enum Rungs { one_each, grid_stride, four_wide, strided_rung, offset_rung };

Reading places(const Settings& set) {
    switch (set.rung) {
        case one_each: return reading(set, read);
        case strided_rung: return {set[read.stride], 0};
        case offset_rung: return {1, set[read.offset]};
        default: return {};
    }
}

struct Vectors {
    Buffer a, b, sum;
};

Vectors vectors(Plan& plan, const Settings& set, std::int64_t elements) {
    Vectors made{plan.input("a", Type::f32, elements, Fill::digits(0, 9)),
                 plan.input("b", Type::f32, elements, Fill::digits(0, 9)),
                 plan.zeros("sum", Type::f32, elements)};
    plan.result(made.sum);
    if (set[copies] == with_copies) {
        plan.upload(made.a);
        plan.upload(made.b);
    }
    return made;
}

void bring_back(Plan& plan, const Settings& set, const Vectors& v) {
    if (set[copies] == with_copies) plan.download(v.sum);
}

std::string one_each_kernel(const Settings& set) {
    if (set.rung == strided_rung || (set.rung == one_each && set[read.pattern] == strided))
        return "add_strided";
    if (set.rung == offset_rung || (set.rung == one_each && set[read.pattern] == offset))
        return "add_offset";
    return "add_one_each";
}

void one_thread_each(Plan& plan, const Settings& set) {
    const Reading at = places(set);
    const int n = int(set[count]);
    const Vectors v = vectors(plan, set, at.span(n));
    const std::string kernel = one_each_kernel(set);
    const LaunchSize size{blocks_for(n, set[block]), set[block]};
    if (kernel == "add_one_each")
        plan.launch(kernel, size, v.a, v.b, v.sum, n);
    else
        plan.launch(kernel, size, v.a, v.b, v.sum, n,
                    int(kernel == "add_strided" ? at.stride : at.offset));
    bring_back(plan, set, v);
}

void grid_strides(Plan& plan, const Settings& set) {
    const Vectors v = vectors(plan, set, set[count]);
    plan.launch("add_grid_stride",
                {std::min(set[blocks], blocks_for(set[count], set[block])), set[block]}, v.a, v.b,
                v.sum, int(set[count]));
    bring_back(plan, set, v);
}

// A thread for each four elements, and one for each that is left over.
void fours(Plan& plan, const Settings& set) {
    const Vectors v = vectors(plan, set, set[count]);
    const std::int64_t threads = std::max(set[count] / 4, set[count] % 4);
    plan.launch("add_four_wide", {blocks_for(threads, set[block]), set[block]}, v.a, v.b, v.sum,
                int(set[count]));
    bring_back(plan, set, v);
}

std::optional<Refusal> fits(const Settings& set) {
    return refuse_span(places(set), set[count], count.id);
}

double sum_at(const Reading& at, const std::function<double(std::uint64_t)>& a,
              const std::function<double(std::uint64_t)>& b, std::int64_t element) {
    const bool touched = element >= at.offset && (element - at.offset) % at.stride == 0;
    return touched ? a(element) + b(element) : 0;
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const Reading at = places(set);
    const auto a = inputs.values("a"), b = inputs.values("b");
    const std::uint64_t elements = at.span(set[count]);
    Expected::Of sum{.elements = sampled(elements), .values = {}};
    for (std::uint64_t element : sum.elements) sum.values.push_back(sum_at(at, a, b, element));
    if (sum.elements.empty())
        for (std::uint64_t element = 0; element < elements; ++element)
            sum.values.push_back(sum_at(at, a, b, element));
    const std::size_t compared = sum.values.size();
    return {
        .results = {std::move(sum)},
        .compared_with =
            "a + b in double on the CPU, " + compared_words(compared, elements, "places"),
        .tolerance = "none: sums of two digits are whole numbers, and floats hold those exactly"};
}

std::string idle(const Settings& set, const Knob& asked) {
    if (asked.id == blocks.id)
        return set.rung == grid_stride
                   ? ""
                   : "The grid of this kernel follows from the number of elements.";
    const bool mine = (set.rung == strided_rung && asked.id == read.stride.id) ||
                      (set.rung == offset_rung && asked.id == read.offset.id);
    if (mine) return "";
    if (asked.id != read.pattern.id && asked.id != read.stride.id && asked.id != read.offset.id)
        return "";
    switch (set.rung) {
        case one_each: return idle_reading(set, read, asked);
        case grid_stride:
            return "This kernel shows the loop over the grid; lanes stay side by side in it. "
                   "Choose one element a thread to change their order.";
        case four_wide:
            return "A load of 16 bytes takes four neighbours from a multiple of 16 bytes on. "
                   "Choose one element a thread to change the order of the lanes.";
        case strided_rung: return "This kernel is the strided pattern itself.";
        default: return "This kernel is the offset pattern itself.";
    }
}

// Ten warps or so: enough blocks to see that they repeat.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 4 * set[block]));
    if (set.rung == grid_stride) set.set(blocks, std::min<std::int64_t>(set[blocks], 2));
    return set;
}

const RegisterLesson registered{{
    .id = "vector_addition",
    .number = 2,
    .title = "Adding two vectors",
    .source = "vector_add.cu",
    .sees = "Memory moves in sectors of 32 bytes: how many a warp asks for depends on where its "
            "lanes stand.",
    .breaks = "\"The sums take the time.\" Twelve bytes move for every sum; the sums are free.",
    .next = "Set the stride to 8 and to 16: why does the second cost no more than the first?",
    .rungs =
        {
            {.id = "one_each",
             .title = "One element a thread",
             .idea = "Thread i adds element i.",
             .claim = "Time is bytes",
             .line = "sum[i",
             .kernel = one_each_kernel,
             .legal = fits},
            {.id = "grid_stride",
             .title = "Grid stride",
             .idea = "A grid of any size walks over all elements.",
             .claim = "Any grid fits any size",
             .line = "sum[i] = a[i] + b[i];",
             .kernel = [](const Settings&) { return "add_grid_stride"; },
             .legal = fits,
             .host = grid_strides},
            {.id = "four_wide",
             .title = "Four-wide loads",
             .idea = "A thread moves 16 bytes with one instruction.",
             .claim = "The same bytes, a quarter of the loads",
             .line = "reinterpret_cast<float4*>(sum)[i] =",
             .kernel = [](const Settings&) { return "add_four_wide"; },
             .legal = fits,
             .host = fours},
            {.id = "strided",
             .title = "Strided",
             .idea = "Neighbouring lanes read elements that stand apart.",
             .claim = "Sectors arrive mostly unused",
             .line = "sum[i",
             .kernel = one_each_kernel,
             .legal = fits},
            {.id = "offset",
             .title = "Offset",
             .idea = "Every lane moves up by a few elements.",
             .claim = "One step aside, one sector more",
             .line = "sum[i",
             .kernel = one_each_kernel,
             .legal = fits},
        },
    .knobs = {&block, &count, &blocks, &read.pattern, &read.stride, &read.offset, &copies},
    .size = &count,
    .host = one_thread_each,
    .expected = expected,
    .bytes = [](const Settings& set) { return 12.0 * double(set[count]); },
    .flops = [](const Settings& set) { return double(set[count]); },
    .picture = picture,
    .cost =
        [](const Settings& set) { return (set.rung == four_wide ? 8.5 : 23) * double(set[count]); },
    .views = {"coalescing", "lanes", "data_flow", "sectors_by_stride", "timings", "ledger"},
    .ledger = {"global_load_requests", "global_load_sectors", "global_store_sectors",
               "bytes_requested", "bytes_moved", "warp_instructions"},
    .idle = idle,
    .predictions =
        {
            {.question =
                 "At stride 8, how many sectors of 32 bytes does one load of a warp ask for?",
             .answer = "vector_addition/strided stride=8.global_load_sectors/global_load_requests",
             .because = "Every lane has a sector to itself, and uses 4 of its 32 bytes."},
            {.question = "All lanes move up by one float. What does a warp's load ask for now?",
             .choices = {"4 sectors, as before", "5 sectors", "8 sectors"},
             .right = 1,
             .answer = "vector_addition/offset offset=1.global_load_sectors/global_load_requests",
             .because = "The first sector loses a float, and the last lane reaches into one more."},
        },
}};

}  // namespace
}  // namespace lessons
