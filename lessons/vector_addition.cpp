// Adding two vectors. The kernel only moves bytes, so the order of the reads is all that matters.
#include "lessons/reading.h"

#include <algorithm>

#include "lab/words.h"

namespace lessons::vector_addition_lesson {
namespace {

using namespace lab;

const ReadingKnobs read;
const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100, 192}, .preset = 256, .beyond = 2048});
const Knob count = numbers({.ticks = powers_of_two(1 << 8, 1 << 28), .preset = 1 << 20}, "n",
                           "Elements", "elements");
const Knob blocks = at_some_rungs(blocks_of_grid({.ticks = powers_of_two(1, 4096), .preset = 1024}),
                                  "The grid of this kernel follows from the number of elements.");

const Knob copies = choice(
    "copies", "Timed",
    {{"without", "Kernel alone", "The vectors are on the device already, and the sums stay there."},
     {"with", "With copies", "Both vectors come from the host first, and the sums go back."}},
    Knob::Role::copies);
constexpr std::int64_t with_copies = 1;

Knob clock_of_the_time() {
    Knob knob = choice(
        "clock", "Clock",
        {{"events", "Events",
          "An event before the launch and one after it: the device notes when it reaches them."},
         {"host_waits", "Host, waits",
          "A clock of the host, and cudaDeviceSynchronize() before its second reading."},
         {"host_does_not_wait", "Host, no wait",
          "A clock of the host, read as soon as the launch has returned: the kernel goes on."}},
        Knob::Role::clock);
    knob.hint = "The kernel is the same by each clock. Only the measuring changes.";
    knob.only = Knob::Only{&copies, 0,
                           "A copy back to the host waits for the kernel. Time the kernel alone."};
    return knob;
}
const Knob clock_knob = clock_of_the_time();

// The kernel of the access pattern, and its argument after the vectors and their length, if any.
struct Order {
    const char* kernel = "add_one_each";
    std::optional<int> more{};
};

// The rungs "strided" and "offset" are patterns themselves: there their own knob is not idle.
Order order(const Settings& set) {
    if (!idle(set, read.stride)) return {"add_strided", int(set[read.stride])};
    if (!idle(set, read.offset)) return {"add_offset", int(set[read.offset])};
    return {};
}

std::string kernel_of_order(const Settings& set) { return order(set).kernel; }

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

void one_thread_each(Plan& plan, const Settings& set) {
    const int n = int(set[count]);
    const Vectors v = vectors(plan, set, reading(set, read).span(n));
    const Order by = order(set);
    const LaunchSize size{blocks_for(n, set[block]), set[block]};
    if (by.more)
        plan.launch(set.kernel(), size, v.a, v.b, v.sum, n, *by.more);
    else
        plan.launch(set.kernel(), size, v.a, v.b, v.sum, n);
    bring_back(plan, set, v);
}

void grid_strides(Plan& plan, const Settings& set) {
    const Vectors v = vectors(plan, set, set[count]);
    plan.launch(set.kernel(),
                {std::min(set[blocks], blocks_for(set[count], set[block])), set[block]}, v.a, v.b,
                v.sum, int(set[count]));
    bring_back(plan, set, v);
}

// A thread for each four elements, or for each element left over, if these are more.
void fours(Plan& plan, const Settings& set) {
    const Vectors v = vectors(plan, set, set[count]);
    const std::int64_t threads = std::max(set[count] / 4, set[count] % 4);
    plan.launch(set.kernel(), {blocks_for(threads, set[block]), set[block]}, v.a, v.b, v.sum,
                int(set[count]));
    bring_back(plan, set, v);
}

std::optional<Refusal> fits(const Settings& set) {
    return refuse_span(reading(set, read), set[count], count);
}

double sum_at(const Reading& at, const std::function<double(std::uint64_t)>& a,
              const std::function<double(std::uint64_t)>& b, std::int64_t element) {
    const bool touched = element >= at.offset && (element - at.offset) % at.stride == 0;
    return touched ? a(element) + b(element) : 0;
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const Reading at = reading(set, read);
    const auto a = inputs.values("a"), b = inputs.values("b");
    const std::uint64_t elements = at.span(set[count]);
    Expected::Of sum{.elements = sampled(elements), .values = {}};
    sum.values = values_at(sum.elements, elements,
                           [&](std::uint64_t i) { return sum_at(at, a, b, std::int64_t(i)); });
    const std::size_t compared = sum.values.size();
    return {
        .results = results_of(std::move(sum)),
        .compared_with =
            "a + b in double on the CPU, " + compared_words(compared, elements, "places"),
        .tolerance = "none: sums of two digits are whole numbers, and floats hold those exactly"};
}

// At most four blocks: enough to see that they repeat.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 4 * set[block]));
    return set;
}

Settings picture_of_two_blocks(Settings set) {
    set.set(blocks, std::min<std::int64_t>(set[blocks], 2));
    return picture(set);
}

const std::string strided_itself = "This kernel always reads with a stride.";
const std::string offset_itself = "This kernel always reads with an offset.";

