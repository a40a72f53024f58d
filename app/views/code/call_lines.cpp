// Finds calls in a text. See call_lines.h.
#include "app/views/code/call_lines.h"

#include <algorithm>
#include <map>
#include <string>

#include "app/views/cell_names.h"
#include "app/views/moment.h"
#include "lab/source_text.h"
#include "lab/subject.h"

namespace app {
namespace {

// "add_up" of "__device__ void add_up(unsigned* hits,": the name before the first bracket, after
// the template lines. Empty for a class: which of its functions runs is not known here.
std::string_view function_name(const std::vector<std::string_view>& lines, int start) {
    for (std::size_t at = std::size_t(start); at <= lines.size(); ++at) {
        const std::string_view line = lab::without_remark(lines[at - 1]);
        if (line.starts_with("struct") || line.starts_with("class")) return {};
        const std::size_t bracket = line.find('(');
        if (bracket == line.npos || line.starts_with("template")) continue;
        return lab::name_before(line, bracket);
    }
    return {};
}

bool calls(std::string_view whole_line, std::string_view name) {
    const std::string_view line = lab::without_remark(whole_line);
    for (std::size_t at = lab::find_name(line, name); at != line.npos;
         at = lab::find_name(line, name, at + 1)) {
        const std::string_view behind = line.substr(at + name.size());
        if (behind.starts_with('(') || behind.starts_with('<')) return true;
    }
    return false;
}

}  // namespace

std::string line_elsewhere(int running, const std::vector<CodeRow>& seen) {
    const bool here = running <= 0 || std::ranges::count(seen, running, &CodeRow::line);
    return here ? "" : "Line " + std::to_string(running) + ": ";
}

namespace {

// Line of a call of `name` in the function at `here`: from `line` on, else before; 0: none.
int line_that_calls(const std::vector<std::string_view>& lines, int here, int line,
                    std::string_view name) {
    for (int at = line; at <= std::ssize(lines) && lines[std::size_t(at) - 1] != "}"; ++at)
        if (calls(lines[std::size_t(at) - 1], name)) return at;
    for (int at = line; at > here; --at)
        if (calls(lines[std::size_t(at) - 1], name)) return at;
    return 0;
}

// The call may go through at most `deep` other functions.
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

namespace {

std::size_t indent_of(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

// Whether `line` belongs to a body with this indent, or to a loop or branch in it.
bool in_body(std::string_view line, std::size_t indent) {
    return line.empty() || line.starts_with("#") || indent_of(line) >= indent;
}

// Of the calls in the body of `line`, itself a call: the next wanted one, wrapping at the end;
// `line` where none is.
template <class Wanted>
int next_call(const std::vector<std::string_view>& lines, int line, std::string_view name,
              Wanted wanted) {
    const auto text = [&](int at) { return lines[std::size_t(at) - 1]; };
    const std::size_t indent = indent_of(text(line));
    int first = line, last = line;
    while (first > 1 && in_body(text(first - 1), indent)) --first;
    while (last < std::ssize(lines) && in_body(text(last + 1), indent)) ++last;
    for (int i = 1; i <= last - first; ++i) {
        const int at = first + (line - first + i) % (last - first + 1);
        if (calls(text(at), name) && wanted(text(at))) return at;
    }
    return line;
}

// Whether a function has a loop, so that its lines may run again without another call.
bool has_loop(const std::vector<std::string_view>& lines, int start) {
    for (int at = start; at <= std::ssize(lines) && lines[std::size_t(at) - 1] != "}"; ++at) {
        const std::string_view line = lab::without_remark(lines[std::size_t(at) - 1]);
        if (lab::has_name(line, "for") || lab::has_name(line, "while")) return true;
    }
    return false;
}

// The global array that an event accesses, as its kernel calls it; empty for other events.
std::string array_named(const lab::Run& run, const simulator::Event& event) {
    const auto lanes = run.trace->lanes_of(event);
    if (event.space != simulator::Space::global || lanes.empty()) return "";
    const int array = run.trace->array_of(event, lanes.front().address, nullptr);
    return array < 0
               ? ""
               : name_in_kernel(run, int(event.launch), run.trace->arrays[std::size_t(array)]);
}

// Follows a warp through its kernel and the called functions, event by event.
class Calls {
public:
    Calls(const lab::Run& run, const std::vector<std::string_view>& lines, int own)
        : run_(run), lines_(lines), own_(own), at_(own) {
        while (at_ < std::ssize(lines) && start_of(at_) != own) ++at_;  // after its comment
    }
    void follow(const simulator::Event& event) {
        const auto [known, fresh] = known_.try_emplace({at_, event.line});
        if (fresh) known->second = found(event.line);
        const Calling& calling = known->second;
        now_ = calling.of.empty() ? calling.line : which_of_several(calling, event);
        before_ = event.line;
        if (calling.here || now_ > 0) at_ = calling.here ? event.line : now_;
    }
    /// Line of the call that the warp is in; 0 in the kernel itself.
    int now() const { return now_; }

private:
    struct Calling {
        int line = 0;
        bool here = false;      // in the kernel itself
        int start = 0;          // first line of the called function
        std::string_view of{};  // its name, where called directly and without a loop
    };
    int start_of(int line) const { return function_start(lines_, line, CodeKind::cuda); }
    Calling found(int line) const {
        Calling made{call_line(lines_, at_, line, CodeKind::cuda), start_of(line) == own_,
                     start_of(line)};
        const std::string_view name = function_name(lines_, made.start);
        const bool direct = made.line > 0 && calls(lines_[std::size_t(made.line) - 1], name);
        if (direct && !has_loop(lines_, made.start)) made.of = name;
        return made;
    }
    // A function without a loop that is at a line above its last one was called anew. Where a call
    // passes one of several arrays, the right call names the array that the event accesses.
    int which_of_several(const Calling& calling, const simulator::Event& event) const {
        const bool anew = before_ > 0 && event.line < before_ && start_of(before_) == calling.start;
        int line = calling.line;
        if (anew) line = next_call(lines_, line, calling.of, [](std::string_view) { return true; });
        const std::string array = array_named(run_, event);
        if (array.empty() || lab::has_name(lines_[std::size_t(line) - 1], array)) return line;
        return next_call(lines_, line, calling.of,
                         [&](std::string_view call) { return lab::has_name(call, array); });
    }

    const lab::Run& run_;
    const std::vector<std::string_view>& lines_;
    int own_ = 0, at_ = 0, now_ = 0, before_ = 0;
    std::map<std::pair<int, int>, Calling> known_;
};

}  // namespace

int calling_line(const lab::Run& run, const std::vector<std::string_view>& lines,
                 const simulator::Event& event) {
    struct Found {
        int line = 0;
    };
    // The warp is followed from the kernel's head, which tells two calls of one function apart.
    const auto find = [&] {
        const std::string& kernel = run.launches[event.launch].kernel;
        const int counted = kernel == run.request.settings.kernel()
                                ? lab::counted_line(run.request.settings, run.source_text)
                                : kernel_line(lines, kernel, CodeKind::cuda);
        Calls way(run, lines, function_start(lines, counted, CodeKind::cuda));
        for (const simulator::Event& one : run.trace->events) {
            const bool same = one.launch == event.launch && one.block == event.block;
            if (!same || one.warp != event.warp || one.line <= 0) continue;
            way.follow(one);
            if (&one == &event) break;
        }
        return Found{way.now()};
    };
    const bool known = run.request.settings.lesson() && run.trace &&
                       event.launch < run.launches.size() && event.line > 0;
    return known ? run.derived(&event - run.trace->events.data(), find).line : 0;
}

}  // namespace app
