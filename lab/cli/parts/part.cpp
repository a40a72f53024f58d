// Which settings belong to a part, and the order of all.
#include "lab/cli/parts/part.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include "lab/asked.h"
#include "lab/cli/survey.h"
#include "lab/library.h"
#include "lab/programs.h"

namespace lab {

std::string Part::suffix() const { return of == 1 ? "" : fmt::format(".part-{}-of-{}", index, of); }

std::optional<Part> part_named(std::string_view text) {
    Part part;
    const char* end = text.data() + text.size();
    const auto [slash, bad_index] = std::from_chars(text.data(), end, part.index);
    if (bad_index != std::errc{} || slash == end || *slash != '/') return std::nullopt;
    const auto [rest, bad_count] = std::from_chars(slash + 1, end, part.of);
    if (bad_count != std::errc{} || rest != end) return std::nullopt;
    if (part.index < 1 || part.index > part.of || part.of > most_parts) return std::nullopt;
    return part;
}

simulator::Outcome<std::vector<Settings>> rungs_named(const std::vector<std::string>& names) {
    std::vector<Settings> rungs;
    const auto add_all = [&](const Lesson& lesson) {
        std::ranges::copy(rungs_of(subject_of(lesson)), std::back_inserter(rungs));
        for (const auto& library : libraries_of(lesson)) rungs.emplace_back(library);
    };
    for (const std::string& name : names) {
        const auto settings = settings_named(name);
        if (!settings) return settings.problem();
        if (name.find('/') != std::string::npos)
            rungs.push_back(*settings);
        else
            add_all(*settings->lesson());
    }
    if (names.empty())
        for (const Lesson* lesson : lessons()) add_all(*lesson);
    return rungs;
}

void put_in_order(Recording& recording, const std::vector<Settings>& wanted) {
    std::map<RunKey, std::size_t> places;
    for (const Settings& settings : wanted) {
        if (settings.subject->id != recording.lesson) continue;
        const auto module = module_of(settings);
        if (module) places.insert({key_of(**module, plan_of(settings)), places.size()});
    }
    const auto place = [&](const RecordedRun& run) {
        const auto known = places.find(run.key);
        return known == places.end() ? places.size() : known->second;
    };
    std::ranges::stable_sort(recording.runs, {}, place);
}

}  // namespace lab
