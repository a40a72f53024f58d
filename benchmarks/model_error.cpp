// Compares modelled times with recorded times of the same card. Half of the settings fit the
// constants, the other half judges them. A hash of the knobs' values chooses the half, so kernels
// at the same settings are in the same half.
//   model_error          the table for the judging half, with the current constants
//   model_error --fit    the best constants, and each lesson with a fit to the other lessons
//   model_error --all    a line for each setting
// Exit code 1 where a kernel's times are beyond its stated factor.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lab/cli/survey.h"
#include "lab/lesson.h"
#include "lab/programs.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "model_counts.h"

namespace {

using benchmarks::CountedSettings;

struct Sample {
    const lab::Lesson* lesson = nullptr;
    lab::Settings settings;
    std::string values;  // of the knobs: equal for comparable kernels
    lab::Time time;      // recorded
    CountedSettings counted;
    bool held = false;  // not used for the fit
};
using Samples = std::vector<Sample>;

std::map<std::string, CountedSettings> all_counts() {
    std::map<std::string, CountedSettings> counts;
    std::ifstream lines(WARPLENS_MODEL_COUNTS);
    for (std::string line; std::getline(lines, line);) {
        CountedSettings one = benchmarks::counted_from(line);
        counts.emplace(one.name, one);
    }
    return counts;
}

// FNV-1a, the same on every machine.
bool held_out(const std::string& values) {
    std::uint32_t hash = 2166136261u;
    for (const char letter : values) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return (hash >> 16) % 2 == 1;
}

// The counts lack bytes of shared memory, so they come from the plan and the PTX.
void fill_shared_bytes(CountedSettings& counted, const lab::Settings& settings) {
    const lab::Plan plan = lab::plan_of(settings);
    const std::vector<const lab::Launch*> steps = lab::timed_launches(plan);
    std::size_t at = 0;
    for (auto& [times, launch] : counted.launches) {
        if (at >= steps.size()) break;
        const lab::Launch& step = *steps[at];
        at += std::size_t(times);
        const auto program = lab::program_of(*settings.subject, step.kernel);
        if (program) launch.shared_bytes = (*program)->shared_bytes + step.size.shared_bytes;
    }
}

Samples all_samples() {
    const auto counts = all_counts();
    Samples all;
    std::size_t uncounted = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Settings& each : lab::survey(lab::rungs_of(lab::subject_of(*lesson)))) {
            lab::Request request;
            request.settings = each;
            const auto recorded = lab::recorded(request);
            if (!recorded || recorded->device.name != lab::modelled_card().name) continue;
            const auto found = counts.find(benchmarks::setting_name(each));
            uncounted += found == counts.end();
            if (found == counts.end()) continue;
            const std::string values = found->first.substr(found->first.find(' '));
            all.push_back({lesson, each, values, recorded->time, found->second, held_out(values)});
            fill_shared_bytes(all.back().counted, each);
        }
    if (uncounted) std::printf("%zu settings are not counted: run count_settings\n", uncounted);
    return all;
}

double ratio_of(const lab::Card& card, const Sample& sample) {
    return benchmarks::milliseconds_of(card, sample.counted) / sample.time.median_ms;
}

// Mean distance in powers of e; each lesson has the same weight.
double misfit(const lab::Card& card, const Samples& samples) {
    std::map<const lab::Lesson*, std::pair<double, double>> sums;
    for (const Sample& sample : samples) {
        auto& [sum, count] = sums[sample.lesson];
        sum += std::abs(std::log(ratio_of(card, sample)));
        ++count;
    }
    double mean = 0;
    for (const auto& [lesson, sum] : sums) mean += sum.first / sum.second / double(sums.size());
    return mean;
}

