#include "lab/library.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>

namespace lab {
namespace {

// By their own ids.
using Libraries = std::map<std::string, Library, std::less<>>;

std::shared_ptr<const Subject> subject_of(const Lesson& lesson, const Library& library) {
    auto made = std::make_shared<Subject>(*subject_of(lesson));
    made->lesson = nullptr;
    made->stands_for = &lesson;
    made->key = " library " + library.id;
    made->on_processor = library.on_processor;
    made->rung = 0;
    Rung only{.id = library.id,
              .title = library.title,
              .brief = library.brief,
              .idea = library.idea,
              .claim = library.title};
    only.kernel = [](const Settings&) { return std::string{}; };
    using Role = Knob::Role;
    constexpr std::array own_affair{Role::threads, Role::block_x, Role::block_y, Role::block_z,
                                    Role::blocks,  Role::pattern, Role::stride,  Role::offset};
    for (const Knob* knob : lesson.knobs)
        if (std::ranges::find(own_affair, knob->role) != own_affair.end())
            only.without.push_back({knob, library.on_processor
                                              ? "The processor handles one number after the other."
                                              : "The library chooses this itself."});
    only.legal = library.legal;
    only.host = library.host;
    only.roundings = library.roundings;
    made->rungs = {std::move(only)};
    return made;
}

}  // namespace

RegisterLibrary::RegisterLibrary(std::string lesson, Library library) {
    std::string id = library.id;
    all_of_kind<Libraries>()[std::move(lesson)][std::move(id)] = std::move(library);
}

std::vector<std::shared_ptr<const Subject>> libraries_of(const Lesson& lesson) {
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::string>, std::shared_ptr<const Subject>> known;
    const std::lock_guard lock(mutex);
    std::vector<std::shared_ptr<const Subject>> all;
    for (const auto& [id, library] : feature<Libraries>(lesson)) {
        auto& kept = known[{lesson.id, id}];
        if (!kept || kept->stands_for != &lesson) kept = subject_of(lesson, library);
        all.push_back(kept);
    }
    return all;
}

bool has_library(const Lesson& lesson, std::string_view id) {
    return feature<Libraries>(lesson).contains(id);
}

namespace {

Settings at_library(Settings settings, std::shared_ptr<const Subject> library) {
    settings.subject = std::move(library);
    settings.rung = 0;
    settings.anyway = false;
    return settings;
}

}  // namespace

std::vector<Settings> at_libraries(const Settings& settings) {
    std::vector<Settings> all;
    if (!settings.lesson()) return all;
    for (auto& library : libraries_of(*settings.lesson())) {
        Settings there = at_library(settings, std::move(library));
        if (!refusal(there)) all.push_back(std::move(there));
    }
    return all;
}

std::optional<Refusal> library_refusal(const Settings& settings, std::string_view id) {
    if (!settings.lesson()) return std::nullopt;
    for (auto& library : libraries_of(*settings.lesson()))
        if (library->rungs.front().id == id)
            return refusal(at_library(settings, std::move(library)));
    return std::nullopt;
}

bool is_library(const Settings& settings) {
    return settings.subject && settings.subject->stands_for;
}

bool on_processor(const Settings& settings) {
    return settings.subject && settings.subject->on_processor;
}

}  // namespace lab
