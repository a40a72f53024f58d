// Keeps count of what the verdict on two kernels promises, on the GPU of this machine:
//   pairs [--pairs N] [--planted N] [--seconds S] [--csv FILE] [--rows FILE]
// Pairs of the same code: how many are called faster or slower. Pairs that differ by a planted 1, 3
// or 10 percent of work: how many are found, after how many turns, and how many the wrong way
// round. The pairs go through the bench and the rule of `warplens compare` and of the window, the
// cells one after the other, so that an end by time leaves all with about as many. Rows are written
// as they come. Exit code 1 where more than 5 % of the verdicts on the same code are false.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/clock_runs.h"
#include "lab/own/open.h"
#include "lab/time/bench.h"
#include "lab/words.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
    return std::chrono::duration<double>(Clock::now() - begun).count();
}

// --- kernels, as two versions of a file have them

// Each thread makes 4 multiply-adds an iteration, each of which waits for the one before.
constexpr const char* spin_ptx = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry spin(.param .u64 out)
{{
	.reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b64 %rd<4>; .reg .pred %p<2>;
	ld.param.u64 %rd1, [out];
	cvta.to.global.u64 %rd1, %rd1;
	mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	cvt.rn.f32.u32 %f1, %r4;
	mov.u32 %r5, 0;
more:
	fma.rn.f32 %f1, %f1, 0f3F7FF000, 0f3F800000;
	fma.rn.f32 %f1, %f1, 0f3F7FF000, 0f3F000000;
	fma.rn.f32 %f1, %f1, 0f3F7FF000, 0f3F800000;
	fma.rn.f32 %f1, %f1, 0f3F7FF000, 0f3F000000;
	add.s32 %r5, %r5, 1;
	setp.lt.s32 %p1, %r5, {work};
	@%p1 bra more;
	mul.wide.u32 %rd2, %r4, 4;
	add.s64 %rd3, %rd1, %rd2;
	st.global.f32 [%rd3], %f1;
	ret;
}}
// version {version}
)";

// Each thread copies a number.
constexpr const char* copy_ptx = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry copy(.param .u64 from, .param .u64 to)
{{
	.reg .b32 %r<5>; .reg .f32 %f<2>; .reg .b64 %rd<7>; .reg .pred %p<2>;
	ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];
	cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;
	mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	setp.ge.u32 %p1, %r4, {work};
	@%p1 bra done;
	mul.wide.u32 %rd3, %r4, 4;
	add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
	ld.global.f32 %f1, [%rd4];
	st.global.f32 [%rd5], %f1;
done:
	ret;
}}
// version {version}
)";

enum class Kernel : std::uint8_t { spin, copy, lesson };

struct Cell {
    Kernel kernel = Kernel::spin;
    long work = 0;       // iterations, or numbers
    std::string line{};  // of a lesson
    bool loaded_twice = true;
    int percent = 0;  // planted

    std::string name() const {
        if (kernel == Kernel::lesson) return line;
        return fmt::format("{} {}{}", kernel == Kernel::spin ? "spin" : "copy", work,
                           loaded_twice ? ", loaded twice" : "");
    }
};

[[noreturn]] void leave(const std::string& why, int code) {
    std::cerr << why << '\n';
    std::exit(code);
}

// A text that no other has is a module of its own.
lab::Settings of_file(Kernel kernel, long work, int version) {
    lab::AskedFile asked{.file = "version.ptx", .block = "256"};
    lab::Code code;
    if (kernel == Kernel::spin) {
        asked.kernel = "spin", asked.grid = "264";
        asked.arguments = {"out:f32[67584]=zeros"};
        code.ptx = fmt::format(spin_ptx, fmt::arg("work", work), fmt::arg("version", version));
    } else {
        asked.kernel = "copy", asked.grid = std::to_string((work + 255) / 256);
        const std::string array = fmt::format("f32[{}]=zeros", work);
        asked.arguments = {"from:" + array, "to:" + array};
        code.ptx = fmt::format(copy_ptx, fmt::arg("work", work), fmt::arg("version", version));
    }
    const auto subject = lab::subject_of(asked, code);
    if (!subject) leave(subject.problem().message, 2);
    return lab::Settings(*subject);
}

