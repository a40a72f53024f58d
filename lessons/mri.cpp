// An image from a scan, as a scanner for magnetic resonance imaging makes one. Each voxel is a sum
// over all samples, with a sine and a cosine for each. All lanes need the same sample, so the time
// goes into arithmetic. The scan is that of a known image.
#include <algorithm>

#include <fmt/format.h>

#include "lab/features/setups.h"
#include "lab/words.h"
#include "lessons/mri_truth.h"
#include "lessons/reading.h"

namespace lessons::mri_lesson {
namespace {

using namespace lab;

constexpr std::int64_t most_samples = 2048;  // of a chunk, as in the kernels
constexpr std::int64_t floats = 4;           // of a sample

const Knob block =
    threads_per_block({.ticks = powers_of_two(32, 1024), .also = {192}, .preset = 256});

Knob side_knob() {
    Knob knob = with_role(whole("side", "Voxels along a side", "voxels",
                                {.ticks = powers_of_two(16, 512), .also = {100}, .preset = 256}),
                          Knob::Role::size);
    knob.logarithmic = true;
    knob.dimensions = 2;
    knob.hint = "The image is a square slice of so many rows of so many voxels.";
    return knob;
}
const Knob side = side_knob();

Knob samples_knob() {
    Knob knob = whole("samples", "Samples", "samples",
                      {.ticks = powers_of_two(64, 1 << 16), .preset = 1 << 14});
    knob.logarithmic = true;
    knob.hint = "How many values the scan has. More samples reach finer details of the image.";
    return knob;
}
const Knob samples = samples_knob();

Knob chunk_knob() {
    Knob knob =
        at_some_rungs(whole("chunk", "Samples of a chunk", "samples",
                            {.ticks = powers_of_two(32, most_samples), .preset = most_samples}),
                      "The scan is in global memory, and one launch adds all samples.");
    knob.logarithmic = true;
    knob.hint =
        "How many samples are in constant memory at once. Each chunk is copied there before its "
        "launch.";
    return knob;
}
const Knob chunk = chunk_knob();

std::int64_t voxels(const Settings& set) { return set[side] * set[side]; }
LaunchSize size(const Settings& set) { return {blocks_for(voxels(set), set[block]), set[block]}; }
std::int64_t chunks(const Settings& set) { return blocks_for(set[samples], set[chunk]); }

// ---- The host's side.

// Another kernel scans, and its time does not count: the scanner has done that.
Buffer scanned_phantom(Plan& plan, const Settings& set, std::int64_t stored) {
    const Buffer scan = plan.buffer("scan", Type::f32, floats * stored);
    const Spiral spiral = spiral_of(set[samples]);
    plan.launch("scan_phantom", {blocks_for(stored, 256), 256}, scan, int(set[samples]),
                int(stored), spiral.reach, spiral.turns);
    return scan;
}

struct Image {
    Buffer real, imaginary;
};
Image image_of(Plan& plan, const Settings& set) {
    const Image image{plan.zeros("real", Type::f32, voxels(set)),
                      plan.zeros("imaginary", Type::f32, voxels(set))};
    const auto along = std::uint32_t(set[side]);
    plan.field(image.real, {along, along, 1}, "image");
    return image;
}
void results(Plan& plan, const Image& image) {
    plan.result(image.real);
    plan.result(image.imaginary);
}

void at_once(Plan& plan, const Settings& set) {
    const Buffer scan = scanned_phantom(plan, set, set[samples]);
    const Image image = image_of(plan, set);
    plan.timed([&] {
        plan.launch(set.kernel(), size(set), scan, image.real, image.imaginary, int(set[side]),
                    int(set[samples]));
    });
    results(plan, image);
}

void in_chunks(Plan& plan, const Settings& set) {
    const Buffer scan = scanned_phantom(plan, set, chunks(set) * set[chunk]);
    const Image image = image_of(plan, set);
    const Buffer part =
        plan.symbol("chunk", "constant_scan", Type::f32, floats * set[chunk], Fill{});
    plan.timed([&] {
        for (std::int64_t first = 0; first < set[samples]; first += set[chunk]) {
            plan.copy(part, scan, std::uint64_t(floats * first));
            plan.launch(set.kernel(), size(set), image.real, image.imaginary, int(set[side]),
                        int(std::min(set[chunk], set[samples] - first)));
        }
    });
    results(plan, image);
}

// ---- The same on the CPU.

bool power_of_two_side(const Settings& set) { return power_of_two(set[side]); }

// sinf and cosf: two units in the last place, by the CUDA guide. By the PTX manual the instructions
// are off by 2^-14.7 at the most up to 100 pi, and by the guide by 2^-21.19 between -pi and pi. A
// turn has three roundings: of the voxel's place, a product and a sum. There is none where the side
// is a power of two: kx and ky are multiples of 1/256, and places of 1/(2 side). The angle has two
// more, with that of 2 pi.
AngleError angle_error(const Settings& set) {
    const double roundings = power_of_two_side(set) ? 0 : 3;
    if (is(set, "turns") || is(set, "unrolled"))
        return {.of_function = std::exp2(24 - 21.19),
                .fixed = 2 * M_PI,
                .a_turn = 2 * M_PI * roundings};
    const double function = is(set, "special") ? std::exp2(24 - 14.7) : 2;
    return {.of_function = function, .fixed = 0, .a_turn = 2 * M_PI * (roundings + 2)};
}

// All voxels where that is quick, else some at irregular places.
std::vector<std::uint64_t> compared_voxels(const Settings& set) {
    constexpr std::int64_t most = 1 << 22;
    const std::int64_t few = std::max<std::int64_t>(256, most / set[samples]);
    if (voxels(set) > few) return scattered(std::uint64_t(voxels(set)), std::size_t(few));
    std::vector<std::uint64_t> all;
    for (std::int64_t i = 0; i < voxels(set); ++i) all.push_back(std::uint64_t(i));
    return all;
}

std::string function_words(const Settings& set) {
    if (is(set, "special"))
        return "sine and cosine by up to 2^-14.7, as the PTX manual says for angles up to 100 pi";
    if (is(set, "turns") || is(set, "unrolled"))
        return "sine and cosine by up to 2^-21.19, as the CUDA guide says between -pi and pi";
    return "sine and cosine by up to two units in the last place";
}

Expected expected(const Settings& set, const Inputs& inputs) {
    const std::vector<Sample> scan = scan_of(set[samples]);
    const AngleError error = angle_error(set);
    Expected::Of real{.elements = compared_voxels(set), .values = {}}, imaginary = real;
    for (const std::uint64_t i : real.elements) {
        inputs.go_on();
        const Voxel voxel = voxel_at(scan, place_of(std::int64_t(i) % set[side], set[side]),
                                     place_of(std::int64_t(i) / set[side], set[side]), error);
        real.values.push_back(voxel.real);
        imaginary.values.push_back(voxel.imaginary);
        real.absolute = std::max(real.absolute, voxel.error);
    }
    const double bound = imaginary.absolute = real.absolute;
    const std::size_t compared = real.values.size();
    return {.results = results_of(std::move(real), std::move(imaginary)),
            .compared_with = "the same sums in double on the CPU, " +
                             compared_words(compared, std::uint64_t(voxels(set)), "voxels"),
            .tolerance = fmt::format("{:.2g}, where bone is 1: ", bound) + function_words(set) +
                         ", the angle by its roundings, and each sum by 2^-24 of it"};
}

// ---- What a picture shows, and what a run costs.

// A whole image of few voxels, in eight launches where there are chunks.
Settings picture(Settings set) {
    set.set(side, std::min<std::int64_t>(set[side], 32));
    set.set(samples, std::min<std::int64_t>(set[samples], 256 + set[samples] % 4));
    set.set(chunk, std::min<std::int64_t>(set[chunk], 64));
    return set;
}

std::uint64_t middle_block(const Settings& set) { return (size(set).grid.x - 1) / 2; }

double sums(const Settings& set) { return double(voxels(set)) * double(set[samples]); }

// Lane-instructions: `of_sample` for each voxel and sample; the scan's own, for each sample.
template <int of_sample>
double cost(const Settings& set) {
    const double launches = idle(set, chunk) ? 1 : double(chunks(set));
    return of_sample * sums(set) + 40 * double(voxels(set)) * launches +
           2500 * double(set[samples]);
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

// As many blocks as a multiprocessor has room for.
const Has<Setups> setups{
    "mri",
    {{{"512 voxels, chunks of 2048", {{&side, 512}, {&samples, 16384}, {&chunk, 2048}}},
      {"512 voxels, chunks of 32", {{&side, 512}, {&samples, 16384}, {&chunk, 32}}}}}};

const RegisterLesson registered{{
    .id = "mri",
    .number = 12,  // after the FFT
    .chapter = Chapter::matrices_and_equations,
    .title = "An image from scans",
    .source = "mri.cu",
    .sees = "All 32 lanes need the same sample, and one pass of constant memory gives it to them. "
            "Most of its instructions make sine and cosine.",
    .breaks =
        "\"Fast functions make the image worse.\" Each voxel adds up thousands of floats, and "
        "every addition rounds. The roundings of these sums are larger than what the fast "
        "functions change.",
    .next = "Choose chunks of 64 samples. What do more launches cost, and what does the image "
            "look like after each of them?",
    .next_turns = {&chunk},
    .rungs =
        {
            {.id = "global",
             .title = "Sums in global memory",
             .brief = "Global sums",
             .idea = "Each thread makes one voxel, and adds every sample to its sums in global "
                     "memory.",
             .claim = "Each sample loads and stores both sums",
             .line = "real[i] += sample.z * cosine - sample.w * sine;",
             .kernel = named("image_global"),
             .host = at_once,
             .cost = cost<130>},
            {.id = "registers",
             .title = "Sums in registers",
             .brief = "Registers",
             .idea = "The sums stay in registers, and are stored once.",
             .claim = "A sample is the only thing to load",
             .line = "float4 sample = scan[m];",
             .kernel = named("image_registers"),
             .host = at_once,
             .cost = cost<125>},
            {.id = "constant",
             .title = "Scan in constant memory",
             .brief = "Constant",
             .idea = "The samples come from constant memory, in chunks that fit there, with a "
                     "launch for each.",
             .claim = "One pass gives a sample to all lanes",
             .line = "float4 sample = constant_scan[m];",
             .kernel = named("image_constant"),
             .cost = cost<125>,
             .takes = {&chunk}},
            {.id = "special",
             .title = "Special function units",
             .brief = "Special units",
             .idea = "Sine and cosine are one instruction each, whose error grows with the angle.",
             .claim = "Sine and cosine are one instruction each",
             .line = "float cosine = __cosf(angle), sine = __sinf(angle);",
             .kernel = named("image_special"),
             .cost = cost<17>,
             .takes = {&chunk}},
            {.id = "turns",
             .title = "Whole turns taken off",
             .brief = "Within a turn",
             .idea = "Whole turns are taken off before, so that every angle is between -π and π.",
             .claim = "A small angle keeps its digits",
             .line = "float angle = two_pi * (turns - rintf(turns));",
             .kernel = named("image_within_a_turn"),
             .cost = cost<19>,
             .takes = {&chunk}},
            {.id = "unrolled",
             .title = "Unrolled loop",
             .brief = "Unrolled",
             .idea = "An iteration has four samples, and one comparison and one branch for them.",
             .claim = "One branch serves four samples",
             .line = "float4 sample = constant_scan[m];",
             .kernel = named("image_unrolled"),
             .cost = cost<16>,
             .takes = {&chunk}},
        },
    .knobs = {&block, &side, &samples, &chunk},
    .host = in_chunks,
    .expected = expected,
    .bytes =
        [](const Settings& set) {
            return 4 * double(floats * set[samples]) + 8 * double(voxels(set));
        },
    .flops = [](const Settings& set) { return 14 * sums(set); },
    .modelled_within = 4,
    .picture = picture,
    .cost = cost<125>,
    .watch = middle_block,
    .views = {"field", "way", "lanes", "coalescing", "heat_map", "data_flow"},
    .ledger = {"warp_instructions", "special_instructions", "constant_load_requests",
               "constant_load_passes", "global_load_requests", "global_load_sectors",
               "global_store_requests", "bytes_requested"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "A sample is four floats, and all 32 lanes of a warp need it. How many "
                         "passes does its load from constant memory take?",
             .answer = "mri/constant.line.constant_load_passes/line.constant_load_requests",
             .unit = "passes",
             .most = 64,
             .known = {{"A word for each lane, in \"Pattern matching\"",
                        "pattern_matching/constant order=apart.line.constant_load_passes/"
                        "line.constant_load_requests"}},
             .because = "All lanes read one address, and a pass serves one address to all lanes "
                        "that read it. The load is 16 bytes wide, so the four floats come "
                        "together."},
            {.question = "Special function units replace sinf and cosf by one instruction each. "
                         "How many times as many instructions does a warp execute without them?",
             .choices = {{"Up to 1.5 times", 1.5, "a sample needs much else"},
                         {"1.5 to 3 times", 3},
                         {"3 to 6 times", 6},
                         {"More than 6 times"}},
             .answer = "mri/constant.warp_instructions over mri/special.warp_instructions",
             .unit = "times as many",
             .because = "sinf and cosf take off quarter turns and sum up polynomials, with a "
                        "branch for very large angles: {mri/constant.warp_instructions} "
                        "instructions in the picture, and {mri/special.warp_instructions} with "
                        "the special function units, which execute "
                        "{mri/special.special_instructions} of them."},
            {.question = "How long does the kernel with sinf and cosf take, compared with the one "
                         "with special function units?",
             .choices = {{"As long", 1.1},
                         {"Up to twice as long", 2},
                         {"Two to four times as long", 4},
                         {"More than four times as long"}},
             .answer = "mri/constant.time over mri/special.time",
             .unit = "times as long",
             .because = "It takes {mri/constant.time} with sinf and cosf, and {mri/special.time} "
                        "with special function units, on an {mri/constant.device}. With whole "
                        "turns taken off before it takes {mri/turns.time}."},
        },
}};

}  // namespace
}  // namespace lessons::mri_lesson
