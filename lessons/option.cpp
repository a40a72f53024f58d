// The price of an option on two shares, by chance. A path has two numbers a step. Their places in
// memory decide how long reading them takes; a thread that draws them itself reads none. The option
// is that of a course: a year, interest of 5 %, shares that move by 10 % with a correlation of one
// half, and a payoff of 1 where both end within a tenth of their start.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "lab/features/samples.h"
#include "lab/words.h"
#include "lessons/normal.h"
#include "lessons/reading.h"

namespace lessons::option_lesson {
namespace {

using namespace lab;

constexpr double interest = .05, volatility = .1;
// As in the kernels.
constexpr float rho = .5f, alone = .8660254038f, width = .1f, discounted = .951229425f;
constexpr std::uint32_t seed = 20261122;
constexpr std::int64_t words_of_state = 6;
constexpr std::int64_t words_of_curand = 16;  // of a curandStatePhilox4_32_10_t

const Knob block = threads_per_block({.ticks = powers_of_two(64, 1024), .preset = 128});
const Knob count =
    numbers({.ticks = powers_of_two(1 << 10, 1 << 23), .also = {9'600'000}, .preset = 9'600'000},
            "n", "Paths", "paths");

Knob steps_knob() {
    Knob knob = with_role(whole("steps", "Steps of a path", "steps",
                                {.ticks = {1, 2, 5, 10, 20, 50, 100, 200}, .preset = 100}),
                          Knob::Role::repeats);
    knob.logarithmic = true;
    knob.hint = "How many steps the year has. Each step takes two random numbers.";
    return knob;
}
const Knob steps = steps_knob();

// The certain growth of a step, and how far a normal number moves a share.
float growth(const Settings& set) { return float(1 + interest / double(set[steps])); }
float spread(const Settings& set) { return float(volatility / std::sqrt(double(set[steps]))); }

std::int64_t blocks(const Settings& set) { return blocks_for(set[count], set[block]); }

struct Ends {
    Buffer first, second, payoffs;
};
Ends ends_of(Plan& plan, const Settings& set) {
    return {plan.buffer("first", Type::f32, set[count]),
            plan.buffer("second", Type::f32, set[count]),
            plan.buffer("payoffs", Type::f32, set[count])};
}
void results(Plan& plan, const Ends& ends) {
    plan.result(ends.first);
    plan.result(ends.second);
    plan.result(ends.payoffs);
}

void make_numbers(Plan& plan, const Settings& set, const Buffer& numbers) {
    plan.launch(is(set, "strided") ? "make_numbers<true>" : "make_numbers<false>",
                {blocks(set), set[block]}, numbers, int(set[count]), int(set[steps]), seed);
}

void read_numbers(Plan& plan, const Settings& set, const Buffer& numbers, const Ends& ends) {
    plan.launch(set.kernel(), {blocks(set), set[block]}, numbers, ends.first, ends.second,
                ends.payoffs, int(set[count]), int(set[steps]), growth(set), spread(set));
}

Buffer room_for_numbers(Plan& plan, const Settings& set) {
    return plan.buffer("numbers", Type::f32, 2 * set[steps] * set[count]);
}

// The numbers are there already: another kernel made them, and its time does not count.
void numbers_are_there(Plan& plan, const Settings& set) {
    const Buffer numbers = room_for_numbers(plan, set);
    const Ends ends = ends_of(plan, set);
    make_numbers(plan, set, numbers);
    plan.timed([&] { read_numbers(plan, set, numbers, ends); });
    results(plan, ends);
}

void numbers_are_made(Plan& plan, const Settings& set) {
    const Buffer numbers = room_for_numbers(plan, set);
    const Ends ends = ends_of(plan, set);
    make_numbers(plan, set, numbers);
    read_numbers(plan, set, numbers, ends);
    results(plan, ends);
}

void numbers_are_drawn(Plan& plan, const Settings& set) {
    const Ends ends = ends_of(plan, set);
    plan.launch(set.kernel(), {blocks(set), set[block]}, ends.first, ends.second, ends.payoffs,
                int(set[count]), int(set[steps]), growth(set), spread(set), seed);
    results(plan, ends);
}

bool by_curand(const Settings& set) { return is(set, "curand") || is(set, "curand_states"); }

std::int64_t words_of_states(const Settings& set) {
    return (is(set, "states") ? words_of_state : words_of_curand) * set[count];
}

void states_are_made(Plan& plan, const Settings& set) {
    const Buffer states = plan.buffer("states", Type::u32, words_of_states(set));
    const Ends ends = ends_of(plan, set);
    plan.launch(is(set, "states") ? "make_states" : "make_curand_states", {blocks(set), set[block]},
                states, int(set[count]), seed);
    plan.launch(set.kernel(), {blocks(set), set[block]}, states, ends.first, ends.second,
                ends.payoffs, int(set[count]), int(set[steps]), growth(set), spread(set));
    results(plan, ends);
}

// An index into the numbers is an int of 32 bits.
std::optional<Refusal> indices_fit(const Settings& set) {
    constexpr std::int64_t limit = (std::int64_t{1} << 31) - 1;
    const std::int64_t all = 2 * set[steps] * set[count];
    if (all <= limit) return std::nullopt;
    return Refusal{.title = grouped(set[count]) + " paths of " + grouped(set[steps]) +
                            " steps read " + grouped(all) + " numbers, and an index of 32 bits " +
                            "ends at " + grouped(limit),
                   .why =
                       "The kernel would read in front of the array. Take fewer paths or fewer "
                       "steps, or a kernel that draws its numbers: it has no such limit.",
                   .limit_name = "numbers",
                   .limit = double(limit),
                   .asked = double(all),
                   .knob = count.id,
                   .use = limit / (2 * set[steps]),
                   .cuda_error = {},
                   .shows = {}};
}

// ---- The same on the CPU: the same words, and everything after them in double. Each value comes
// with its largest possible distance from the kernel's value.

using Normals = std::pair<Near, Near>;

// Two words a step; a call makes four, which are enough for two steps. cuRAND's Philox has other
// counters, and makes normal numbers in another way.
template <auto words_of, Normals (*normals_of)(WordPair)>
class Philox {
public:
    explicit Philox(std::uint64_t path) : path_(std::uint32_t(path)) {}
    Normals next() {
        if (step_ % 2 == 0) words_ = words_of(path_, step_ / 2, seed);
        const std::size_t first = 2 * (step_++ % 2);
        return normals_of({words_[first], words_[first + 1]});
    }

private:
    std::uint32_t path_, step_ = 0;
    Words words_{};
};

class Xorwow {
public:
    explicit Xorwow(std::uint64_t path) {
        const Words a = random_words(std::uint32_t(path), 0, seed),
                    b = random_words(std::uint32_t(path), 1, seed);
        state_ = {a[0], a[1], a[2], a[3], b[0]};
        count_ = b[1];
    }
    Normals next() {
        const std::uint32_t one = word();
        return normal_pair({one, word()});
    }

private:
    std::uint32_t word() {
        const std::uint32_t t = state_[0] ^ state_[0] >> 2, last = state_[4];
        std::rotate(state_.begin(), state_.begin() + 1, state_.end());
        state_[4] = last ^ last << 4 ^ t ^ t << 1;
        count_ += 362437;
        return state_[4] + count_;
    }
    std::array<std::uint32_t, 5> state_{};
    std::uint32_t count_ = 0;
};

// A share, and its error relative to it.
struct Share {
    double value = 1, relative = 0;
    void step(double grown, double moved, Near z) {
        const double factor = grown + moved * z.value;
        value *= factor;
        relative += (moved * z.error + rounding_of_float * std::abs(factor)) / std::abs(factor) +
                    rounding_of_float;
    }
    // Whether the kernel's share is certain to be on the same side of the edge of the payoff.
    bool certain() const { return std::abs(std::abs(value - 1) - double(width)) > error(); }
    bool pays() const { return std::abs(value - 1) < double(width); }
    double error() const { return 1.01 * relative * value; }
};

struct Path {
    Share first, second;
    bool pays() const { return first.pays() && second.pays(); }
    bool certain() const {
        return (first.certain() && second.certain()) || (first.certain() && !first.pays()) ||
               (second.certain() && !second.pays());
    }
};

template <class Generator>
Path walked(const Settings& set, std::uint64_t index) {
    Generator generator(index);
    Path path;
    const double grown = growth(set), moved = spread(set);
    for (std::int64_t step = 0; step < set[steps]; ++step) {
        const auto [z1, z2] = generator.next();
        const double own = alone * z2.value, together = rho * z1.value + own;
        path.first.step(grown, moved, z1);
        path.second.step(grown, moved,
                         {together, rho * z1.error + alone * z2.error +
                                        rounding_of_float * (std::abs(own) + std::abs(together))});
    }
    return path;
}

Path walked(const Settings& set, std::uint64_t index) {
    if (is(set, "states")) return walked<Xorwow>(set, index);
    if (by_curand(set)) return walked<Philox<curand_words, curand_normal_pair>>(set, index);
    return walked<Philox<random_words, normal_pair>>(set, index);
}

// The paths that are compared: all where they have few steps, else some at irregular places.
std::vector<std::uint64_t> compared_paths(const Settings& set) {
    constexpr std::int64_t most_steps = 1 << 19;
    const std::int64_t few = std::max<std::int64_t>(64, most_steps / set[steps]);
    if (set[count] > few) return scattered(std::uint64_t(set[count]), std::size_t(few));
    std::vector<std::uint64_t> all;
    for (std::int64_t path = 0; path < set[count]; ++path) all.push_back(std::uint64_t(path));
    return all;
}

struct Compared {
    Expected::Of first, second, payoffs;
    std::size_t paths = 0;