// The planted work is the first's, in one pair, and the second's in the next.
std::pair<lab::Request, lab::Request> requests(const Cell& cell, int round) {
    lab::Request first, second;
    if (cell.kernel == Kernel::lesson) {
        first.settings = second.settings = benchmarks::settings_of(cell.line);
        return {first, second};
    }
    const long more = cell.work + cell.work * cell.percent / 100;
    const bool turned = round % 2 == 1;
    const int version = cell.loaded_twice ? 2 * round : 0;
    first.settings = of_file(cell.kernel, turned ? cell.work : more, version);
    second.settings =
        of_file(cell.kernel, turned ? more : cell.work, cell.loaded_twice ? version + 1 : version);
    return {first, second};
}

std::vector<Cell> cells() {
    std::vector<Cell> all;
    for (const long work : {500, 2'500, 12'000, 120'000})
        for (const bool twice : {true, false})
            all.push_back({.kernel = Kernel::spin, .work = work, .loaded_twice = twice});
    for (const long work : {400'000, 4'000'000, 32'000'000})
        all.push_back({.kernel = Kernel::copy, .work = work});
    for (const char* line : {"reduction/wide n=2^16", "vector_addition/one_each n=2^20",
                             "scan/chain n=2^16", "laplace/tile nx=64 ny=64 nz=64 sweeps=1"})
        all.push_back({.kernel = Kernel::lesson, .line = line, .loaded_twice = false});
    return all;
}

std::vector<Cell> planted() {
    std::vector<Cell> all;
    for (const int percent : {1, 3, 10}) {
        for (const long work : {500, 2'500, 12'000, 120'000})
            all.push_back({.kernel = Kernel::spin, .work = work, .percent = percent});
        for (const long work : {400'000, 4'000'000, 32'000'000})
            all.push_back({.kernel = Kernel::copy, .work = work, .percent = percent});
    }
    return all;
}

// --- what was found

// The largest rate at which as few as `found` of `all` have a chance of 5 %: the upper bound of
// Clopper and Pearson (Biometrika 26, 1934), one-sided.
double upper_bound(std::size_t found, std::size_t all) {
    const auto chance = [&](double rate) {
        double sum = 0;
        for (std::size_t k = 0; k <= found; ++k)
            sum += std::exp(std::lgamma(double(all) + 1) - std::lgamma(double(k) + 1) -
                            std::lgamma(double(all - k) + 1) + double(k) * std::log(rate) +
                            double(all - k) * std::log1p(-rate));
        return sum;
    };
    if (found >= all) return 1;
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (chance(middle) > .05 ? low : high) = middle;
    }
    return high;
}

struct Found {
    std::size_t right_way = 0, wrong_way = 0, same = 0;
    std::vector<double> turns, ratios, ms;
    double seconds = 0;
    std::size_t all() const { return right_way + wrong_way + same; }
    /// Of pairs of the same code.
    std::size_t false_ones() const { return right_way + wrong_way; }
};

double share_of(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[std::min(values.size() - 1, std::size_t(share * double(values.size())))];
}

// How far nine in ten ratios of a cell are from 1: what a verdict has to leave open.
double spread(const std::vector<double>& ratios) {
    std::vector<double> away;
    for (const double ratio : ratios) away.push_back(std::abs(std::log(ratio)));
    return share_of(std::move(away), .9);
}

struct Asked {
    std::size_t pairs = 1000, planted = 15;  // of the same code in all, and in each planted cell
    double seconds = 270;
    std::string csv, rows;
};

class Tally {
public:
    Tally(const Asked& asked, const lab::Device& device)
        : device_(device), asked_(asked), rows_(asked.rows.empty() ? "/dev/null" : asked.rows) {
        rows_ << "device,driver,cell,planted_percent,pair,turns,a_ms,b_ms,a_over_b,low,high,"
                 "verdict,seconds\n";
    }

    void take(const Cell& cell, int round, const lab::Alternation& all, double seconds) {
        Found& found = of(cell);
        const bool slower = all.ratio.low > 1, faster = all.ratio.high < 1;
        const bool turned = round % 2 == 1;  // then the second has more to do
        found.right_way += turned ? faster : slower;
        found.wrong_way += turned ? slower : faster;
        found.same += !slower && !faster;
        found.turns.push_back(double(all.pairs));
        found.ratios.push_back(turned ? 1 / all.ratio.median : all.ratio.median);
        found.ms.push_back(all.second.median_ms);
        found.seconds += seconds;
        rows_ << fmt::format("{},{},{},{},{},{},{:.6f},{:.6f},{:.5f},{:.5f},{:.5f},{},{:.3f}\n",
                             device_.name, device_.driver, quoted(cell), cell.percent, round,
                             all.pairs, all.first.median_ms, all.second.median_ms, all.ratio.median,
                             all.ratio.low, all.ratio.high,
                             slower   ? "slower"
                             : faster ? "faster"
                                      : "the same",
                             seconds)
              << std::flush;
    }

    /// Prints both tables. Whether the promise is kept.
    bool tell(double seconds) const {
        std::printf("%s, driver %s, %.0f s\n\nThe same code twice\n", device_.name.c_str(),
                    device_.driver.c_str(), seconds);
        std::printf("%-40s %9s %6s %7s %7s %6s %9s %9s %6s\n", "cell", "us", "pairs", "\"slow\"",
                    "\"fast\"", "turns", "nine in", "bound", "s");
        Found whole;
        for (const auto& [cell, found] : found_) {
            if (cell.percent > 0) continue;
            same_line(cell.name(), found);
            whole.right_way += found.right_way, whole.wrong_way += found.wrong_way;
            whole.same += found.same, whole.seconds += found.seconds;
            whole.turns.insert(whole.turns.end(), found.turns.begin(), found.turns.end());
            whole.ratios.insert(whole.ratios.end(), found.ratios.begin(), found.ratios.end());
        }
        same_line("all", whole);
        std::printf("\nWith planted differences\n%-40s %9s %7s %9s %6s %6s %6s %6s %7s %6s\n",
                    "cell", "us", "planted", "measured", "pairs", "found", "wrong", "turns",
                    "nine in", "s");
        for (const auto& [cell, found] : found_)
            if (cell.percent > 0) planted_line(cell, found);
        const double rate = whole.all() ? double(whole.false_ones()) / double(whole.all()) : 1;
        std::printf(
            "\nfalse verdicts: %zu of %zu, %.2f %%, at most %.2f %% (95 %%, Clopper and "
            "Pearson): %s (limit 5 %%)\n",
            whole.false_ones(), whole.all(), 100 * rate,
            100 * upper_bound(whole.false_ones(), whole.all()), rate <= .05 ? "pass" : "FAIL");
        if (!asked_.csv.empty()) write_cells();
        return rate <= .05;
    }

    std::size_t same_pairs() const {
        std::size_t all = 0;
        for (const auto& [cell, found] : found_)
            if (cell.percent == 0) all += found.all();
        return all;
    }

private:
    static std::string quoted(const Cell& cell) { return "\"" + cell.name() + "\""; }

    Found& of(const Cell& cell) {
        for (auto& [known, found] : found_)
            if (known.name() == cell.name() && known.percent == cell.percent) return found;
        found_.emplace_back(cell, Found{});
        return found_.back().second;
    }

    static void same_line(const std::string& name, const Found& found) {
        std::printf("%-40s %9.2f %6zu %7zu %7zu %6.0f %8.2f%% %8.2f%% %6.1f\n", name.c_str(),
                    1000 * share_of(found.ms, .5), found.all(), found.right_way, found.wrong_way,
                    share_of(found.turns, .5), 100 * spread(found.ratios),
                    100 * upper_bound(found.false_ones(), found.all()), found.seconds);
    }

    static void planted_line(const Cell& cell, const Found& found) {
        std::printf("%-40s %9.2f %6d%% %8.2f%% %6zu %6zu %6zu %6.0f %7.0f %6.1f\n",
                    cell.name().c_str(), 1000 * share_of(found.ms, .5), cell.percent,
                    100 * (share_of(found.ratios, .5) - 1), found.all(), found.right_way,
                    found.wrong_way, share_of(found.turns, .5), share_of(found.turns, .9),
                    found.seconds);
    }

    void write_cells() const {
        std::ofstream out(asked_.csv);
        out << "device,driver,cell,planted_percent,median_ms,measured_ratio,pairs,found_slower,"
               "found_faster,the_same,turns_median,turns_90,ratio_spread_90,rate,rate_bound_95,"
               "seconds\n";
        for (const auto& [cell, found] : found_)
            out << fmt::format(
                "{},{},{},{},{:.6f},{:.5f},{},{},{},{},{:.0f},{:.0f},{:.5f},{:.5f},{:.5f},{:.2f}\n",
                device_.name, device_.driver, quoted(cell), cell.percent, share_of(found.ms, .5),
                share_of(found.ratios, .5), found.all(), found.right_way, found.wrong_way,
                found.same, share_of(found.turns, .5), share_of(found.turns, .9),
                spread(found.ratios), double(found.false_ones()) / double(found.all()),
                upper_bound(found.false_ones(), found.all()), found.seconds);
    }

    lab::Device device_;
    Asked asked_;
    std::ofstream rows_;
    std::vector<std::pair<Cell, Found>> found_;
};

void compare(lab::Bench& gpu, const Cell& cell, int round, Tally& tally) {
    const auto begun = Clock::now();
    const auto [first, second] = requests(cell, round);
    const auto sampler = gpu.pair(first, second);
    const lab::Alternation all = lab::alternate(*sampler, {}, [](const auto&) { return true; });
    tally.take(cell, round, all, seconds_since(begun));
}

void compare_all(lab::Bench& gpu, const Asked& asked, Tally& tally, Clock::time_point begun) {
    const std::vector<Cell> same = cells(), differ = planted();
    const std::size_t rounds = (asked.pairs + same.size() - 1) / same.size();
    const auto over = [&] { return seconds_since(begun) > asked.seconds; };
    for (std::size_t round = 0; round < std::max(rounds, asked.planted) && !over(); ++round) {
        for (const Cell& cell : same)
            if (tally.same_pairs() < asked.pairs && !over()) compare(gpu, cell, int(round), tally);
        for (const Cell& cell : differ)
            if (round < asked.planted && !over()) compare(gpu, cell, int(round), tally);
    }
}

Asked asked_for(int count, char** words) {
    Asked asked;
    for (int i = 1; i < count; i += 2) {
        const std::string flag = words[i];
        if (i + 1 == count) leave(flag + " takes a value.", 2);
        const char* value = words[i + 1];
        if (flag == "--pairs")
            asked.pairs = std::size_t(std::atol(value));
        else if (flag == "--planted")
            asked.planted = std::size_t(std::atol(value));
        else if (flag == "--seconds")
            asked.seconds = std::atof(value);
        else if (flag == "--csv")
            asked.csv = value;
        else if (flag == "--rows")
            asked.rows = value;
        else
            leave("usage: pairs [--pairs N] [--planted N] [--seconds S] [--csv FILE] [--rows FILE]",
                  2);
    }
    return asked;
}

}  // namespace

int main(int count, char** words) try {
    const Asked asked = asked_for(count, words);
    std::string why;
    lab::Bench* gpu = lab::bench(&why);
    if (!gpu) leave(why, 3);
    const auto begun = Clock::now();
    Tally tally(asked, gpu->device());
    compare_all(*gpu, asked, tally, begun);
    return tally.tell(seconds_since(begun)) ? 0 : 1;
} catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 7;
}