const RegisterLesson registered{{
    .id = "vector_addition",
    .number = 2,
    .title = "Adding two vectors",
    .source = "vector_add.cu",
    .sees = "A warp requests sectors of 32 bytes. How many depends on the addresses of its lanes.",
    .breaks = "\"More threads are faster.\" Four-wide loads need a quarter of the threads, and at "
              "2^28 elements they are {vector_addition/four_wide n=2^28.time against "
              "vector_addition/one_each n=2^28.time} one element a thread.",
    .next = "Set the stride to 8, then to 16: a load requests as many sectors. What does the clock "
            "say?",
    .next_turns = {&read.stride},
    .rungs =
        {
            {.id = "one_each",
             .title = "One element a thread",
             .brief = "One a thread",
             .idea = "Thread i adds element i.",
             .claim = "Twelve bytes move for every sum",
             .line = "sum[i",
             .kernel = kernel_of_order,
             .legal = fits},
            {.id = "grid_stride",
             .title = "Grid stride",
             .idea = "A grid of any size walks over all elements.",
             .claim = "Any grid fits any size",
             .line = "sum[i] = a[i] + b[i];",
             .kernel = [](const Settings&) { return "add_grid_stride"; },
             .legal = fits,
             .host = grid_strides,
             .picture = picture_of_two_blocks,
             .takes = {&blocks},
             .without = fixed_order(
                 read,
                 "This kernel shows the loop over the grid, in which lanes stay side by side. "
                 "Choose one element a thread to change their order.")},
            {.id = "four_wide",
             .title = "Four-wide loads",
             .brief = "Four-wide",
             .idea = "A thread moves 16 bytes with one instruction.",
             .claim = "A quarter of the loads brings the same bytes",
             .line = "reinterpret_cast<float4*>(sum)[i] =",
             .kernel = [](const Settings&) { return "add_four_wide"; },
             .legal = fits,
             .host = fours,
             .cost = [](const Settings& set) { return 8.5 * double(set[count]); },
             .without = fixed_order(
                 read,
                 "A load of 16 bytes takes four neighbours from a multiple of 16 bytes on. "
                 "Choose one element a thread to change the order of the lanes.")},
            {.id = "strided",
             .title = "Strided",
             .idea = "Neighbouring lanes read elements that stand apart.",
             .claim = "Most bytes of the sectors are unused",
             .line = "sum[i",
             .kernel = kernel_of_order,
             .legal = fits,
             .modelled_within = 1.8,
             .takes = {&read.stride},
             .without = {{&read.pattern, strided_itself}, {&read.offset, strided_itself}}},
            {.id = "offset",
             .title = "Offset",
             .idea = "Every lane moves up by a few elements.",
             .claim = "A shift by one float takes one more sector",
             .line = "sum[i",
             .kernel = kernel_of_order,
             .legal = fits,
             .takes = {&read.offset},
             .without = {{&read.pattern, offset_itself}, {&read.stride, offset_itself}}},
        },
    .knobs = {&block, &count, &blocks, &read.pattern, &read.stride, &read.offset, &copies,
              &clock_knob},
    .host = one_thread_each,
    .expected = expected,
    .bytes = [](const Settings& set) { return 12.0 * double(set[count]); },
    .flops = [](const Settings& set) { return double(set[count]); },
    .modelled_within = 1.3,
    .picture = picture,
    .cost = [](const Settings& set) { return 23 * double(set[count]); },
    .views = {"coalescing", "lanes", "data_flow", "timeline"},
    .ledger = {"global_load_requests", "global_load_sectors", "global_store_sectors",
               "bytes_requested", "bytes_asked", "warp_instructions"},
    .cards = {"sectors_by_stride", "sectors_by_offset", "timings", "ledger"},
    .predictions =
        {
            {.question =
                 "At stride 8, how many sectors of 32 bytes does one load of a warp request?",
             .answer = "vector_addition/strided stride=8.global_load_sectors/global_load_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"Stride 1",
                        "vector_addition/strided "
                        "stride=1.global_load_sectors/global_load_requests"},
                       {"Stride 2",
                        "vector_addition/strided "
                        "stride=2.global_load_sectors/global_load_requests"}},
             .because = "Every lane has a sector to itself, and uses 4 of its 32 bytes."},
            {.question = "All lanes move up by one float. How many sectors does a warp's load "
                         "request now?",
             .choices = {{"4 sectors, as before", 4.5}, {"5 sectors", 5.5}, {"8 sectors"}},
             .answer = "vector_addition/offset offset=1.global_load_sectors/global_load_requests",
             .unit = "sectors",
             .because = "The first sector loses a float, and the last lane reaches into one more."},
            {.question =
                 "Shifted by one float, loads request a quarter more sectors. How long do 2^20 "
                 "sums take?",
             .choices = {{"As long as before, or up to 10 % longer", 1.1},
                         {"10 to 50 % longer", 1.5},
                         {"More than 50 % longer"}},
             .answer = "vector_addition/offset offset=1.time over "
                       "vector_addition/offset offset=0.time",
             .unit = "times as long",
             .because = "{vector_addition/offset offset=1.time}, and without an offset "
                        "{vector_addition/offset offset=0.time}, on an "
                        "{vector_addition/offset offset=1.device}: the next warp needs the rest of "
                        "that sector, and a cache still has it."},
            {.question =
                 "Four-wide loads need a quarter of the threads for the same bytes. How long do "
                 "they take for 2^28 sums, compared with one element a thread?",
             .choices = {{"Less than nine tenths as long", .9},
                         {"About as long", 1.1},
                         {"Up to twice as long", 2},
                         {"About four times as long"}},
             .answer = "vector_addition/four_wide n=2^28.time over "
                       "vector_addition/one_each n=2^28.time",
             .unit = "times as long",
             .because = "{vector_addition/four_wide n=2^28.time}, and one element a thread "
                        "{vector_addition/one_each n=2^28.time}, on an {vector_addition/four_wide "
                        "n=2^28.device}: each thread has four times as many bytes in flight."},
        },
}};

}  // namespace
}  // namespace lessons::vector_addition_lesson
