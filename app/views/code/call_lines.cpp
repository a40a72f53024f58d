// See call_lines.h.
#include "app/views/code/call_lines.h"

#include <algorithm>
#include <map>
#include <string>

#include "lab/subject.h"

namespace app {
namespace {

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find("//")); }

// "add_up" of "__device__ void add_up(unsigned* hits,": what stands before the first bracket behind
// the lines of its template. Of a class it is none: which of its functions runs nobody knows here.
std::string_view function_name(const std::vector<std::string_view>& lines, int start) {
    for (std::size_t at = std::size_t(start); at <= lines.size(); ++at) {
        const std::string_view line = without_comment(lines[at - 1]);
        if (line.starts_with("struct") || line.starts_with("class")) return {};
        const std::size_t bracket = line.find('(');
        if (bracket == line.npos || line.starts_with("template")) continue;
        std::size_t first = bracket;
        while (first > 0 && in_name(line[first - 1])) --first;
        return line.substr(first, bracket - first);
    }
    return {};
}

bool calls(std::string_view whole_line, std::string_view name) {
    const std::string_view line = without_comment(whole_line);
    for (std::size_t at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
        const std::size_t behind = at + name.size();
        const bool whole = at == 0 || !in_name(line[at - 1]);
        if (whole && behind < line.size() && (line[behind] == '(' || line[behind] == '<'))
            return true;
    }
    return false;
}

}  // namespace

std::string line_elsewhere(int running, const std::vector<CodeRow>& seen) {
    const bool here = running <= 0 || std::ranges::count(seen, running, &CodeRow::line);
    return here ? "" : "Line " + std::to_string(running) + ": ";
}

namespace {

// Of the function from `here` on, first behind `line`.
int line_that_calls(const std::vector<std::string_view>& lines, int here, int line,
                    std::string_view name) {
    for (int at = line; at <= std::ssize(lines) && lines[std::size_t(at) - 1] != "}"; ++at)
        if (calls(lines[std::size_t(at) - 1], name)) return at;
    for (int at = line; at > here; --at)
        if (calls(lines[std::size_t(at) - 1], name)) return at;
    return 0;
}

// `deep`: by way of at most so many others.
int call_by_way(const std::vector<std::string_view>& lines, int line, int of, int deep) {
    const int here = function_start(lines, line, CodeKind::cuda),
              there = function_start(lines, of, CodeKind::cuda);
    const std::string_view name = function_name(lines, there);
    if (here == there || name.empty()) return 0;
    if (const int found = line_that_calls(lines, here, line, name); found > 0 || deep == 0)
        return found;
    for (int at = 1; at <= std::ssize(lines); ++at) {
        if (!calls(lines[std::size_t(at) - 1], name)) continue;
        if (function_start(lines, at, CodeKind::cuda) == there) continue;
        if (const int found = call_by_way(lines, line, at, deep - 1); found > 0) return found;
    }
    return 0;
}

}  // namespace

int call_line(const std::vector<std::string_view>& lines, int line, int of, CodeKind kind) {
    constexpr int deep = 2;
    return kind == CodeKind::cuda && line > 0 && of > 0 ? call_by_way(lines, line, of, deep) : 0;
}

int calling_line(const lab::Run& run, const std::vector<std::string_view>& lines,
                 const simulator::Event& event) {
    struct Calling {
        int line = 0;
        bool here = false;  // in the kernel itself
    };
    // From its head on, as its warp went: what it calls twice is called behind what came between.
    const auto find = [&] {
        const std::string& kernel = run.launches[event.launch].kernel;
        const auto start_of = [&](int line) { return function_start(lines, line, CodeKind::cuda); };
        const int own = start_of(kernel == run.request.settings.kernel()
                                     ? lab::counted_line(run.request.settings, run.source_text)
                                     : kernel_line(lines, kernel, CodeKind::cuda));
        int at = own;
        while (at < std::ssize(lines) && start_of(at) != own) ++at;  // behind its comment
        std::map<std::pair<int, int>, Calling> known;
        Calling calling;
        for (const simulator::Event& one : run.trace->events) {
            const bool same = one.launch == event.launch && one.block == event.block;
            if (!same || one.warp != event.warp || one.line <= 0) continue;
            const auto [found, fresh] = known.try_emplace({at, one.line});
            if (fresh)
                found->second = {call_line(lines, at, one.line, CodeKind::cuda),
                                 start_of(one.line) == own};
            calling = found->second;
            const bool here = calling.here;
            if (here || calling.line > 0) at = here ? one.line : calling.line;
            if (&one == &event) break;
        }
        return calling;
    };
    const bool known = run.request.settings.lesson() && run.trace &&
                       event.launch < run.launches.size() && event.line > 0;
    return known ? run.derived(&event - run.trace->events.data(), find).line : 0;
}

}  // namespace app
