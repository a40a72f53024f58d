// Searches on whole maps of times that were measured on an NVIDIA H200 on 2026-12-01, ten kernels:
// tests/assets/measured_maps.csv. `warplens best KERNEL --all --csv FILE` measures such a map.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "lab/asked.h"
#include "lab/best/best_search.h"
#include "lab/best/space.h"

namespace {

using namespace lab;

struct MeasuredMap {
    std::string kernel;
    std::vector<SpacePoint> places;
    std::vector<double> times;  // ms
    std::size_t preset = 0;     // the cell of the lesson's own settings
    double least = HUGE_VAL;
};

void add_words(Settings& settings, const std::string& words) {
    std::istringstream in(words);
    for (std::string word; in >> word;) EXPECT_FALSE(assign(settings, word)) << word;
}

std::vector<MeasuredMap> measured_maps() {
    std::ifstream file(WARPLENS_SOURCE_DIR "/tests/assets/measured_maps.csv");
    std::map<std::string, std::map<std::string, double>> all;  // by kernel, by knobs
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const auto first = line.find(','), last = line.rfind(',');
        all[line.substr(0, first)][line.substr(first + 1, last - first - 1)] =
            std::stod(line.substr(last + 1));
    }
    std::vector<MeasuredMap> maps;
    for (const auto& [kernel, times] : all) {
        const auto blank = std::min(kernel.find(' '), kernel.size());
        const auto named = settings_named(kernel.substr(0, blank));
        EXPECT_TRUE(named) << kernel;
        if (!named) continue;
        Settings start = *named;
        add_words(start, kernel.substr(blank));
        MeasuredMap& made = maps.emplace_back();
        made.kernel = kernel;
        BestSpace space;
        for (const auto& [knobs, ms] : times) {
            space.cells.push_back(start);
            add_words(space.cells.back(), knobs);
            if (space.cells.back() == start) made.preset = made.times.size();
            made.times.push_back(ms);
            made.least = std::min(made.least, ms);
        }
        for (const Knob* knob : start.subject->knobs)
            if (times.begin()->first.find(knob->id + "=") == 0 ||
                times.begin()->first.find(" " + knob->id + "=") != std::string::npos)
                space.over.push_back(knob);
        made.places = space.places();
    }
    return maps;
}

std::size_t tenth(const MeasuredMap& of) { return (of.times.size() + 9) / 10; }

// How far above the least time the search is after these trials: 1 is the best of all.
double after(const MeasuredMap& of, std::size_t start, std::size_t trials) {
    BestSearch search(of.places, start);
    for (std::size_t trial = 0; trial < trials; ++trial) {
        const std::size_t cell = search.next().value();
        search.timed(cell, of.times[cell]);
    }
    return of.times[search.best().value()] / of.least;
}

TEST(BestSearchOnTheH200, IsAsGoodAsAllTrialsWithATenthOfThem) {
    int good = 0;
    std::string words;
    const auto maps = measured_maps();
    ASSERT_EQ(maps.size(), 10u);
    for (const MeasuredMap& one : maps) {
        EXPECT_GE(one.times.size(), 26u) << one.kernel;
        const double above = after(one, one.preset, tenth(one));
        good += above <= 1.02;
        words += one.kernel + ": " + std::to_string(above) + '\n';
    }
    EXPECT_GE(good, 9) << words;
}

// From any start, also the worst of all: a single thread of a single block.
TEST(BestSearchOnTheH200, FindsItFromMostStarts) {
    int good = 0, all = 0;
    for (const MeasuredMap& one : measured_maps())
        for (std::size_t start = 0; start < one.times.size(); ++start, ++all)
            good += after(one, start, tenth(one)) <= 1.02;
    EXPECT_GE(good, all * 7 / 10) << good << " of " << all;
}

// "The probability that another is more than 2 % faster is 5 %" is wrong in 5 % of cases at most.
TEST(BestSearchOnTheH200, IsSureWhereItIsRight) {
    int sure = 0, wrong = 0;
    for (const MeasuredMap& one : measured_maps())
        for (std::size_t start = 0; start < one.times.size(); ++start) {
            BestSearch search(one.places, start);
            for (std::size_t trial = 0; trial < 2 * tenth(one); ++trial) {
                const std::size_t cell = search.next().value();
                search.timed(cell, one.times[cell]);
                if (search.chance_of_better(.02) >= .05) continue;
                ++sure;
                wrong += one.least < one.times[search.best().value()] * .98;
                break;
            }
        }
    EXPECT_GT(sure, 200);
    EXPECT_LE(wrong, sure / 20) << wrong << " of " << sure;
}

}  // namespace
