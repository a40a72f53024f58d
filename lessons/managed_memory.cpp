// Managed memory. One kernel, y = a x + y, and five host programs: what brings x and y to the
// kernel, and back to the host that reads them.
#include <algorithm>

#include "lab/host_side.h"
#include "lab/lesson.h"
#include "lab/words.h"
#include "lessons/reading.h"

namespace lessons::managed_memory_lesson {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {100}, .preset = 256, .beyond = 2048});
const Knob count = numbers({.ticks = powers_of_two(1 << 12, 1 << 26), .preset = 1 << 24}, "n",
                           "Elements", "elements");

Knob parts_of_arrays() {
    Knob knob = whole("parts", "Parts of the arrays", "parts",
                      {.ticks = powers_of_two(1, 64), .preset = 1});
    knob.logarithmic = true;
    knob.hint = "The kernel touches the first of so many equal parts of x and y.";
    return knob;
}
const Knob parts = parts_of_arrays();

const Knob passes =
    with_role(whole("passes", "Passes", "passes", {.ticks = {1, 2, 4, 8, 16}, .preset = 1}),
              Knob::Role::repeats);

const Knob first =
    choice("first", "First touch of y",
           {{"host", "By the host", "The host writes y before the time begins."},
            {"device", "By the device", "cudaMemset clears y on the device, in the time."}});
constexpr std::int64_t by_device = 1;

Knob reads_of_the_host() {
    Knob knob = choice("reads", "The host reads",
                       {{"last", "After the last pass", "The host reads x and y once."},
                        {"each", "After each pass", "The host reads x and y after each pass."}});
    knob.only = {&passes, 2, "After one pass the host reads x and y once.", true};
    return knob;
}
const Knob reads = reads_of_the_host();
constexpr std::int64_t after_each = 1;

constexpr float factor = 2;

std::int64_t touched(const Settings& set) {
    return std::max<std::int64_t>(set[count] / set[parts], 1);
}

// ---- The host's side

enum class Way : std::uint8_t { copied, managed, prefetched, advised, mapped };

struct Vectors {
    Buffer x, y;
};

Vectors vectors(Plan& plan, const Settings& set, Way way) {
    Vectors made{plan.input("x", Type::f32, set[count], Fill::digits(0, 9)),
                 set[first] == by_device
                     ? plan.buffer("y", Type::f32, set[count])
                     : plan.input("y", Type::f32, set[count], Fill::digits(0, 9))};
    const MemoryKind kind = way == Way::copied   ? MemoryKind::device
                            : way == Way::mapped ? MemoryKind::mapped
                                                 : MemoryKind::managed;
    plan.keep_in(made.x, kind);
    plan.keep_in(made.y, kind);
    if (way == Way::advised) plan.read_mostly(made.x);
    plan.result(made.y);
    return made;
}

void bring(Plan& plan, const Settings& set, Way way, const Vectors& v) {
    const bool written = set[first] != by_device;
    if (way == Way::copied) {
        plan.upload(v.x);
        if (written) plan.upload(v.y);
    } else if (way == Way::prefetched || way == Way::advised) {
        plan.prefetch(v.x, Transfer::Way::to_device);
        if (written) plan.prefetch(v.y, Transfer::Way::to_device);
    }
}

// The host reads x too. With the advice its pages of x have stayed.
void bring_back_and_read(Plan& plan, Way way, const Vectors& v) {
    if (way == Way::copied) plan.download(v.y);
    if (way == Way::prefetched) plan.prefetch(v.x, Transfer::Way::to_host);
    if (way == Way::prefetched || way == Way::advised) plan.prefetch(v.y, Transfer::Way::to_host);
    plan.host_reads(v.x);
    plan.host_reads(v.y);
}

void pass(Plan& plan, const Settings& set, const Vectors& v) {
    const auto part = std::uint64_t(touched(set));
    plan.launch(set.kernel(), {blocks_for(touched(set), set[block]), set[block]}, v.x, v.y, factor,
                int(touched(set)));
    plan.touches({{v.x, 0, part, false}, {v.y, 0, part, false}, {v.y, 0, part, true}});
}

template <Way way>
void host(Plan& plan, const Settings& set) {
    const Vectors v = vectors(plan, set, way);
    const bool each = set[reads] == after_each;
    bring(plan, set, way, v);
    if (set[first] == by_device) plan.clear(v.y);
    for (std::int64_t done = 1; done <= set[passes]; ++done) {
        const bool again = each && done > 1;
        if (again && (way == Way::prefetched || way == Way::advised)) {
            if (way == Way::prefetched) plan.prefetch(v.x, Transfer::Way::to_device);
            plan.prefetch(v.y, Transfer::Way::to_device);
        }
        pass(plan, set, v);
        if (each || done == set[passes]) bring_back_and_read(plan, way, v);
    }
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const auto x = inputs.values("x");
    const bool written = set[first] != by_device;
    const auto y = written ? inputs.values("y") : x;
    const auto all = std::uint64_t(set[count]), part = std::uint64_t(touched(set));
    Expected::Of found{.elements = sampled(all), .values = {}};
    found.values = values_at(found.elements, all, [&](std::uint64_t i) {
        const double added = i < part ? double(set[passes]) * double(factor) * x(i) : 0;
        return added + (written ? y(i) : 0);
    });
    const std::size_t compared = found.values.size();
    return {.results = results_of(std::move(found)),
            .compared_with = "y + passes times a x in double on the CPU, " +
                             compared_words(compared, all, "places"),
            .tolerance = "none: these are whole numbers, and floats hold those exactly"};
}

// ---- What is drawn and told

