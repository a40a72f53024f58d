// A recurrence. Every value needs the one before it, but joining steps is associative. So pairs
// scan: within a block, in chains of blocks, and by looking back.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lab/features/cells.h"
#include "lab/features/look_back.h"
#include "lab/features/setups.h"
#include "lab/library.h"
#include "lab/words.h"
#include "lessons/kept.h"
#include "lessons/reading.h"

namespace lessons::recurrence_lesson {
namespace {

using namespace lab;

const Knob block = threads_per_block(
    {.ticks = powers_of_two(32, 1024), .also = {20, 100, 192}, .preset = 512, .beyond = 2048});
const Knob count = numbers({.ticks = powers_of_two(1 << 5, 1 << 28), .also = {100}, .preset = 512},
                           "n", "Steps", "steps");
const Knob arrays = at_some_rungs(whole("arrays", "Arrays to compute", "arrays",
                                        {.ticks = powers_of_two(1, 1 << 18), .preset = 1}),
                                  "This kernel spreads one array over all blocks.");

enum Factors : std::int64_t { signs, settle, about_one, grow };
const Knob factors = choice(
    "factors", "Factors s",
    {{"signs", "-1, 0 or 1", "v changes its sign, stays or begins anew. All values are exact."},
     {"settle", "From 0 to 1", "Old values count less and less: v settles."},
     {"about_one", "About 1", "From 0.5 to 1.5: v rises and falls, and old values fade slowly."},
     {"grow", "2", "In each step v doubles, and u is added, until v is infinite."}},
    Knob::Role::variant);
const Knob type = real_knob();

Real real(const Settings& set) { return lessons::real(set, type); }

// Arrays, each of one block, where a kernel scans within a block.
std::int64_t arrays_of(const Settings& set) { return idle(set, arrays) ? 1 : set[arrays]; }
std::int64_t places(const Settings& set) { return arrays_of(set) * set[count]; }

// ---- The host's side.

Fill factors_of(const Settings& set) {
    switch (set[factors]) {
        case settle: return Fill::uniform(0, 1);
        case about_one: return Fill::uniform(.5, 1.5);
        case signs: return Fill::digits(-1, 1);
        default: return Fill{Fill::Kind::constant, 2, 0, {}};
    }
}

struct Arrays {
    Buffer s, u, v;
};
Arrays arrays_in(Plan& plan, const Settings& set) {
    const Arrays made{plan.input("s", real(set).type, places(set), factors_of(set)),
                      plan.input("u", real(set).type, places(set), Fill::digits(1, 9)),
                      plan.buffer("v", real(set).type, places(set))};
    plan.result(made.v);
    return made;
}

// One block for each array, with `shared` bytes of shared memory.
void in_one_block(Plan& plan, const Settings& set, std::int64_t shared) {
    const Arrays made = arrays_in(plan, set);
    plan.launch(set.kernel(), {arrays_of(set), set[block], shared}, made.s, made.u, made.v,
                int(set[count]));
}

std::int64_t pair_each(const Settings& set) { return 2 * real(set).bytes * set[block]; }
std::int64_t groups_of(const Settings& set) { return blocks_for(set[count], set[block]); }

void in_a_chain(Plan& plan, const Settings& set, std::int64_t shared) {
    const Arrays made = arrays_in(plan, set);
    const Buffer so_far = plan.buffer("so_far", real(set).type, 1);
    const Buffer ticket = plan.buffer("ticket", Type::s32, 1);
    const Buffer done = plan.buffer("done", Type::s32, 1);
    plan.clear(ticket);
    plan.clear(done);
    plan.launch(set.kernel(), {groups_of(set), set[block], shared}, made.s, made.u, made.v,
                int(set[count]), so_far, ticket, done);
}

void by_looking_back(Plan& plan, const Settings& set) {
    const Arrays made = arrays_in(plan, set);
    const Buffer ticket = plan.buffer("ticket", Type::s32, 1);
    // A word has 32 bits of a pair; its other half says what it stands for.
    const Buffer words = plan.buffer("words", Type::u64, groups_of(set) * real(set).bytes / 2);
    plan.clear(ticket);
    plan.clear(words);
    plan.launch(set.kernel(), {groups_of(set), set[block]}, made.s, made.u, made.v, int(set[count]),
                ticket, words);
}

void by_cub(Plan& plan, const Settings& set) {
    const Arrays made = arrays_in(plan, set);
    plan.call(real(set).type == Type::f64 ? "cub_recurrence_f64" : "cub_recurrence_f32", made.s,
              made.u, made.v, int(set[count]));
}

const RegisterLibrary library{
    "recurrence",
    {.id = "cub",
     .title = "CUB: DeviceScan of pairs",
     .brief = "CUB",
     .idea = "One call of NVIDIA's library, with a function that joins two steps.",
     .host = by_cub}};

// ---- The same on the CPU.

// The recurrence, one step after the other, with the roundings that a kernel may make.
class Walk {
public:
    explicit Walk(const Settings& set) : grows_(set[factors] == grow) {
        if (real(set).type == Type::f32) largest_number_ = std::numeric_limits<float>::max();
    }
    void begin_anew() { value_ = spent_ = 0; }
    void step(double s, double u) {
        // Each later step multiplies a term once, whatever was joined first.
        spent_ = s * (spent_ + value_);
        value_ = s * value_ + u;
        if (value_ > largest_number_) value_ = std::numeric_limits<double>::infinity();
        largest_ = std::max(largest_, std::abs(value_));
    }
    double value() const { return value_; }
    // The roundings of its products. A factor of 2 rounds nothing.
    double products() const { return grows_ ? 0 : spent_ / value_; }
    double largest() const { return largest_; }

private:
    bool grows_;
    double value_ = 0, spent_ = 0, largest_ = 0;
    double largest_number_ = std::numeric_limits<double>::max();
};

struct Walked {
    std::vector<double> values;
    double products = 0;  // the most roundings of a value
    double largest = 0;
};

// The values at the compared places, by one walk over all steps.
Walked walked(const Settings& set, const Inputs& inputs,
              const std::vector<std::uint64_t>& compared) {
    const auto s = inputs.values("s"), u = inputs.values("u");
    const auto steps = std::uint64_t(places(set)), each = std::uint64_t(set[count]);
    Walk walk(set);
    Walked all;
    all.values.reserve(compared.empty() ? steps : compared.size());
    for (std::uint64_t i = 0; i < steps; ++i) {
        if (i % 65'536 == 0) inputs.go_on();
        if (i % each == 0) walk.begin_anew();
        walk.step(s(i), u(i));
        const bool wanted = compared.empty() || (all.values.size() < compared.size() &&
                                                 compared[all.values.size()] == i);
        if (!wanted) continue;
        all.values.push_back(walk.value());
        all.products = std::max(all.products, walk.products());
    }
    all.largest = walk.largest();
    return all;
}

// The additions on the longest way of a term to a value: rounds, then blocks one after the other.
double rounds(const Settings& set) { return double(log2_of(2 * set[block] - 1)); }
double shuffled_rounds(const Settings&) { return 5 + 5 + 1; }
double rounds_in_a_chain(const Settings& set) { return rounds(set) + double(groups_of(set)) + 1; }
double rounds_and_blocks(const Settings& set) {
    return shuffled_rounds(set) + double(groups_of(set)) + 1;
}

Rounding allowed_of(const Settings& set, const Walked& all) {
    // The sum of some steps is the difference of two sums that begin at the first step.
    if (set[factors] == signs) return rounding(real(set), 2 * all.largest, roundings_of(set));
    return rounding(real(set), std::numeric_limits<double>::infinity(),
                    std::ceil(roundings_of(set) + all.products));
}

Expected made_expected(const Settings& set, const Inputs& inputs) {
    Expected::Of of{.elements = sampled(std::uint64_t(places(set)))};
    Walked all = walked(set, inputs, of.elements);
    const Rounding allowed = allowed_of(set, all);
    const std::size_t compared = all.values.size();
    of.values = std::move(all.values);
    of.relative = allowed.relative;
    return {.results = results_of(std::move(of)),
            .compared_with = "one step after the other in double on the CPU, " +
                             compared_words(compared, std::uint64_t(places(set)), "places"),
            .tolerance = allowed.words};
}

Expected expected(const Settings& set, const Inputs& inputs) {
    static Kept<std::array<std::int64_t, 6>, Expected> known;
    if (places(set) <= 1 << 20) return made_expected(set, inputs);
    return known.of({set[count], arrays_of(set), set[factors], set[type],
                     std::int64_t(roundings_of(set)), std::int64_t(inputs.seed())},
                    [&] { return made_expected(set, inputs); });
}

// ---- What is refused.

std::optional<Refusal> fits_a_block(const Settings& set) {
    if (set[count] <= set[block]) return std::nullopt;
    const bool larger_block = set[count] <= 1024;
    const std::int64_t best =
        larger_block ? std::max<std::int64_t>(32, std::int64_t{1} << log2_of(2 * set[count] - 1))
                     : set[block];
    return Refusal{.title = "One block of " + grouped(set[block]) + " threads holds " +
                            grouped(set[block]) + " steps, and " + grouped(set[count]) +
                            " were chosen",
                   .why =
                       "This kernel scans within one block, one step a thread. A chain of blocks "
                       "and a look-back take more steps.",
                   .limit_name = "steps in one block",
                   .limit = double(set[block]),
                   .asked = double(set[count]),
                   .knob = larger_block ? block.id : count.id,
                   .use = best,
                   .cuda_error = {},
                   .shows = {}};
}

std::optional<Refusal> span(const Settings& set) {
    return refuse_span({}, places(set), arrays_of(set) > 1 ? arrays : count);
}

std::optional<Refusal> whole_warps(const Settings& set) {
    return refuse_part_warps(set, block, "");
}

// ---- Pictures, and lane-instructions.

// One block as it is, or two where there are more arrays.
Settings picture(Settings set) {
    set.set(count, std::min(set[count], std::max<std::int64_t>(set[block], 1)));
    set.set(arrays, std::min<std::int64_t>(set[arrays], 2));
    return set;
}

// Three blocks, the last one partly full.
Settings picture_of_three_blocks(Settings set) {
    const std::int64_t most = 2 * set[block] + set[block] / 2;
    set.set(count, std::min(set[count], std::max<std::int64_t>(most, 1)));
    return set;
}

std::uint64_t last_block(const Settings& set) { return std::uint64_t(groups_of(set)) - 1; }

double lanes(const Settings& set) {
    return double(arrays_of(set) * std::max(set[count], set[block]));
}
double cost(const Settings& set) { return lanes(set) * (40 + 25 * rounds(set)); }
double shuffle_cost(const Settings& set) { return 160 * lanes(set); }

std::function<std::string(const Settings&)> templated(const char* name) {
    return [name](const Settings& set) { return std::string(name) + "<" + real(set).name + ">"; };
}

// In shared memory the factors come first, then the terms, one of each a thread. Where warps scan
// by shuffles, they pass first the factors, then the terms.
CellMap factors_and_terms(const Settings& set) {
    const bool in_a_block = is(set, "block") || is(set, "any_blocks");
    return {.pairs_apart = in_a_block ? set[block] : 0,
            .lanes_pass_pairs = !in_a_block,
            .pair_words = "factor s above term u; two join to (s2 s1, s2 u1 + u2)"};
}

// Each word has 32 bits of a pair.
std::int64_t words_of_a_block(const Settings& set) {
    return is(set, "look_back") ? real(set).bytes / 2 : 0;
}

const Has<LookBack> look_back{"recurrence",
                              {.words = "words",
                               .of_block = words_of_a_block,
                               .shift = 32,
                               .says = {"nothing yet", "its own steps", "all so far"},
                               .about = {}}};
const Has<Cells> cells{"recurrence", {factors_and_terms}};
const Has<Setups> setups{
    "recurrence", {{{"100 steps in blocks of 20", {{&count, 100}, {&block, 20}}, "any_blocks"}}}};

const RegisterLesson registered{{
    .id = "recurrence",
    .number = 12,
    .chapter = Chapter::adding_and_scanning,
    .title = "A recurrence",
    .source = "recurrence.cu",
    .sees = "Every value needs the one before it, and yet nine rounds are enough for 512 steps.",
    .breaks = "\"What needs its predecessor has to go one by one.\" Two steps in a row make one "
              "step, and steps can be joined before the first value is known.",
    .next = "Choose factors of 2: from which place on is v infinite with floats, and from which "
            "with doubles?",
    .rungs =
        {
            {.id = "block",
             .title = "One block",
             .idea = "Hillis and Steele over pairs: in each round, a thread joins its pair with "
                     "one further left.",
             .claim = "Each round joins twice as many steps",
             .line = "own = joined({all_s[t - d], all_u[t - d]}, own);",
             .kernel = templated("recur_block"),
             .legal = first_of<fits_a_block, span>,
             .takes = {&arrays}},
            {.id = "any_blocks",
             .title = "Blocks in a chain",
             .brief = "Chain",
             .idea = "Each block scans its pairs in the same way, then waits for the last value of "
                     "the block before it. Blocks may have any size.",
             .claim = "Blocks queue up for one number",
             .line = "while (said.load(acquire) < block) {",
             .opens = {{.values = {{&count, 8192}}}},
             .kernel = templated("recur_any_blocks"),
             .legal = span,
             .host = [](Plan& plan, const Settings& set) { in_a_chain(plan, set, pair_each(set)); },
             .picture = picture_of_three_blocks,
             .watch = last_block,
             .roundings = rounds_in_a_chain},
            {.id = "chain",
             .title = "A chain, warps by shuffles",
             .brief = "By shuffles",
             .idea = "Warps scan by shuffles in place of shared memory. The chain stays.",
             .claim = "Warps scan without barriers, and blocks still queue up",
             .line = "while (said.load(acquire) < block) {",
             // Of sixteen blocks, the last one of a chain waits longer than a look-back.
             .opens = {{.values = {{&count, 8192}}}},
             .kernel = templated("recur_chain"),
             .legal = first_of<whole_warps, span>,
             .host = [](Plan& plan, const Settings& set) { in_a_chain(plan, set, 0); },
             .picture = picture_of_three_blocks,
             .cost = shuffle_cost,
             .watch = last_block,
             .roundings = rounds_and_blocks},
            {.id = "look_back",
             .title = "Decoupled look-back",
             .brief = "Look-back",
             .idea = "A block publishes the pair of its steps at once. Other blocks join such "
                     "pairs and go on.",
             .claim = "No block waits for a value",
             .line = "Pair<Real> left = look_back<Real>(words, block);",
             .opens = {{.values = {{&count, 8192}}}},
             .kernel = templated("recur_look_back"),
             .legal = first_of<whole_warps, span>,
             .host = by_looking_back,
             .picture = picture_of_three_blocks,
             .cost = shuffle_cost,
             .watch = last_block,
             .roundings = rounds_and_blocks,
             .modelled_within = 230},
        },
    .knobs = {&block, &count, &arrays, &factors, &type},
    .host = [](Plan& plan, const Settings& set) { in_one_block(plan, set, pair_each(set)); },
    .expected = expected,
    .bytes =
        [](const Settings& set) { return 3.0 * double(real(set).bytes) * double(places(set)); },
    .flops = [](const Settings& set) { return 2.0 * double(places(set)); },
    // The formula takes blocks that look back for a queue: recorded times include the real wait.
    .modelled_within = 1.3,
    .picture = picture,
    .cost = cost,
    .roundings = rounds,
    .views = {"data_flow", "lanes", "banks", "coalescing"},
    .ledger = {"barriers", "shuffles", "shared_load_wavefronts", "shared_store_wavefronts",
               "divergent_branches", "bytes_asked", "warp_instructions"},
    .predictions =
        {
            {.question = "v[i] = s[i] v[i-1] + u[i] is a step, the pair (s, u). Two steps make "
                         "one, (s2 s1, s2 u1 + u2), with two multiplications. One after the other, "
                         "512 steps take 511 multiplications. How many do the nine rounds take "
                         "that join pairs?",
             .answer = "recurrence/block.line.lanes+line.lanes",
             .unit = "multiplications",
             .most = 12000,
             .known = {{"One after the other", "recurrence/block.511"}},
             .because = "In the round that reaches d places to the left, 512 - d threads join: "
                        "{recurrence/block.line.lanes} joins in all, as many as Hillis and Steele "
                        "make additions."},
            {.question = "2^24 steps run in a chain of blocks, each of which waits for one number, "
                         "and by a look-back. How long does the chain take, compared with the "
                         "look-back?",
             .choices = {{"Less long", 1},
                         {"Up to 10 times as long", 10},
                         {"10 to 50 times as long", 50},
                         {"More than 50 times as long"}},
             .answer = "recurrence/chain n=2^24.time over recurrence/look_back n=2^24.time",
             .unit = "times as long",
             .because =
                 "{recurrence/chain n=2^24.time}, and the look-back {recurrence/look_back "
                 "n=2^24.time}, on an {recurrence/chain n=2^24.device}. A block of the chain waits "
                 "for the number of the block before it, so blocks go one by one. A block that "
                 "looks back joins what many others have published already."},
            {.question =
                 "A look-back makes running totals of 2^24 numbers, and a recurrence of 2^24 "
                 "steps. The recurrence moves 1.5 times as many bytes, and shuffles two numbers in "
                 "place of one. How long does it take, compared with the running totals?",
             .choices = {{"As long, within a tenth", 1.1},
                         {"About 1.5 times as long", 1.7},
                         {"Twice as long or more"}},
             .answer = "recurrence/look_back n=2^24.time over scan/look_back n=2^24.time",
             .unit = "times as long",
             .because = "{recurrence/look_back n=2^24.time}, and the running totals "
                        "{scan/look_back n=2^24.time}, on an {recurrence/look_back n=2^24.device}. "
                        "With one number a thread, neither bytes nor shuffles set the pace. "
                        "Looking back does, and both kernels look back once for every 512 "
                        "numbers."},
            {.question = "512 running totals of floats take {scan/shuffle.shuffles} warp shuffles. "
                         "How many does the recurrence take in doubles?",
             .choices = {{"As many", 1.5}, {"Twice as many", 3}, {"Four times as many"}},
             .answer = "recurrence/chain type=double.shuffles over scan/shuffle.shuffles",
             .unit = "times as many",
             .because = "{recurrence/chain type=double.shuffles}: a pair is two numbers, and a "
                        "double is two words of 4 bytes."},
        },
}};

}  // namespace
}  // namespace lessons::recurrence_lesson
