// Counts every setting that a survey would record, for benchmarks/model_error. The largest settings
// take minutes, so run it only after kernels or settings changed.
//   count_settings FILE [I/N] [LESSON...]    skips settings in FILE; I/N: only part I of N
// The cheapest come first: if ended early, FILE has the counts so far.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "lab/cli/survey.h"
#include "lab/lesson.h"
#include "model_counts.h"

namespace {

std::vector<lab::Settings> all_settings(const std::set<std::string>& wanted) {
    std::vector<lab::Settings> all;
    for (const lab::Lesson* lesson : lab::lessons()) {
        if (!wanted.empty() && !wanted.contains(lesson->id)) continue;
        for (const lab::Settings& each : lab::survey(lab::rungs_of(lab::subject_of(*lesson))))
            all.push_back(each);
    }
    std::ranges::stable_sort(all, {}, [](const lab::Settings& each) { return lab::cost_of(each); });
    return all;
}

std::set<std::string> names_in(const char* file) {
    std::set<std::string> names;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);)
        names.insert(benchmarks::counted_from(line).name);
    return names;
}

}  // namespace

int main(int count, char** words) {
    std::size_t part = 1, parts = 1;
    const bool in_parts = count > 2 && std::sscanf(words[2], "%zu/%zu", &part, &parts) == 2;
    if (count < 2) {
        std::fprintf(stderr, "usage: count_settings FILE [I/N] [LESSON...]\n");
        return 2;
    }
    const std::set<std::string> known = names_in(words[1]);
    std::vector<lab::Settings> all =
        all_settings({words + std::min(count, in_parts ? 3 : 2), words + count});
    std::erase_if(all, [&](const lab::Settings& each) {
        return known.contains(benchmarks::setting_name(each));
    });
    std::ofstream file(words[1], std::ios::app);
    for (std::size_t i = part - 1; i < all.size(); i += parts) {
        try {
            file << benchmarks::line_of(benchmarks::counted(all[i])) << std::endl;
        } catch (const std::exception& problem) {
            std::fprintf(stderr, "%s\n", problem.what());
        }
        std::fprintf(stderr, "\r%zu of %zu ", i + 1, all.size());
    }
    return file ? 0 : 1;
}