// At most four blocks are followed lane by lane. Pages are those of the requested size.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 4 * set[block]));
    set.set(parts, std::min<std::int64_t>(set[parts], 4));
    set.set(passes, std::min<std::int64_t>(set[passes], 2));
    return set;
}

std::string kernel_of_passes(const Settings&) { return "add_multiple"; }

// All rungs have the same kernel: they differ in these words of the host code.
std::string host_words(const Settings& set) {
    if (is(set, "managed")) return "cudaMallocManaged";
    if (is(set, "prefetched")) return "cudaMemPrefetchAsync";
    if (is(set, "advised")) return "cudaMemAdvise";
    return is(set, "mapped") ? "cudaMallocHost" : "cudaMemcpyAsync";
}

const Has<HostProgram> host_side{"managed_memory", {.style = {}, .words = host_words}};

const RegisterLesson registered{{
    .id = "managed_memory",
    .number = 3,
    .chapter = Chapter::chance_time_and_faults,
    .title = "Managed memory",
    .source = "managed_memory.cu",
    .sees = "Managed memory has one address for both sides. A page of it moves to the side that "
            "touches it, in the middle of a kernel or of the host's loop.",
    .breaks = "\"Managed memory saves the copies.\" It saves the calls. Its pages cross the same "
              "bus, and a kernel waits for each page that it is first to touch.",
    .next = "Let the kernel touch one of 64 parts: which program still moves whole arrays?",
    .next_turns = {&parts},
    .rungs =
        {
            {.id = "copied",
             .title = "Copies there and back",
             .brief = "Copied",
             .idea = "The host copies x and y to the device, and y back.",
             .claim = "Copies carry whole arrays",
             .line = "y[i] = a * x[i] + y[i];",
             .kernel = kernel_of_passes,
             .host = host<Way::copied>},
            {.id = "managed",
             .title = "Managed, moved by touch",
             .brief = "Managed",
             .idea = "Both sides have one x and one y, and pages move when they are touched.",
             .claim = "The kernel waits for its pages",
             .line = "y[i] = a * x[i] + y[i];",
             .kernel = kernel_of_passes,
             .host = host<Way::managed>},
            {.id = "prefetched",
             .title = "Managed, prefetched",
             .brief = "Prefetched",
             .idea = "The host asks for both arrays on the device, and later on its own side.",
             .claim = "Pages are there before the kernel",
             .line = "y[i] = a * x[i] + y[i];",
             .kernel = kernel_of_passes,
             .host = host<Way::prefetched>},
            {.id = "advised",
             .title = "Prefetched, x mostly read",
             .brief = "Advised",
             .idea = "Advice says that x is mostly read, so each side keeps a copy of it.",
             .claim = "x is on both sides",
             .line = "y[i] = a * x[i] + y[i];",
             .kernel = kernel_of_passes,
             .host = host<Way::advised>},
            {.id = "mapped",
             .title = "The host's memory, mapped",
             .brief = "Mapped",
             .idea = "x and y stay in page-locked memory of the host, and the kernel reaches it.",
             .claim = "Every pass crosses the bus",
             .line = "y[i] = a * x[i] + y[i];",
             .kernel = kernel_of_passes,
             .host = host<Way::mapped>},
        },
    .knobs = {&block, &count, &parts, &passes, &first, &reads},
    .host = host<Way::copied>,
    .expected = expected,
    // Each pass reads x and y, and writes y.
    .bytes = [](const Settings& set) { return 12.0 * double(touched(set) * set[passes]); },
    .flops = [](const Settings& set) { return 2.0 * double(touched(set) * set[passes]); },
    .picture = picture,
    .cost = [](const Settings& set) { return 16.0 * double(touched(set) * set[passes]); },
    .views = {"pages", "timeline", "coalescing", "lanes"},
    .ledger = {"global_load_requests", "global_load_sectors", "global_store_sectors",
               "bytes_requested", "bytes_asked", "warp_instructions"},
    .cards = {"timings", "rungs_compared", "ledger"},
    .predictions =
        {
            {.question = "x and y have 2^24 floats each, and a page is 64 KiB. The kernel touches "
                         "the first of 64 parts of each. How many pages move to the device?",
             .choices = {{"None", 1, "the address stays the same"},
                         {"32: those that the kernel touches", 100},
                         {"64: one for each part", 500},
                         {"2,048: all pages of both arrays"}},
             .answer = "managed_memory/managed n=2^24 parts=64.pages_in",
             .unit = "pages",
             .because = "A part of each array is 2^18 floats, 1 MiB: 16 pages of x and 16 of y. "
                        "Copies of both arrays carry as many bytes as "
                        "{managed_memory/copied n=2^24 parts=64.pages_in} pages have.",
             .seen_in = "pages"},
            {.question = "The host wrote x and y, the kernel runs once, and the host reads both. "
                         "How long does it take with managed memory and no prefetch, compared "
                         "with copies?",
             .choices = {{"Less than half as long", .5, "nothing is copied"},
                         {"About as long", 1.25, "the same bytes cross the bus"},
                         {"Longer by half or more"}},
             .answer = "managed_memory/managed n=2^24.time over managed_memory/copied n=2^24.time",
             .unit = "times as long",
             .because = "{managed_memory/managed n=2^24.time}, with copies "
                        "{managed_memory/copied n=2^24.time}, and with prefetches "
                        "{managed_memory/prefetched n=2^24.time}, on an "
                        "{managed_memory/managed n=2^24.device}. A page that is touched first "
                        "stops the warp until it has come. Then x goes back, too: the host's own "
                        "x is gone.",
             .seen_in = "timeline"},
        },
}};

}  // namespace
}  // namespace lessons::managed_memory_lesson
