// Tridiagonal systems. Thomas's algorithm goes down the equations and up again, one by one.
// Parallel cyclic reduction computes more, and ends after a few rounds.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "lab/features/cells.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/questions/tridiagonal.h"
#include "lessons/reading.h"
#include "lessons/tridiagonal_truth.h"

namespace lessons::tridiagonal_lesson {
namespace {

using namespace lab;
using tridiagonal::Coupled;
using tridiagonal::InTime;
using tridiagonal::Spent;
using tridiagonal::Standing;
using tridiagonal::Thomas;

Knob unknowns() {
    return with_role(whole("n", "Unknowns", "unknowns",
                           {.ticks = powers_of_two(8, 1024), .also = {100, 200}, .preset = 128}, 4),
                     Knob::Role::size);
}
Knob many_systems() {
    Knob knob = with_role(whole("systems", "Systems", "systems",
                                {.ticks = powers_of_two(1, 1 << 16), .preset = 4096}),
                          Knob::Role::repeats);
    knob.logarithmic = true;
    return knob;
}
Knob rounds_at_most() {
    Knob knob = at_some_rungs(whole("steps", "Rounds at most", "rounds",
                                    {.ticks = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, .preset = 10}),
                              "A thread goes down its equations one by one, and leaves none out.");
    knob.hint =
        "After k rounds the neighbours that are left stand 2^k places away. If rounds end before "
        "those are outside the system, they are left out.";
    return knob;
}

Knob steps_in_time() {
    Knob knob = whole("time_steps", "Time steps", "steps",
                      {.ticks = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, .preset = 1});
    knob.hint =
        "The solution of a step is the right side of the next. With lambda 1 this is heat that "
        "spreads along a rod.";
    return knob;
}

const Knob block =
    at_some_rungs(threads_per_block({.ticks = powers_of_two(32, 1024), .preset = 64}),
                  "The number of unknowns sets how many threads a block has.");
const Knob n = unknowns();
const Knob systems = many_systems();
const Knob steps = rounds_at_most();
const Knob time_steps = steps_in_time();
const Knob lambda =
    choice("lambda", "Lambda: the diagonal is 2 + lambda",
           {{"one", "1", "3 on the diagonal, and -1 on both sides of it."},
            {"ten", "10", "12 on the diagonal: neighbours count little."},
            {"tenth", "0.1", "2.1 on the diagonal: unknowns ten places away still count."},
            {"hundredth", "0.01", "2.01 on the diagonal: unknowns far away still count."}},
           Knob::Role::variant);
const Knob type = real_knob();

Real real(const Settings& set) { return lessons::real(set, type); }

bool one_system(const Settings& set) { return idle(set, systems); }
std::int64_t systems_of(const Settings& set) { return one_system(set) ? 1 : set[systems]; }
std::int64_t places(const Settings& set) { return set[n] * systems_of(set); }
// Whether the first equations of all systems come first, then the second ones.
bool interleaved(const Settings& set) {
    return is(set, "interleaved") || is(set, "thomas_interleaved") ||
           is(set, "cusparse_interleaved");
}

// 2 + lambda, rounded to the type of the numbers.
double diagonal(const Settings& set) {
    constexpr double lambdas[] = {1, 10, .1, .01};
    const double exact = 2 + lambdas[set[lambda]];
    return real(set).type == Type::f32 ? double(float(exact)) : exact;
}

// ---- The host's side.

struct Arrays {
    Buffer a, b, c, d, x;
};

Fill constant(double value) { return {Fill::Kind::constant, value, 0, {}}; }

Arrays arrays_of(Plan& plan, const Settings& set) {
    const Type of = real(set).type;
    return {plan.input("a", of, places(set), constant(-1)),
            plan.input("b", of, places(set), constant(diagonal(set))),
            plan.input("c", of, places(set), constant(-1)),
            plan.input("d", of, places(set), Fill::digits(0, 9)),
            {}};
}
Arrays arrays_with_x(Plan& plan, const Settings& set) {
    Arrays made = arrays_of(plan, set);
    made.x = plan.buffer("x", real(set).type, places(set));
    return made;
}

// Calls `solve` for each time step. A step reads the solution of the step before as its right side,
// and writes to the array that the step before that has read. The first right side stays as it is.
template <class Solve>
void in_time(Plan& plan, const Settings& set, Arrays at, const Solve& solve) {
    const Buffer between =
        set[time_steps] > 1 ? plan.buffer("x_between", real(set).type, places(set)) : at.x;
    for (std::int64_t step = 1; step < set[time_steps]; ++step) {
        solve(at);
        at.d = std::exchange(at.x, step == 1 ? between : at.d);
    }
    solve(at);
    plan.result(at.x);
}

// A block for a system, a thread for `of_a_thread` unknowns, and room for three numbers a thread.
template <int of_a_thread>
void block_each(Plan& plan, const Settings& set) {
    const std::int64_t threads = set[n] / of_a_thread;
    const LaunchSize size{systems_of(set), threads, 3 * threads * real(set).bytes};
    in_time(plan, set, arrays_with_x(plan, set), [&](const Arrays& at) {
        if (interleaved(set))
            plan.launch(set.kernel(), size, at.a, at.b, at.c, at.d, at.x, int(set[n]),
                        int(systems_of(set)), int(set[steps]));
        else
            plan.launch(set.kernel(), size, at.a, at.b, at.c, at.d, at.x, int(set[n]),
                        int(set[steps]));
    });
}

void in_fixed_arrays(Plan& plan, const Settings& set) {
    in_time(plan, set, arrays_with_x(plan, set), [&](const Arrays& at) {
        plan.launch(set.kernel(), {1, set[n]}, at.a, at.b, at.c, at.d, at.x, int(set[n]),
                    int(set[steps]));
    });
}

void warp_each(Plan& plan, const Settings& set) {
    in_time(plan, set, arrays_with_x(plan, set), [&](const Arrays& at) {
        plan.launch(set.kernel(), {blocks_for(32 * set[systems], set[block]), set[block]}, at.a,
                    at.b, at.c, at.d, at.x, int(set[n]), int(set[systems]), int(set[steps]));
    });
}

// The equations of a lane, a template argument: 1, 2, 4 or 8.
std::int64_t of_a_lane(const Settings& set) {
    return std::int64_t{1} << log2_of(2 * blocks_for(set[n], 32) - 1);
}
std::string shuffling_kernel(const Settings& set) {
    return "pcr_shuffles<" + real(set).name + ", " + std::to_string(of_a_lane(set)) + ">";
}

void thread_each(Plan& plan, const Settings& set) {
    const Arrays all = arrays_with_x(plan, set);
    const Buffer upper = plan.buffer("upper", real(set).type, places(set));
    in_time(plan, set, all, [&](const Arrays& at) {
        plan.launch(set.kernel(), {blocks_for(set[systems], set[block]), set[block]}, at.a, at.b,
                    at.c, at.d, at.x, upper, int(set[n]), int(set[systems]));
    });
}

// ---- What is refused.

std::optional<Refusal> refused_size(const Settings& set, std::string title, std::string why,
                                    std::string limit_name, std::optional<double> limit,
                                    std::int64_t use) {
    return Refusal{.title = std::move(title),
                   .why = std::move(why),
                   .limit_name = std::move(limit_name),
                   .limit = limit,
                   .asked = double(set[n]),
                   .knob = n.id,
                   .use = use,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> fits_fixed_arrays(const Settings& set) {
    if (set[n] <= 128) return std::nullopt;
    return refused_size(set, "Arrays of 128 numbers do not hold " + grouped(set[n]) + " equations",
                        "The arrays of this kernel have a fixed size, which the compiler knows. "
                        "Memory whose size the launch sets takes more.",
                        "equations", 128, 128);
}

std::optional<Refusal> fits_a_warp(const Settings& set) {
    if (set[n] <= 256) return std::nullopt;
    return refused_size(
        set, "A warp has registers for 256 equations, and " + grouped(set[n]) + " were chosen",
        "Each lane keeps up to eight equations, and in each round their neighbours: 72 numbers. A "
        "block with shared memory takes more.",
        "equations of a warp", 256, 256);
}

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, "");
}

std::optional<Refusal> by_four(const Settings& set) {
    if (set[n] % 4 == 0) return std::nullopt;
    return refused_size(set, grouped(set[n]) + " unknowns are no multiple of 4",
                        "A thread has four unknowns, and reads them by loads of 16 bytes. So every "
                        "system has to begin at a multiple of 16 bytes.",
                        "a multiple of 4 unknowns", {}, set[n] / 4 * 4);
}

std::optional<Refusal> one_time_step(const Settings& set) {
    if (set[time_steps] == 1) return std::nullopt;
    return Refusal{.title = "cuSPARSE is called for one time step here, and " +
                            grouped(set[time_steps]) + " were chosen",
                   .why =
                       "Its call for interleaved systems overwrites the coefficients, which the "
                       "next step needs.",
                   .limit_name = "time steps",
                   .limit = 1,
                   .asked = double(set[time_steps]),
                   .knob = time_steps.id,
                   .use = 1,
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU.

// Solves the systems with compared unknowns; `thomas` then knows their largest error.
std::vector<double> solutions(const Settings& set, const Inputs& inputs, Thomas& thomas,
                              const std::vector<std::uint64_t>& compared) {
    const Standing& at = thomas.standing();
    std::vector<double> values;
    for (const std::uint64_t place : compared) {
        inputs.go_on();
        values.push_back(thomas.solved(at.system_of(place))[at.unknown_of(place)]);
    }
    if (!compared.empty()) return values;
    values.resize(std::size_t(places(set)));
    for (std::uint64_t system = 0; system < std::uint64_t(systems_of(set)); ++system) {
        const std::vector<double>& x = thomas.solved(system);
        for (std::uint64_t i = 0; i < x.size(); ++i) values[at.at(system, i)] = x[i];
    }
    return values;
}

Coupled coupled(const Settings& set) { return {diagonal(set), real(set).exact_bits}; }

double rounds_for(std::int64_t equations) {
    return equations < 2 ? 0 : double(log2_of(2 * equations - 1));
}
double rounds(const Settings& set, std::int64_t equations) {
    return std::min(double(set[steps]), rounds_for(equations));
}

// Of one time step. The right side has those of all steps before: as no number is negative, an
// unknown is relatively as far off as they are.
double pcr_roundings(const Settings& set) {
    return coupled(set).after_rounds({}, 1, rounds(set, set[n])).right;
}
double thomas_roundings(const Settings& set) {
    const Coupled by = coupled(set);
    return by.after_rows({}, by.reach(double(set[n]))).right;
}
// A thread's four equations, then the first of the next thread, then rounds, then the other three.
double four_roundings(const Settings& set) {
    const Coupled by = coupled(set);
    const Spent four = by.after_rows({}, 4);
    const Spent met{2 * four.coefficient + four.right, 2 * four.right};
    return by.after_rounds(met, 4, rounds(set, set[n] / 4)).right + four.right + 3;
}

// The error of rounds that were not made, as a share of the largest unknown, in one time step.
double left_out(const Settings& set) {
    if (idle(set, steps)) return 0;
    const std::int64_t unit = is(set, "four") ? 4 : 1, equations = set[n] / unit;
    const double made = rounds(set, equations);
    if (made == rounds_for(equations)) return 0;
    return 2 * coupled(set).left_at(double(unit) * std::exp2(made));
}

std::string left_out_words(double share) {
    if (share == 0) return "";
    return fmt::format(", and {:.2g} % of the largest unknown, for the rounds that are left out",
                       100 * share);
}

Expected made_expected(const Settings& set, const Inputs& inputs) {
    const std::uint64_t count = std::uint64_t(places(set));
    Expected::Of x{.elements = sampled(count)};
    const double missing = left_out(set);
    const InTime in_time{set[time_steps], missing + 8 * std::ldexp(1., -real(set).exact_bits)};
    Thomas thomas({std::uint64_t(set[n]), std::uint64_t(systems_of(set)), interleaved(set)},
                  diagonal(set), inputs.values("d"), in_time);
    x.values = solutions(set, inputs, thomas, x.elements);
    const double largest = *std::ranges::max_element(x.values);
    const Rounding allowed = rounding(real(set), std::numeric_limits<double>::infinity(),
                                      std::ceil(double(set[time_steps]) * roundings_of(set)));
    x.relative = allowed.relative;
    x.absolute = thomas.largest_error();
    const double share = missing > 0 && in_time.steps > 1 ? x.absolute / largest : missing;
    const std::size_t compared = x.values.size();
    return {.results = results_of(std::move(x)),
            .compared_with = "Thomas's algorithm in double on the CPU, " +
                             compared_words(compared, count, "unknowns"),
            .tolerance = allowed.words + left_out_words(share)};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 9>, Expected> known;
    if (places(set) <= 1 << 16) return made_expected(set, inputs);
    return known.of({set[n], systems_of(set), set[time_steps], set[lambda], set[type],
                     interleaved(set), std::int64_t(roundings_of(set)),
                     std::int64_t(1e9 * left_out(set)), std::int64_t(inputs.seed())},
                    [&] { return made_expected(set, inputs); });
}

// ---- cuSPARSE.

std::string of_type(const char* function, const Settings& set) {
    return std::string(function) + (real(set).type == Type::f64 ? "_f64" : "_f32");
}

// cuSPARSE needs zeros where an equation has no neighbour, and writes x to the place of d.
void by_cusparse(Plan& plan, const Settings& set, const char* function) {
    const Arrays at = arrays_of(plan, set);
    const int layout = interleaved(set);
    plan.result(at.d);
    plan.call(of_type("cusparse_ends", set), at.a, at.c, int(set[n]), int(systems_of(set)), layout);
    plan.timed([&] {
        plan.call(of_type(function, set), at.a, at.b, at.c, at.d, int(set[n]),
                  int(systems_of(set)));
    });
}
void strided(Plan& plan, const Settings& set) { by_cusparse(plan, set, "cusparse_strided"); }
void batch_interleaved(Plan& plan, const Settings& set) {
    by_cusparse(plan, set, "cusparse_interleaved");
}

// It is not documented how cuSPARSE combines both ways.
double cusparse_roundings(const Settings& set) {
    return 2 * (coupled(set).after_rounds({}, 1, rounds_for(set[n])).right + thomas_roundings(set));
}

const RegisterLibrary of_strided{
    "tridiagonal",
    {.id = "cusparse",
     .title = "cuSPARSE: gtsv2StridedBatch",
     .brief = "cuSPARSE",
     .idea = "One call of NVIDIA's library, for systems one after the other.",
     .host = strided,
     .legal = one_time_step,
     .roundings = cusparse_roundings}};

const RegisterLibrary of_interleaved{
    "tridiagonal",
    {.id = "cusparse_interleaved",
     .title = "cuSPARSE: gtsvInterleavedBatch",
     .brief = "cuSPARSE, interleaved",
     .idea = "One call of NVIDIA's library, for interleaved systems. It uses Thomas's algorithm.",
     .host = batch_interleaved,
     .legal = one_time_step,
     .roundings = cusparse_roundings}};

// ---- Pictures, and lane-instructions.

// 64 systems: two warps where a thread solves a system. The other kernels draw as many, so that
// counts can be compared. Two time steps show who reads what the step before has written.
Settings picture(Settings set) {
    set.set(systems, std::min<std::int64_t>(set[systems], 64));
    set.set(time_steps, std::min<std::int64_t>(set[time_steps], 2));
    return set;
}

// As few equations as can be followed down and up.
Settings picture_of_thomas(Settings set) {
    set.set(n, std::min<std::int64_t>(set[n], 16));
    return picture(set);
}

// Each as often as it is solved.
double equations(const Settings& set) { return double(places(set)) * double(set[time_steps]); }
double pcr_cost(const Settings& set) { return equations(set) * (40 + 45 * rounds(set, set[n])); }
double shuffle_cost(const Settings& set) {
    const double lanes =
        32 * double(of_a_lane(set)) * double(set[systems]) * double(set[time_steps]);
    return lanes * (50 + 35 * rounds(set, set[n]));
}
double thomas_cost(const Settings& set) { return 35 * equations(set); }
double four_cost(const Settings& set) {
    return equations(set) * (45 + 12 * rounds(set, set[n] / 4));
}

std::function<std::string(const Settings&)> templated(const char* name) {
    return [name](const Settings& set) { return std::string(name) + "<" + real(set).name + ">"; };
}

// Shared memory has the coefficients below the diagonal, then those above it, then the right sides.
std::int64_t equations_of_a_block(const Settings& set) {
    if (is(set, "four")) return set[n] / 4;
    return is(set, "dynamic") || is(set, "blocks") || is(set, "interleaved") ? set[n] : 0;
}

// From distance 32 on, lanes exchange nothing.
std::string shown_of_equations(const Settings& set) {
    const std::int64_t own = is(set, "shuffles") ? of_a_lane(set) : 1;
    if (own == 1) return "right side of an equation";
    return "right side of the last of a lane's " + std::to_string(own) + " equations" +
           (rounds(set, set[n]) > 5 ? "; rounds at distance 32 and more stay within each lane"
                                    : "");
}

CellMap coefficients(const Settings& set) {
    return {.parts_of = equations_of_a_block(set), .part_words = shown_of_equations(set)};
}

const std::string solves_one = "This kernel solves a single system.";

Setup systems_of_unknowns(std::string title, std::int64_t unknowns, std::int64_t many,
                          std::int64_t in_time = 1) {
    return {std::move(title), {{&n, unknowns}, {&systems, many}, {&time_steps, in_time}}};
}

const Has<Setups> setups{"tridiagonal",
                         {{systems_of_unknowns("One system of 128", 128, 1),
                           systems_of_unknowns("One system of 128, ten time steps", 128, 1, 10),
                           systems_of_unknowns("One system of 200", 200, 1),
                           systems_of_unknowns("4096 systems of 32", 32, 4096),
                           systems_of_unknowns("4096 systems of 128", 128, 4096),
                           systems_of_unknowns("65 536 systems of 512", 512, 1 << 16)}}};
const Has<Cells> cells{"tridiagonal", {coefficients}};

const RegisterLesson registered{{
    .id = "tridiagonal",
    .number = 10,
    .chapter = Chapter::matrices_and_equations,
    .title = "Tridiagonal systems",
    .source = "tridiagonal.cu",
    .sees = "Seven rounds solve 128 equations, and five solve 32. In each round every equation "
            "replaces its neighbours, and those that are left stand twice as far away.",
    .breaks =
        "\"Fewer operations are faster.\" Seven rounds write 896 equations where Thomas takes 255 "
        "steps, and for one system their block is {tridiagonal/fixed n=128.time against "
        "tridiagonal/thomas n=128 systems=1.time} Thomas's single thread.",
    .next = "Choose lambda 10 and three rounds at most: how far off is the worst unknown?",
    .next_turns = {&steps},
    .rungs =
        {
            {.id = "fixed",
             .title = "One system, fixed arrays",
             .brief = "Fixed arrays",
             .idea = "Parallel cyclic reduction (PCR): a thread for each equation, in three shared "
                     "arrays of 128.",
             .claim = "Neighbours stand twice as far away after each round",
             .line = "lower[i] = own.lower;",
             .kernel = templated("pcr_fixed"),
             .legal = fits_fixed_arrays,
             .host = in_fixed_arrays,
             .takes = {&steps},
             .without = {{&systems, solves_one}}},
            {.id = "dynamic",
             .title = "One system of any size",
             .brief = "Any size",
             .idea = "The launch sets the size of shared memory: up to 1024 unknowns.",
             .claim = "Twice the unknowns take one round more",
             .line = "lower[i] = own.lower;",
             .kernel = templated("pcr_dynamic"),
             .takes = {&steps},
             .without = {{&systems, solves_one}}},
            {.id = "blocks",
             .title = "Many systems, a block each",
             .brief = "A block each",
             .idea = "Systems stand one after the other in memory, and each has a block.",
             .claim = "Each block solves its own system",
             .line =
                 "Equation<Real> own = divided(a[at], b[at], c[at], d[at], i == 0, i == n - 1);",
             .kernel = templated("pcr_blocks"),
             .takes = {&steps}},
            {.id = "shuffles",
             .title = "A warp each, by shuffles",
             .brief = "Shuffles",
             .idea = "A warp has a system, and lanes pass equations to each other.",
             .claim = "Equations stay in registers, and no warp waits at a barrier",
             .line = "own[k] = joined(own[k], before[k], after[k]);",
             .kernel = shuffling_kernel,
             .legal = first_of<fits_a_warp, whole_warps>,
             .host = warp_each,
             .cost = shuffle_cost,
             .takes = {&block, &steps}},
            {.id = "interleaved",
             .title = "Systems interleaved",
             .brief = "Interleaved",
             .idea = "A block for each system again, but memory holds all first equations, then "
                     "all second ones.",
             .claim = "Neighbouring threads read far from each other",
             .line =
                 "Equation<Real> own = divided(a[at], b[at], c[at], d[at], i == 0, i == n - 1);",
             // Values come from the same places as before; a warp reads in another way.
             .opens = {{.view = "coalescing"}},
             .kernel = templated("pcr_interleaved"),
             .modelled_within = 3.2,
             .takes = {&steps}},
            {.id = "thomas",
             .title = "Thomas, a thread a system",
             .brief = "Thomas",
             .idea = "The fewest operations: a thread goes down the equations of its system, and "
                     "up again, in 2n − 1 steps. Each step waits for the step before.",
             .claim = "A thread goes down its equations, far from its neighbour",
             .line = "known = (d[i] - lower * known) * scale;",
             .opens = {{.view = "levels"}},
             .kernel = templated("thomas"),
             .host = thread_each,
             .picture = picture_of_thomas,
             .cost = thomas_cost,
             .roundings = thomas_roundings,
             .modelled_within = 8,
             .takes = {&block}},
            {.id = "thomas_interleaved",
             .title = "Thomas, interleaved",
             .brief = "Coalesced",
             .idea = "The same with interleaved systems: neighbouring threads read neighbouring "
                     "numbers. With few systems each load waits for memory. With systems one after "
                     "the other the L1 answers seven of eight loads.",
             .claim = "A thread goes down its equations, beside its neighbour",
             .line = "known = (d[i] - lower * known) * scale;",
             .opens = {{.view = "levels"}},
             .kernel = templated("thomas_interleaved"),
             .host = thread_each,
             .picture = picture_of_thomas,
             .cost = thomas_cost,
             .roundings = thomas_roundings,
             .modelled_within = 2.8,
             .takes = {&block}},
            {.id = "four",
             .title = "Four unknowns a thread",
             .brief = "Four a thread",
             .idea = "Thomas for four equations in a thread's registers, by loads of 16 bytes. "
                     "Then parallel cyclic reduction with one equation a thread.",
             .claim = "A quarter of the threads need two rounds less",
             .line = "found.at[3] = solved_by_block(own[3], steps);",
             .kernel = templated("pcr_of_four"),
             .legal = by_four,
             .host = block_each<4>,
             .cost = four_cost,
             .roundings = four_roundings,
             .takes = {&steps}},
        },
    .knobs = {&block, &n, &systems, &steps, &time_steps, &lambda, &type},
    .host = block_each<1>,
    .expected = expected,
    .bytes = [](const Settings& set) { return 5 * equations(set) * double(real(set).bytes); },
    .flops = [](const Settings& set) { return 9 * equations(set); },
    .picture = picture,
    .cost = pcr_cost,
    .roundings = pcr_roundings,
    .views = {"data_flow", "coalescing", "lanes", "banks"},
    .ledger = {"global_load_requests", "global_load_sectors", "barriers", "shuffles",
               "shared_load_wavefronts", "divergent_branches", "warp_instructions"},
    .predictions = tridiagonal_predictions,
}};

}  // namespace
}  // namespace lessons::tridiagonal_lesson