// The constants that neither the data sheet nor an empty kernel gives.
constexpr simulator::Member<lab::Card, double> free_constants[] = {
    &lab::Card::memory_gigabytes,     &lab::Card::cache_gigabytes,
    &lab::Card::next_microseconds,    &lab::Card::clear_microseconds,
    &lab::Card::latency_cycles,       &lab::Card::memory_latency_cycles,
    &lab::Card::cache_latency_cycles, &lab::Card::blocks_a_cycle,
    &lab::Card::handover_cycles,      &lab::Card::pass_cycles,
    &lab::Card::pcie_gigabytes,       &lab::Card::floor_microseconds};

// Fits one constant after the other, in decreasing steps.
lab::Card fitted(lab::Card card, const Samples& samples) {
    double best = misfit(card, samples);
    for (const double step : {1.5, 1.2, 1.07, 1.02})
        for (bool better = true; better;) {
            better = false;
            for (const auto constant : free_constants)
                for (const double times : {step, 1 / step}) {
                    lab::Card other = card;
                    other.*constant *= times;
                    const double found = misfit(other, samples);
                    if (found >= best - 1e-6) continue;
                    best = found, card = other, better = true;
                }
        }
    return card;
}

template <class Keep>
Samples those(const Samples& samples, Keep keep) {
    Samples kept;
    std::ranges::copy_if(samples, std::back_inserter(kept), keep);
    return kept;
}

double share_at(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// The factor that 95 % of the samples are within.
double factor_of(const lab::Card& card, const Samples& samples) {
    std::vector<double> away;
    for (const Sample& sample : samples) {
        const double ratio = ratio_of(card, sample);
        away.push_back(std::max(ratio, 1 / ratio));
    }
    return share_at(away, .95);
}

using Factor = std::function<double(const Sample&)>;

double told_factor(const Sample& sample) { return lab::modelled_within(sample.settings); }

struct Pairs {
    int all = 0, told = 0, right = 0;  // over 10 % apart; of these, predicted; of these, correctly
};

// Compares kernels at the same settings: is the predicted faster one really faster?
Pairs pairs_of(const lab::Card& card, const Samples& samples, const Factor& factor) {
    Pairs pairs;
    for (const Sample& one : samples)
        for (const Sample& other : samples) {
            if (one.values != other.values || one.lesson != other.lesson) continue;
            if (one.time.median_ms * 1.1 >= other.time.median_ms) continue;
            ++pairs.all;
            const double first = benchmarks::milliseconds_of(card, one.counted);
            const double second = benchmarks::milliseconds_of(card, other.counted);
            const bool told =
                std::max(first / second, second / first) > factor(one) * factor(other);
            pairs.told += told;
            pairs.right += told && first < second;
        }
    return pairs;
}

void print_row(const std::string& title, const lab::Card& card, const Samples& samples,
               const Factor& factor) {
    if (samples.empty()) return;
    std::vector<double> ratios, factors;
    for (const Sample& sample : samples) {
        ratios.push_back(ratio_of(card, sample));
        factors.push_back(factor(sample));
    }
    std::size_t within = 0;
    for (std::size_t i = 0; i < ratios.size(); ++i)
        within += ratios[i] <= factors[i] && ratios[i] >= 1 / factors[i];
    const Pairs pairs = pairs_of(card, samples, factor);
    std::printf("%-28s %4zu  %5.2f %5.2f %5.2f   %4.2f  %3.0f %%   %4d %4d %4d\n", title.c_str(),
                ratios.size(), share_at(ratios, .05), share_at(ratios, .5), share_at(ratios, .95),
                share_at(factors, .5), 100. * double(within) / double(ratios.size()), pairs.all,
                pairs.told, pairs.right);
}

void print_head(const char* title) {
    std::printf("%s\n%-28s %4s  %5s %5s %5s   %s  within   pairs told right\n", title, "", "runs",
                "5 %", "50 %", "95 %", "factor");
}

void print_card(const lab::Card& card) {
    std::printf(
        "memory %.0f GB/s, cache %.0f, PCIe %.0f; floor %.2f us, next %.2f, clear %.2f; latency "
        "%.2f cycles, of memory %.0f, of a cache %.0f; %.2f blocks a cycle; hand-over %.0f; "
        "a pass of constant memory %.2f\n",
        card.memory_gigabytes, card.cache_gigabytes, card.pcie_gigabytes, card.floor_microseconds,
        card.next_microseconds, card.clear_microseconds, card.latency_cycles,
        card.memory_latency_cycles, card.cache_latency_cycles, card.blocks_a_cycle,
        card.handover_cycles, card.pass_cycles);
}

void print_fit(const Samples& samples) {
    const Samples fit = those(samples, [](const Sample& each) { return !each.held; });
    const lab::Card card = fitted(lab::modelled_card(), fit);
    print_card(card);
    print_head("fitted anew: factor from the fitted half, the rest from the other half");
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto of = [&](bool held) {
            return those(samples, [&](const Sample& each) {
                return each.lesson == lesson && each.held == held;
            });
        };
        if (of(false).empty()) continue;  // plans in streams have no row
        const double factor = factor_of(card, of(false));
        print_row(lesson->id, card, of(true), [=](const Sample&) { return factor; });
    }
    print_head("each lesson by a fit to the others");
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto own = [&](const Sample& each) { return each.lesson == lesson; };
        if (std::ranges::none_of(samples, own)) continue;
        const lab::Card stranger = fitted(
            lab::modelled_card(), those(samples, [&](const Sample& each) { return !own(each); }));
        const Samples judged = those(samples, own);
        const double factor = factor_of(stranger, judged);
        print_row(lesson->id, stranger, judged, [=](const Sample&) { return factor; });
    }
}

