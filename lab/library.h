// Kernels of a library, or a loop of the processor, beside a lesson's ladder: timed as kernels are,
// and neither counted nor drawn. The library chooses its launches and its order of reading.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/feature.h"

namespace lab {

struct Library {
    std::string id{};     // "cub"
    std::string title{};  // "CUB: DeviceScan"
    std::string brief{};  // where there is little room: "CUB"
    std::string idea{};   // what it does, one sentence
    /// Records its calls, by Plan::call().
    std::function<void(Plan&, const Settings&)> host{};
    /// Why it has nothing for these settings; nullopt where it has.
    std::function<std::optional<Refusal>(const Settings&)> legal{};
    /// Replaces Lesson::roundings where set.
    std::function<double(const Settings&)> roundings{};
    /// Its calls are the processor's (Plan::call_here): they are timed on the processor of the
    /// machine that the program runs on.
    bool on_processor = false;
};

/// Gives a lesson, by its id, one more library. A static object does it.
struct RegisterLibrary {
    RegisterLibrary(std::string lesson, Library library);
};

/// The libraries beside a lesson's ladder, by their ids, each as a subject of its own: one kernel,
/// with the lesson's knobs. It can be timed and recorded; no simulator runs it.
std::vector<std::shared_ptr<const Subject>> libraries_of(const Lesson&);
/// Why the library of that id has nothing for these settings; nullopt where it has, or where there
/// is no such library.
std::optional<Refusal> library_refusal(const Settings&, std::string_view id);
/// Whether one of them has this id.
bool has_library(const Lesson&, std::string_view id);
/// The same knobs at each library that does not refuse them.
std::vector<Settings> at_libraries(const Settings&);
/// Whether these settings are a library's, or a loop's of the processor.
bool is_library(const Settings&);
/// Whether they are such a loop's.
bool on_processor(const Settings&);

}  // namespace lab
