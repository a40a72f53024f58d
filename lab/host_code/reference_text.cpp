// Embeds reference values: all of a short result, samples and a sum of a long one.
#include "lab/host_code/reference_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace lab::host_code {

const char* const describe_text = R"(
// There is no reference here. Compare the outputs of two runs.
template <class T>
void describe(const char* name, const T* values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += double(values[i]);
    std::printf("%s: %zu values, the sum of all is %.17g", name, count, sum);
    if (count > 0)
        std::printf(", the first %.9g, the last %.9g", double(values[0]),
                    double(values[count - 1]));
    std::printf("\n");
}
)";

namespace {

constexpr std::size_t sampled = 256;

constexpr const char* agrees_text = R"(
struct Sample {
    size_t element;
    double value;
};

// Whether the sampled values are right, within the allowed rounding.
template <class T, size_t samples>
bool agrees(const char* name, const T* found, size_t count, const Sample (&expected)[samples],
            double relative, double absolute)
{
    size_t wrong = 0;
    double largest = 0, errors = 0, values = 0;
    for (const Sample& sample : expected) {
        double value = double(found[sample.element]);
        bool same = value == sample.value || (std::isnan(value) && std::isnan(sample.value));
        double error = same ? 0 : std::fabs(value - sample.value);
        double allowed = absolute + relative * std::fabs(sample.value);
        if (error > largest)
            largest = error;
        errors += error * error;
        values += sample.value * sample.value;
        if (same || (std::isfinite(error) && error <= allowed))
            continue;
        if (wrong++ == 0)
            std::printf("%s[%zu] is %.9g, and should be %.9g\n", name, sample.element, value,
                        sample.value);
    }
    std::printf("%s: %zu of %zu values compared, %zu are wrong, the largest error is %.3g\n", name,
                samples, count, wrong, largest);
    if (errors > 0 && values > 0)
        std::printf("%s: the norm of the errors is %.3g of the norm of the values\n", name,
                    std::sqrt(errors / values));
    return wrong == 0;
}
)";

constexpr const char* sums_text = R"(
// Whether all values have the right sum: the samples are only some of them.
template <class T>
bool sums_up(const char* name, const T* found, size_t count, double expected, double allowed)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += double(found[i]);
    bool right = std::fabs(sum - expected) <= allowed;
    std::printf("%s: the sum of all %zu values is %.17g, and should be %.17g (+- %.3g)\n", name,
                count, sum, expected, allowed);
    return right;
}
)";

// The reference values of one result in the program.
struct Chosen {
    std::map<std::uint64_t, double> samples;
    bool summed = false;
    double sum = 0, sum_allowed = 0;
};

// Half of the samples are spread over all elements. The other half are elements that differ from
// their predecessor: where most values are equal, these matter.
void choose_samples(Chosen& chosen, const std::vector<double>& values) {
    std::vector<std::uint64_t> changes;
    for (std::uint64_t i = 1; i < values.size(); ++i)
        if (values[i] != values[i - 1]) changes.push_back(i);
    const auto spread = [&](std::uint64_t count, const auto& element) {
        const std::uint64_t most = std::min<std::uint64_t>(count, sampled / 2);
        for (std::uint64_t k = 0; k < most; ++k) {
            const std::uint64_t at = element(k * count / most);
            chosen.samples[at] = values[at];
        }
    };
    spread(values.size(), [](std::uint64_t i) { return i; });
    spread(changes.size(), [&](std::uint64_t i) { return changes[i]; });
    chosen.samples[values.size() - 1] = values.back();
}

void add_sum(Chosen& chosen, const Expected::Of& of) {
    for (const double value : of.values) {
        chosen.sum += value;
        chosen.sum_allowed += of.absolute + of.relative * std::abs(value);
    }
    chosen.summed = std::isfinite(chosen.sum);
}

Chosen chosen_from(const Expected::Of& of, std::uint64_t count) {
    Chosen chosen;
    const bool whole = of.elements.empty();
    const std::size_t known =
        std::min<std::size_t>(of.values.size(), whole ? count : of.elements.size());
    if (whole && known > most_listed) {
        choose_samples(chosen, of.values);
        if (known == count) add_sum(chosen, of);
        return chosen;
    }
    const std::size_t most = std::min(known, whole ? most_listed : sampled);
    for (std::size_t k = 0; k < most; ++k) {
        const std::size_t at = k + 1 == most ? known - 1 : k * known / most;
        chosen.samples[whole ? at : of.elements[at]] = of.values[at];
    }
    return chosen;
}

void write_table(Writer& writer, const std::string& name, const Chosen& chosen) {
    writer.gap();
    writer.line(fmt::format("const Sample expected_{}[] = {{", name));
    std::string row;
    for (const auto& [element, value] : chosen.samples) {
        const std::string one = fmt::format("{{{}, {}}},", element, literal(value));
        if (row.size() + one.size() > 94) {
            writer.line("    " + row);
            row.clear();
        }
        row += (row.empty() ? "" : " ") + one;
    }
    writer.line("    " + row);
    writer.line("};");
}

std::string parameters(const Plan& plan, const std::vector<Array>& arrays) {
    std::vector<std::string> list;
    for (const Buffer& result : plan.results) {
        const Array& array = arrays[result.id];
        const std::string one = fmt::format("const {}* {}", array.type, array.result);
        if (std::ranges::find(list, one) == list.end()) list.push_back(one);
    }
    return fmt::format("{}", fmt::join(list, ", "));
}

}  // namespace

std::string judge_declaration(const Plan& plan, const std::vector<Array>& arrays, bool compared) {
    if (!compared) return describe_text;
    return fmt::format(
        "\n// Compares with the reference, whose values are at the end of the file.\nbool "
        "is_right({});\n",
        parameters(plan, arrays));
}

std::string reference_text(const Plan& plan, const std::vector<Array>& arrays,
                           const Expected& expected) {
    Writer writer;
    std::vector<Chosen> all;
    for (std::size_t i = 0; i < plan.results.size() && i < expected.results.size(); ++i)
        all.push_back(chosen_from(expected.results[i], plan.results[i].count));
    writer.comment("The reference: " + expected.compared_with + ".");
    writer.comment("Allowed rounding: " + expected.tolerance + ".");
    const bool sums = std::ranges::any_of(all, &Chosen::summed);
    std::string text = writer.text() + std::string(agrees_text).substr(1) + (sums ? sums_text : "");
    Writer rest;
    for (std::size_t i = 0; i < all.size(); ++i)
        write_table(rest, arrays[plan.results[i].id].result, all[i]);
    rest.gap();
    rest.line(fmt::format("bool is_right({})", parameters(plan, arrays)));
    rest.open();
    rest.line("bool right = true;");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& name = arrays[plan.results[i].id].result;
        const std::string title = '"' + name + '"', count = std::to_string(plan.results[i].count);
        const Expected::Of& of = expected.results[i];
        rest.call(
            "right &= agrees",
            {title, name, count, "expected_" + name, literal(of.relative), literal(of.absolute)},
            ";");
        if (all[i].summed)
            rest.call("right &= sums_up",
                      {title, name, count, literal(all[i].sum), literal(all[i].sum_allowed)}, ";");
    }
    rest.line("return right;");
    rest.close();
    return text + "\n" + rest.text();
}

}  // namespace lab::host_code
