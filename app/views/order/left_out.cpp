// See left_out.h.
#include "app/views/order/left_out.h"

#include <charconv>
#include <set>
#include <string>
#include <string_view>

#include "app/views/cell_names.h"
#include "lab/source_text.h"

namespace app {
namespace {

struct LinesOfPtx {
    std::set<int> all;
};

// The source lines of instructions, from ".loc 1 47 9".
LinesOfPtx lines_of_ptx(const lab::Run& run) {
    LinesOfPtx lines;
    for (const std::string_view row : lab::lines_in(run.ptx_text)) {
        const std::size_t loc = row.find(".loc"), space = row.find(' ', loc);
        int line = 0;
        if (loc == row.npos || space == row.npos) continue;
        std::from_chars(row.data() + space + 1, row.data() + row.size(), line);
        lines.all.insert(line);
    }
    return lines;
}

bool begins_loop(std::string_view line) {
    const std::string_view code = lab::trimmed(line);
    return code.starts_with("for (") || code.starts_with("while (");
}

struct LeftOut {
    int line = 0;
};

// Searches upwards from the access to the start of its function, the first line without indent.
LeftOut find_left_out(const lab::Run& run, const Act& read) {
    const auto text = lab::lines_in(run.source_text);
    const std::set<int> kept = lines_of_ptx(run).all;
    const std::string look = array_name(run, run.trace->events[std::size_t(read.event)]) + "[";
    bool looks = false;
    for (int line = read.line - 1; line > 0 && line <= std::ssize(text); --line) {
        const std::string_view code = text[std::size_t(line) - 1];
        if (!code.empty() && code.front() != ' ') break;
        if (kept.contains(line))
            looks = false;  // earlier lines do not belong to this loop
        else
            looks = looks || code.find(look) != code.npos;
        if (looks && begins_loop(code)) return {line};
    }
    return {};
}

}  // namespace

int loop_left_out(const lab::Run& run, const Act& read) {
    if (!read.traced() || read.line <= 0 || run.ptx_text.empty()) return 0;
    return run.derived(std::uint64_t(read.line), [&] { return find_left_out(run, read); }).line;
}

}  // namespace app
