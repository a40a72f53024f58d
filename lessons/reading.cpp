// Access patterns, types of numbers, samples and refusals that several lessons share.
#include "lessons/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "lab/library.h"
#include "lab/words.h"

namespace lessons {

using namespace lab;

namespace {

bool has_kernel(const Lesson& lesson, std::string_view id) {
    return find_rung(lesson, id) || has_library(lesson, id);
}

}  // namespace

bool is(const Settings& set, std::string_view rung) {
    if (rung_of(set).id == rung) return true;
    const Lesson* lesson = is_library(set) ? set.subject->stands_for : set.lesson();
    if (lesson && !has_kernel(*lesson, rung))
        throw std::logic_error(fmt::format("{} has no kernel \"{}\".", lesson->id, rung));
    return false;
}

namespace {

enum Pattern : std::int64_t { coalesced, strided, offset_by };

}  // namespace

ReadingKnobs::ReadingKnobs() {
    pattern =
        choice("pattern", "Reads from memory",
               {{"coalesced", "Coalesced", "Neighbouring lanes read neighbouring numbers."},
                {"strided", "Strided",
                 "Neighbouring lanes read numbers that stand `stride` places apart."},
                {"offset", "Offset",
                 "Neighbouring lanes read neighbouring numbers, but the first is not at the start "
                 "of a sector."}},
               Knob::Role::pattern);
    stride = with_role(whole("stride", "Stride", "numbers",
                             {.ticks = powers_of_two(1, 32), .also = {3, 6, 12, 24}, .preset = 4}),
                       Knob::Role::stride);
    stride.only = {&pattern, strided, "The stride has an effect only on strided reads."};
    stride.hint =
        "How far apart neighbouring lanes read, for example if each number is one field of a "
        "structure.";
    offset = with_role(whole("offset", "Offset", "numbers",
                             {.ticks = {0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 31}, .preset = 1}, 0),
                       Knob::Role::offset);
    offset.only = {&pattern, offset_by, "The offset has an effect only on offset reads."};
    offset.hint = "How many numbers are skipped before the first one. A sector holds 8 floats.";
}

std::vector<Idle> fixed_order(const ReadingKnobs& knobs, const std::string& why) {
    return {{&knobs.pattern, why}, {&knobs.stride, why}, {&knobs.offset, why}};
}

Knob real_knob() {
    return choice("type", "Numbers are",
                  {{"float", "float", "4 bytes; whole numbers are exact up to 2^24."},
                   {"double", "double", "8 bytes; whole numbers are exact up to 2^53."}},
                  Knob::Role::type);
}

Real real(const Settings& set, const Knob& type) {
    return set[type] == 1 ? Real{Type::f64, "double", 8, 53} : Real{Type::f32, "float", 4, 24};
}

Rounding rounding(const Real& real, double largest, double roundings) {
    const std::string power = std::to_string(real.exact_bits);
    const double most = double(std::uint64_t{1} << real.exact_bits);
    if (largest <= most)
        return {0, "none: whole numbers up to 2^" + power + " are exact in " +
                       (real.name.starts_with('u') ? "an " : "a ") + real.name};
    return {roundings / most,
            grouped(std::int64_t(roundings)) + " roundings of 2^-" + power + " each"};
}

std::string hidden_in(const Rounding& allowed, std::int64_t count, const std::string& unit) {
    const double numbers = allowed.relative * double(count);
    if (numbers < 1) return "";
    if (allowed.relative >= 1)
        return ", which could lose the whole result: this bound allows anything; doubles have a "
               "narrower one";
    const auto lost = std::int64_t(numbers);
    return ", in which some " + grouped(lost) + " " + unit_of(lost, unit) +
           " could be lost unseen; doubles show them";
}

Reading reading(const Settings& set, const ReadingKnobs& knobs) {
    return {idle(set, knobs.stride) ? 1 : set[knobs.stride],
            idle(set, knobs.offset) ? 0 : set[knobs.offset]};
}

std::optional<Refusal> refuse_span(const Reading& read, std::int64_t count,
                                   const Knob& count_knob) {
    constexpr std::int64_t limit = std::int64_t{1} << 30;
    const std::int64_t span = read.span(count);
    if (span <= limit) return std::nullopt;
    return Refusal{
        .title = grouped(count) + " numbers " + std::to_string(read.stride) + " apart do not fit",
        .why = "They span " + grouped(span) +
               " places. The kernel uses its 32-bit index only up to " + grouped(limit) +
               ". Take a smaller stride or fewer numbers.",
        .limit_name = "places that the numbers span",
        .limit = double(limit),
        .asked = double(span),
        .knob = count_knob.id,
        .use = (limit - 1 - read.offset) / read.stride + 1,
        .cuda_error = {},
        .shows = {}};
}

// Refused settings may have no thread, but their picture is drawn all the same.
std::int64_t share_of_thread(std::int64_t count, std::int64_t threads) {
    threads = std::max<std::int64_t>(1, threads);
    return std::max<std::int64_t>(1, (count + threads / 2) / threads);
}

std::vector<std::uint64_t> sampled(std::uint64_t count) {
    constexpr std::uint64_t whole_up_to = std::uint64_t{1} << 22, samples = 4096;
    std::vector<std::uint64_t> indices;
    if (count <= whole_up_to) return indices;
    for (std::uint64_t k = 0; k + 1 < samples; ++k)
        indices.push_back(k * (count / samples) + k % 61);
    indices.push_back(count - 1);
    return indices;
}

std::vector<std::uint64_t> scattered(std::uint64_t count, std::size_t many) {
    constexpr double golden = 0.6180339887498949;
    std::vector<std::uint64_t> all;
    for (std::size_t k = 0; k < many; ++k)
        all.push_back(std::uint64_t(std::fmod(golden * double(k), 1) * double(count)));
    all.push_back(count - 1);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::string compared_words(std::uint64_t compared, std::uint64_t count, const std::string& unit) {
    if (count == 1) return "the only " + unit_of(1, unit);
    if (compared == count) return "all " + grouped(std::int64_t(count)) + " " + unit;
    return grouped(std::int64_t(compared)) + " of " + grouped(std::int64_t(count)) + " " + unit;
}

std::optional<Refusal> refuse_odd_block(const Settings& set, const Knob& block,
                                        const std::string& why, const std::string& shows) {
    const std::int64_t threads = set[block];
    if (power_of_two(threads) && threads > 1) return std::nullopt;
    const std::int64_t below = std::int64_t{1} << log2_of(threads);
    const std::int64_t best = std::clamp<std::int64_t>(
        threads - below < 2 * below - threads ? below : 2 * below, 2, 1024);
    return Refusal{.title = "This kernel needs a power of two from 2 on: " + grouped(threads) +
                            " does not fit",
                   .why = why,
                   .limit_name = "a power of two of threads",
                   .limit = {},
                   .needed = "power of two",
                   .asked = double(threads),
                   .knob = block.id,
                   .use = best,
                   .cuda_error = {},
                   .shows = threads > 1 ? shows : ""};
}

namespace {

// "1 whole warp and one of 1 lane", "one warp of 20 lanes".
std::string part_warps(std::int64_t threads) {
    const std::int64_t whole = threads / 32, lanes = threads % 32;
    const std::string part = " of " + grouped(lanes) + " " + unit_of(lanes, "lanes");
    return whole == 0 ? "one warp" + part
                      : grouped(whole) + " whole " + unit_of(whole, "warps") + " and one" + part;
}

}  // namespace

std::optional<Refusal> refuse_part_warps(const Settings& set, const Knob& block,
                                         const std::string& shows) {
    const std::int64_t threads = set[block];
    if (threads >= 32 && threads % 32 == 0) return std::nullopt;
    const std::int64_t best = std::max<std::int64_t>(32, threads / 32 * 32);
    return Refusal{.title = "Shuffles need whole warps, and a block of " + grouped(threads) +
                            " has one that is not full",
                   .why = "A shuffle names all 32 lanes of a warp. A block of " + grouped(threads) +
                          " " + unit_of(threads, "threads") + " has " + part_warps(threads) + ".",
                   .limit_name = "a multiple of 32 threads",
                   .limit = {},
                   .needed = "multiple of 32",
                   .asked = double(threads),
                   .knob = block.id,
                   .use = best,
                   .cuda_error = {},
                   .shows = threads > 0 ? shows : ""};
}

std::optional<Refusal> refuse_other_blocks(const Settings& set, const Knob& block,
                                           const std::vector<std::int64_t>& sizes) {
    const std::int64_t threads = set[block];
    if (std::ranges::find(sizes, threads) != sizes.end()) return std::nullopt;
    const auto away = [&](std::int64_t size) { return std::abs(size - threads); };
    std::vector<std::string> words;
    for (const std::int64_t size : sizes) words.push_back(grouped(size));
    return Refusal{.title = "No kernel with CUB was compiled for blocks of " + grouped(threads) +
                            " " + unit_of(threads, "threads"),
                   .why =
                       "CUB takes a block's size as an argument of its template, so each size "
                       "is a kernel of its own. There are kernels for " +
                       listed(words) + " threads.",
                   .limit_name = "a size that was compiled",
                   .limit = {},
                   .needed = "one of " + listed(words),
                   .asked = double(threads),
                   .knob = block.id,
                   .use = std::ranges::min(sizes, {}, away),
                   .cuda_error = {},
                   .shows = {}};
}

bool power_of_two(std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

int log2_of(std::int64_t value) {
    int log = 0;
    while (value > 1) {
        value /= 2;
        ++log;
    }
    return log;
}

}  // namespace lessons
