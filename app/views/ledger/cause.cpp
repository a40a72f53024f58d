// See cause.h.
#include "app/views/ledger/cause.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/ledger/ledger_size.h"
#include "lab/source_text.h"

namespace app {
namespace {

std::string of_all(std::uint64_t count, std::uint64_t total) {
    return grouped(count) + " of " + grouped(total);
}

// A line of code without its indent; its number where the text is unknown.
std::string code_of_line(const std::vector<std::string_view>& text, int line) {
    if (line > std::ssize(text)) return "line " + std::to_string(line);
    const std::string_view code = lab::trimmed(text[static_cast<std::size_t>(line - 1)]);
    return "`" + std::string(lab::without_remark(code)) + "`";
}

// The run whose counts the ledger shows for the shown kernel, or the largest run counted line by
// line.
const lab::Run* run_of(const DrawContext& context) {
    const lab::Settings shown = ledger_size(context);
    const lab::Run *counted = context.result.counted.get(), *picture = context.result.picture.get();
    if (picture && picture->request.settings == shown) return picture;
    return counted && !counted->lines.empty() ? counted : picture;
}

}  // namespace

Cause cause_of(const DrawContext& context, int counter, bool ptx) {
    const auto names = simulator::counter_names();
    const lab::Run* run = run_of(context);
    if (!run || counter < 0 || counter >= static_cast<int>(names.size())) return {};
    Cause cause{&names[static_cast<std::size_t>(counter)], 0, {}, ""};
    cause.size = counted_suffix(run->request.settings, context.result.request.settings);
    for (const simulator::LineCounters& line : ptx ? run->ptx_lines : run->lines) {
        const std::uint64_t count = line.counters.*cause.counter->member;
        cause.total += count;
        if (count && line.line > 0) cause.lines.push_back({line.line, count});
    }
    std::ranges::stable_sort(cause.lines, std::greater{}, &Cause::Line::count);
    const auto text = lab::lines_in(ptx ? run->ptx_text : run->source_text);
    for (Cause::Line& one : cause.lines) one.text = code_of_line(text, one.line);
    return cause;
}

std::uint64_t Cause::of(int line) const {
    const auto found = std::ranges::find(lines, line, &Line::line);
    return found == lines.end() ? 0 : found->count;
}

std::string Cause::title() const {
    return counter_title(*counter) + ", " + grouped(total) + (size.empty() ? " in all" : size);
}

std::string Cause::brief_title() const { return counter_title(*counter); }

std::string Cause::words_of(int line) const {
    const std::uint64_t count = of(line);
    return "*" + counter_title(*counter) + "*: " + of_all(count, total) + " (" +
           percent(share(count)) + ")" + size + ".";
}

std::string Cause::brief() const {
    constexpr std::size_t most = 3;
    std::string words;
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i)
        words += (i ? "\n" : "") + of_all(lines[i].count, total) + " in " + lines[i].text;
    if (lines.size() > most) words += "\nand in " + plural(lines.size() - most, "more line");
    return words;
}

}  // namespace app