    void add(std::uint64_t index, const Path& path) {
        ++paths;
        put(first, index, path.first);
        put(second, index, path.second);
        if (!path.certain()) return;
        payoffs.elements.push_back(index);
        payoffs.values.push_back(path.pays() ? double(discounted) : 0);
    }

private:
    static void put(Expected::Of& of, std::uint64_t index, const Share& share) {
        of.elements.push_back(index);
        of.values.push_back(share.value);
        of.relative = std::max(of.relative, 1.01 * share.relative);
    }
};

Expected expected(const Settings& set, const Inputs& inputs) {
    Compared compared;
    for (const std::uint64_t index : compared_paths(set)) {
        inputs.go_on();
        compared.add(index, walked(set, index));
    }
    const double bound = std::max(compared.first.relative, compared.second.relative);
    const std::size_t open = compared.paths - compared.payoffs.elements.size();
    return {.results = results_of(std::move(compared.first), std::move(compared.second),
                                  std::move(compared.payoffs)),
            .compared_with = "the same random words, with everything else in double on the CPU, " +
                             compared_words(compared.paths, std::uint64_t(set[count]), "paths"),
            .tolerance = "one part in " + grouped(std::int64_t(1 / bound)) +
                         " of each final value: two roundings of 2^-24 a step, and the errors "
                         "that the manual gives for logarithm, sine and cosine. Payoffs must be "
                         "equal, but those of paths that end that close to the edge are not "
                         "compared" +
                         (open == 0 ? "" : ": " + grouped(std::int64_t(open)) + " of them")};
}

// Enough paths for a mean, and enough steps to see one like the others. count modulo 32 and steps
// modulo 4 stay as they were.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], 1024 + set[count] % 32));
    set.set(steps, std::min(set[steps], 12 + set[steps] % 4));
    return set;
}

double steps_of_all(const Settings& set) { return double(set[count]) * double(set[steps]); }

// Lane-instructions: `of_step` for each step, `of_path` for each path.
template <int of_step, int of_path>
double cost(const Settings& set) {
    return of_step * steps_of_all(set) + of_path * double(set[count]);
}

// The bytes of the arrays that a kernel reads or writes.
double bytes(const Settings& set) {
    const double paths = double(set[count]), ends = 12 * paths;
    if (is(set, "drawn") || is(set, "curand")) return ends;
    if (is(set, "states") || is(set, "curand_states"))
        return 4 * double(words_of_states(set)) + ends;
    return 8 * steps_of_all(set) + ends;
}

std::function<std::string(const Settings&)> named(const char* kernel) {
    return [kernel](const Settings&) { return kernel; };
}

// "0.9".
std::string shortest_end(float share) { return fmt::format("{:.3g}", share); }

const Has<Samples> samples{
    "option",
    {.noun = "path",
     .values = "payoffs",
     .along = "first",
     .along_words = "The first share after a year",
     .worth_words = "pays if both shares end between " + shortest_end(1 - width) + " and " +
                    shortest_end(1 + width),
     .worth_from = 1 - double(width),
     .worth_to = 1 + double(width),
     .worth_of = fmt::format("pays 1 in a year: {:.3f} today", discounted),
     .line = "first *= growth + spread * z1;",
     .begins = 1,
     .walk_words = "The first share, which begins at 1",
     .steps_words = "Steps of the year"}};

// Whether a kernel's time includes making its numbers.
const char* const there = "read numbers made beforehand";
const char* const made = "make their numbers";

const char* const reads = "shares.step(numbers[k * paths + path]";
const char* const draws = "uint4 words = random_words(path, step / 2, seed);";

const RegisterLesson registered{{
    .id = "option",
    .number = 3,
    .chapter = Chapter::memory,
    .title = "The price of an option",
    .source = "option.cu",
    .sees = "The same numbers lie in another order in memory, and a warp that read four sectors "
            "at a time reads 32.",
    .breaks = "\"Each thread should have its numbers side by side.\" For a CPU that is right. "
              "The lanes of a warp read at the same time, so the numbers of neighbouring lanes "
              "have to be neighbours.",
    .next = "Choose the kernel that draws its numbers, and 200 steps in place of 100. What "
            "grows, and what stays the same?",
    .rungs =
        {
            {.id = "coalesced",
             .title = "Numbers of a step together",
             .brief = "Steps together",
             .idea = "The numbers of all paths for one step stand side by side.",
             .claim = "Neighbouring lanes read neighbouring numbers",
             .work = there,
             .line = reads,
             .kernel = named("option_coalesced"),
             .legal = indices_fit},
            {.id = "strided",
             .title = "Numbers of a path together",
             .brief = "Paths together",
             .idea = "Each thread has its own numbers in a row.",
             .claim = "Every lane reads a sector of its own",
             .work = there,
             .line = "shares.step(numbers[row + k]",
             .kernel = named("option_strided"),
             .legal = indices_fit},
            {.id = "made",
             .title = "Numbers made first",
             .brief = "Made first",
             .idea = "As the first kernel, but making the numbers is part of the work.",
             .claim = "Each number is written and read once",
             .work = made,
             .line = reads,
             .kernel = named("option_coalesced"),
             .legal = indices_fit,
             .host = numbers_are_made},
            {.id = "drawn",
             .title = "Numbers drawn where they are needed",
             .brief = "Drawn inside",
             .idea = "Each thread makes its numbers from its path and the step.",
             .claim = "Numbers are made in registers, not loaded",
             .work = made,
             .line = draws,
             // This kernel reads nothing: its paths are left to see.
             .opens = {{.view = "paths"}},
             .kernel = named("option_drawn"),
             .host = numbers_are_drawn,
             .cost = cost<61, 60>},
            {.id = "states",
             .title = "A generator with a state",
             .brief = "With a state",
             .idea = "Each number follows from the one before. Another kernel makes the first "
                     "state of each path.",
             .claim = "Each path has a state of six words",
             .work = made,
             .line = "unsigned a = random.next(), b = random.next();",
             .kernel = named("option_states"),
             .host = states_are_made,
             .cost = cost<53, 190>},
            {.id = "curand",
             .title = "cuRAND in the kernel",
             .brief = "cuRAND inside",
             .idea = "cuRAND makes the numbers. Each thread sets up its generator, with its path "
                     "as the subsequence.",
             .claim = "The generator of a path is in registers",
             .work = made,
             .line = "float4 normal = curand_normal4(&random);",
             .opens = {{.view = "paths"}},
             .kernel = named("option_curand"),
             .host = numbers_are_drawn,
             .cost = cost<91, 131>},
            {.id = "curand_states",
             .title = "cuRAND's states in memory",
             .brief = "cuRAND states",
             .idea = "Another kernel sets up cuRAND's generators, and each thread loads the "
                     "state of its path.",
             .claim = "Each state of 64 bytes lies by itself",
             .work = made,
             .line = "curandStatePhilox4_32_10_t random = states[path];",
             .opens = {{.view = "coalescing", .at_its_line = true}},
             .kernel = named("option_curand_states"),
             .host = states_are_made,
             .cost = cost<110, 188>},
        },
    .knobs = {&block, &count, &steps},
    .host = numbers_are_there,
    .expected = expected,
    .bytes = bytes,
    .flops = [](const Settings& set) { return 9 * steps_of_all(set); },
    .modelled_within = 3,  // the number of arithmetic units is not in it
    .picture = picture,
    .cost = cost<73, 70>,
    .views = {"coalescing", "paths", "lanes", "chance", "heat_map", "data_flow"},
    .ledger = {"global_load_requests", "global_load_sectors", "bytes_requested",
               "warp_instructions"},
    .cards = {"rungs_compared", "ladder", "timings", "ledger"},
    .predictions =
        {
            {.question = "Each thread has its numbers in a row. How many sectors does one load of "
                         "a warp touch?",
             .answer = "option/strided.line.global_load_sectors/line.global_load_requests",
             .unit = "sectors",
             .most = 64,
             .known = {{"Numbers of a step together",
                        "option/coalesced.line.global_load_sectors/line.global_load_requests"}},
             .because = "Rows are 800 bytes apart, so each lane touches a sector of its own. The "
                        "other seven floats of the sector are for later steps, if a cache still "
                        "has the sector then."},
            {.question =
                 "9 600 000 paths of 100 steps read their numbers from memory, two floats for "
                 "each step. How much data is that?",
             .choices = {{"0.3 GB", 1}, {"1 GB", 2}, {"3.8 GB", 6}, {"7.7 GB"}},
             .answer = "option/coalesced.line.bytes_requested/12288",
             .unit = "bytes for one step of one path",
             .because = "A path reads 8 bytes in each of its steps, and no number is read twice."},
            {.question =
                 "The same numbers are laid out in two ways: first those of a step side by side, "
                 "then those of a path. The second way requests eight times as many sectors. How "
                 "long does it take?",
             .choices = {{"As long", 1.1, "the same floats are used"},
                         {"Up to twice as long", 2},
                         {"Two to four times as long", 4},
                         {"About eight times as long"}},
             .answer = "option/strided.time over option/coalesced.time",
             .unit = "times as long",
             .because = "It takes {option/strided.time} with the numbers of a path side by side "
                        "and {option/coalesced.time} with those of a step, on an "
                        "{option/strided.device}. A request goes to 32 lines in place of one, "
                        "and a cache has to keep the rest of each line until the thread needs "
                        "it. No counter says for which of the two the kernel waits."},
            {.question = "Some kernels make all numbers in memory and read them. Another kernel "
                         "draws the same numbers where it needs them. How long does drawing "
                         "take, compared with making and reading?",
             .choices = {{"A third as long or less", .37},
                         {"About half as long", .67},
                         {"Two thirds as long to as long", 1.03, "as many numbers are made"},
                         {"Longer"}},
             .answer = "option/drawn.time over option/made.time",
             .unit = "times as long",
             .because = "Drawing takes {option/drawn.time}. Making and reading takes "
                        "{option/made.time}, with 7.68 GB written and read, on an "
                        "{option/drawn.device}. Reading alone took {option/coalesced.time}."},
        },
}};

}  // namespace
}  // namespace lessons::option_lesson
