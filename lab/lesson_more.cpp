// What lessons registered beside themselves, by their ids. See lesson_more.h.
#include "lab/lesson_more.h"

#include <algorithm>
#include <map>

#include "lab/run.h"

namespace lab {
namespace {

std::map<std::string, LessonMore, std::less<>>& known_more() {
    static std::map<std::string, LessonMore, std::less<>> all;
    return all;
}

}  // namespace

RegisterMore::RegisterMore(std::string lesson, LessonMore more) {
    known_more()[std::move(lesson)] = std::move(more);
}

const LessonMore& more_of(const Settings& settings) {
    static const LessonMore none;
    const auto found =
        settings.lesson() ? known_more().find(settings.lesson()->id) : known_more().end();
    return found == known_more().end() ? none : found->second;
}

HostStyle host_style(const Settings& settings) {
    const LessonMore& more = more_of(settings);
    return more.host_style ? more.host_style(settings) : HostStyle{};
}

int samples_line(const Settings& settings, std::string_view source_text) {
    const std::string& line = more_of(settings).samples.line;
    const std::size_t at = line.empty() ? std::string_view::npos : source_text.find(line);
    if (at == std::string_view::npos) return 0;
    return 1 + static_cast<int>(std::ranges::count(source_text.substr(0, at), '\n'));
}

std::optional<std::string> launch_sentence(const Run& run) {
    const auto unfit = run.launches.empty() ? unfit_launch(run.request.settings) : std::nullopt;
    if (!unfit || !host_style(run.request.settings).looks) return std::nullopt;
    return unfit->cuda_error +
           ". The program looked behind the launch, said so and ended: no thread ran.";
}

std::pair<simulator::Order, std::uint64_t> order_of(const Request& request) {
    constexpr std::uint64_t seed = 1;
    const bool usual = request.order == simulator::Order::sequential;
    if (usual && request.settings.anyway && more_of(request.settings).weakly_anyway)
        return {simulator::Order::weak, seed};
    return {request.order, request.order_seed};
}

Settings with_setup(Settings settings, const Setup& setup) {
    for (const auto& [knob, value] : setup.values) settings.set(*knob, value);
    settings.anyway = false;
    return settings;
}

}  // namespace lab