// The share of a kernel's settings that must be within its factor; of a few, one may be beyond.
constexpr double least_within = .9;

// Prints kernels whose recorded times are beyond their stated factor. Returns their number.
int print_beyond(const lab::Card& card, const Samples& samples) {
    std::map<std::string, std::pair<int, int>> kernels;  // settings; within
    for (const Sample& sample : samples) {
        auto& [all, within] = kernels[sample.lesson->id + "/" + rung_of(sample.settings).id];
        const double ratio = ratio_of(card, sample), factor = told_factor(sample);
        ++all, within += ratio <= factor && ratio >= 1 / factor;
    }
    int beyond = 0;
    for (const auto& [kernel, counts] : kernels) {
        if (counts.second >= least_within * counts.first) continue;
        std::printf("%s: %d of %d are within its factor\n", kernel.c_str(), counts.second,
                    counts.first);
        ++beyond;
    }
    return beyond;
}

}  // namespace

int main(int count, char** arguments) {
    const std::string flag = count > 1 ? arguments[1] : "";
    const Samples samples = all_samples();
    const lab::Card& card = lab::modelled_card();
    if (flag == "--all")
        for (const Sample& sample : samples)
            std::printf("%8.4f %10.5f ms %s %s\n", ratio_of(card, sample), sample.time.median_ms,
                        sample.held ? "held" : "fit ", sample.counted.name.c_str());
    if (flag == "--fit") print_fit(samples);
    print_head(("modelled / recorded time on the " + card.name + ", settings held out").c_str());
    const auto held = [&](auto wanted) {
        return those(samples, [&](const Sample& each) { return each.held && wanted(each); });
    };
    for (const lab::Lesson* lesson : lab::lessons()) {
        const auto own = [&](const Sample& each) { return each.lesson == lesson; };
        print_row(lesson->id, card, held(own), told_factor);
        for (const lab::Rung& rung : lesson->rungs)
            if (rung.modelled_within > 0)
                print_row("  " + rung.id, card, held([&](const Sample& each) {
                              return own(each) && rung_of(each.settings).id == rung.id;
                          }),
                          told_factor);
    }
    return print_beyond(card, samples) ? 1 : 0;
}
