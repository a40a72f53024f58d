// Compares results with references: all elements, or those that the reference lists.
#include "lab/running/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "lab/features/dart_board.h"
#include "lab/features/samples.h"
#include "platform/threads.h"
#include "simulator/hash.h"
#include "simulator/shuffle.h"

namespace lab {
namespace {

std::string name_of(const Plan& plan, const Buffer& buffer) {
    return plan.allocations.at(buffer.id).name;
}

// |found - expected|; equal infinities and two NaNs agree.
double error_of(double found, double expected) {
    if (found == expected || (std::isnan(found) && std::isnan(expected))) return 0;
    const double error = std::abs(found - expected);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

void note(Verdict& verdict, std::string_view buffer, std::uint64_t element, double found,
          double expected, const Expected::Of& of) {
    const double error = error_of(found, expected);
    ++verdict.compared;
    verdict.infinite += std::isinf(found) && found == expected;
    if (error > verdict.worst_error) verdict.worst_error = error, verdict.worst_of = expected;
    // A share of infinity would allow anything.
    const bool near = error <= of.absolute + of.relative * std::abs(expected);
    if (error == 0 || (near && std::isfinite(error))) return;
    if (verdict.wrong++ > 0) return;
    verdict.buffer = buffer;
    verdict.element = element;
    verdict.expected = expected;
    verdict.found = found;
}

// Calls `look` for the first `count` elements, in order.
template <class Look>
void each_element(const Buffer& buffer, std::uint64_t count, const Reader& read,
                  const Wanted& wanted, Look look) {
    constexpr std::uint64_t chunk = 1 << 18;  // some milliseconds
    const int size = simulator::size_of(buffer.type);
    std::vector<std::byte> bytes;
    for (std::uint64_t first = 0; first < count; first += chunk) {
        go_on(wanted);
        const std::uint64_t here = std::min(chunk, count - first);
        bytes.resize(here * size);
        read(buffer, first, bytes);
        for (std::uint64_t i = 0; i < here; ++i)
            look(first + i, load_value(buffer.type, bytes.data() + i * size));
    }
}

void compare_whole(Verdict& verdict, const Plan& plan, const Buffer& buffer, const Expected::Of& of,
                   const Reader& read, const Wanted& wanted) {
    const std::string name = name_of(plan, buffer);
    const std::uint64_t count = std::min<std::uint64_t>(buffer.count, of.values.size());
    each_element(buffer, count, read, wanted, [&](std::uint64_t element, double found) {
        note(verdict, name, element, found, of.values[element], of);
    });
}

void compare_elements(Verdict& verdict, const Plan& plan, const Buffer& buffer,
                      const Expected::Of& of, const Reader& read, const Wanted& wanted) {
    std::byte bytes[16];
    const std::span one(bytes, simulator::size_of(buffer.type));
    for (std::size_t i = 0; i < of.elements.size() && i < of.values.size(); ++i) {
        go_on(wanted);
        read(buffer, of.elements[i], one);
        note(verdict, name_of(plan, buffer), of.elements[i], load_value(buffer.type, bytes),
             of.values[i], of);
    }
}

}  // namespace

Verdict verdict_of(const Plan& plan, const Expected& expected, const Reader& read,
                   const Wanted& wanted) {
    Verdict verdict;
    verdict.checked = true;
    verdict.compared_with = expected.compared_with;
    verdict.tolerance = expected.tolerance;
    verdict.by_chance = expected.by_chance;
    for (std::size_t i = 0; i < plan.results.size() && i < expected.results.size(); ++i) {
        const Expected::Of& of = expected.results[i];
        (of.elements.empty() ? compare_whole : compare_elements)(verdict, plan, plan.results[i], of,
                                                                 read, wanted);
    }
    verdict.ok = verdict.wrong == 0 && verdict.compared > 0;
    return verdict;
}

Verdict verdict_of(const Settings& settings, const Plan& plan, std::uint64_t seed,
                   const Wanted& wanted, const Reader& read) {
    Verdict none;
    if (!settings.lesson()) none.compared_with = "nothing to compare with";
    if (!settings.subject->expected) return none;
    return verdict_of(plan, settings.subject->expected(settings, Inputs(plan, seed, wanted)), read,
                      wanted);
}

bool far_off(const Verdict& verdict) {
    return verdict.ok && verdict.worst_of != 0 &&
           verdict.worst_error > .01 * std::abs(verdict.worst_of);
}

SampleMean mean_of_samples(const Settings& settings, const Plan& plan, const Wanted& wanted,
                           const Reader& read) {
    const std::string& values = feature<Samples>(settings).values;
    const std::string& hits = feature<DartBoard>(settings).hits;
    RunningMean mean;
    SampleMean of_points;
    for (const Buffer& buffer : plan.results)
        if (!values.empty() && name_of(plan, buffer) == values)
            each_element(buffer, buffer.count, read, wanted,
                         [&](std::uint64_t, double value) { mean.add(value); });
        else if (!hits.empty() && name_of(plan, buffer) == hits)
            each_element(buffer, 1, read, wanted, [&](std::uint64_t, double found) {
                of_points = mean_of_points(settings, found);
            });
    return of_points.samples > 0 ? of_points : mean.now();
}

namespace {

// Rounding changes a sum by far less; a missing or different element by more.
constexpr double as_rounded = 1e-4;

bool agree(const ArrayResult& a, const ArrayResult& b) {
    if (a.hash != b.hash) return false;
    const double most = as_rounded * std::max(a.length, b.length);
    for (std::size_t i = 0; i < a.sums.size(); ++i)
        if (std::abs(a.sums[i] - b.sums[i]) > most) return false;
    return true;
}

}  // namespace

namespace {

// Elements that are summed alone, so that the sums are the same with any number of threads.
constexpr std::uint64_t summed_alone = 1 << 16;

struct PartOfArray {
    std::uint64_t hash = 0;
    double squares = 0;
    std::array<double, 4> sums{};
};

PartOfArray part_of_bits(std::span<const std::byte> bytes) {
    simulator::Hash hash;
    hash.add(bytes);
    return {hash.value()};
}

// Elements from number `first` on.
template <class Real>
PartOfArray part_of_reals(std::span<const std::byte> bytes, std::uint64_t first) {
    PartOfArray part;
    simulator::Hash hash;
    for (std::uint64_t i = 0; i < bytes.size() / sizeof(Real); ++i) {
        Real stored;
        std::memcpy(&stored, bytes.data() + i * sizeof stored, sizeof stored);
        const double value = stored;
        if (!std::isfinite(value)) {
            hash.add(first + i);
            continue;
        }
        part.squares += value * value;
        std::uint64_t signs = simulator::mixed(first + i);
        for (double& sum : part.sums) sum += signs & 1 ? value : -value, signs >>= 1;
    }
    part.hash = hash.value();
    return part;
}

}  // namespace

ArrayResult array_result(std::string array, simulator::Type type,
                         std::span<const std::byte> bytes) {
    const auto size = static_cast<std::size_t>(simulator::size_of(type));
    ArrayResult made{std::move(array), type, bytes.size() / size};
    std::vector<PartOfArray> parts((made.count + summed_alone - 1) / summed_alone);
    platform::in_parts(parts.size(), 4, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) {
            const std::uint64_t first = i * summed_alone;
            const auto own =
                bytes.subspan(first * size, std::min(summed_alone, made.count - first) * size);
            parts[i] = type == simulator::Type::f32   ? part_of_reals<float>(own, first)
                       : type == simulator::Type::f64 ? part_of_reals<double>(own, first)
                                                      : part_of_bits(own);
        }
    });
    simulator::Hash hash;
    double squares = 0;
    for (const PartOfArray& part : parts) {
        hash.add(part.hash);
        squares += part.squares;
        for (std::size_t i = 0; i < made.sums.size(); ++i) made.sums[i] += part.sums[i];
    }
    made.hash = hash.value();
    made.length = std::sqrt(squares);
    return made;
}

std::vector<ArrayResult> arrays_left(
    const Plan& plan, const std::function<std::span<const std::byte>(const Buffer&)>& contents) {
    std::vector<ArrayResult> all;
    for (const Allocation& each : plan.allocations)
        all.push_back(array_result(each.name, each.buffer.type, contents(each.buffer)));
    return all;
}

std::optional<std::string> differing_array(const std::vector<ArrayResult>& one,
                                           const std::vector<ArrayResult>& other) {
    if (one.empty() || one.size() != other.size()) return std::nullopt;
    for (std::size_t i = 0; i < one.size(); ++i)
        if (one[i].array != other[i].array || one[i].count != other[i].count) return std::nullopt;
    const auto [a, b] = std::ranges::mismatch(one, other, agree);
    return a == one.end() ? std::string() : a->array;
}

}  // namespace lab
