// See library_text.h.
#include "lab/host_code/library_text.h"

#include <algorithm>

#include "lab/declared.h"
#include "lab/host_code/cuda_items.h"
#include "lab/source_text.h"

namespace lab::host_code {
namespace {

constexpr std::size_t widest_line = 92;  // and the indentation of a loop in main()

// A line of code, broken behind a comma where it is too long.
void write_wrapped(Writer& writer, std::string line) {
    while (line.size() > widest_line) {
        const std::size_t at = line.rfind(", ", widest_line - 1);
        if (at == line.npos || at < 5) break;
        writer.line(line.substr(0, at + 1));
        line = "    " + line.substr(at + 2);
    }
    writer.line(line);
}

// Without the lines that are comments.
std::string without_words(const std::string& text) {
    std::string code;
    for (const std::string_view line : lines_in(text))
        if (!line.starts_with("//")) code.append(line).append("\n");
    return code;
}

// Code line by line, and comments as sentences, which the writer breaks. Returns the number of the
// first line of code.
int write_lines(Writer& writer, const std::string& text) {
    int first = 0;
    std::string words;
    const auto comment = [&] {
        if (!words.empty()) writer.comment(words);
        words.clear();
    };
    for (const std::string_view line : lines_in(text)) {
        if (line.starts_with("//")) {
            words.append(words.empty() ? "" : " ").append(trimmed(line.substr(2)));
            continue;
        }
        comment();
        if (line.empty()) continue;
        if (first == 0) first = writer.next_line();
        write_wrapped(writer, std::string(line));
    }
    comment();
    return first;
}

std::vector<std::string> names_of_parameters(const LibraryCode& code) {
    std::vector<std::string> names;
    for (const std::string_view part : parts_of(code.parameters))
        names.emplace_back(name_before(part, part.size()));
    return names;
}

// Without "$n" and the like, which stand for names of the program.
std::string without_places(std::string text) {
    for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at)) {
        std::size_t end = at + 1;
        while (end < text.size() && is_name_character(text[end])) ++end;
        text.erase(at, end - at);
    }
    return text;
}

}  // namespace

bool calls_library(const PlanStep& step) {
    const auto* launch = std::get_if<Launch>(&step);
    return launch && launch->library;
}

LibraryText::LibraryText(const Plan& plan) {
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        if (!calls_library(plan.steps[step])) continue;
        const Launch& launch = std::get<Launch>(plan.steps[step]);
        const LibraryCode* code = launch.here ? nullptr : library_code(launch.kernel);
        if (code)
            calls_.push_back({step, code, launch.kernel});
        else
            lacking_ = launch.kernel;
    }
}

std::string LibraryText::each_once(std::string LibraryCode::*part) const {
    std::vector<std::string> seen;
    std::string text;
    for (const Call& call : calls_) {
        const std::string& one = call.code->*part;
        if (std::ranges::find(seen, one) != seen.end()) continue;
        seen.push_back(one);
        text += one;
    }
    return text;
}

std::string LibraryText::includes() const {
    std::vector<std::string> seen;
    std::string text;
    for (const Call& call : calls_)
        for (const std::string& header : call.code->headers) {
            if (std::ranges::find(seen, header) != seen.end()) continue;
            seen.push_back(header);
            text.append("#include <").append(header).append(">\n");
        }
    return text;
}

std::set<std::string> LibraryText::words() const {
    std::set<std::string> words;
    for (const Call& call : calls_) {
        for (const CudaItem& item : cuda_items(call.code->before)) words.insert(item.name);
        for (const std::string* text : {&call.code->begin, &call.code->call, &call.code->end})
            words.merge(words_in(without_comments(without_places(*text))));
    }
    return words;
}

std::string LibraryText::filled(const Call& call, const std::string& text,
                                const std::vector<std::string>& arguments) const {
    const std::vector<std::string> names = names_of_parameters(*call.code);
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '$') {
            made += text[at++];
            continue;
        }
        std::size_t end = ++at;
        while (end < text.size() && is_name_character(text[end])) ++end;
        const std::string name = text.substr(at, end - at);
        const auto found = std::ranges::find(names, name) - names.begin();
        if (name == "calls")
            made += std::to_string(std::ranges::count(calls_, call.function, &Call::function));
        else if (found < std::ssize(names) && found < std::ssize(arguments))
            made += arguments[static_cast<std::size_t>(found)];
        at = end;
    }
    return made;
}

void LibraryText::write_once(Writer& writer, std::string LibraryCode::*part,
                             const Arguments& arguments) const {
    std::vector<std::string> written;
    for (const Call& call : calls_) {
        const std::string text = filled(call, call.code->*part, arguments(call.step));
        if (text.empty() || std::ranges::find(written, text) != written.end()) continue;
        written.push_back(text);
        write_lines(writer, text);
    }
}

int LibraryText::write_call(Writer& writer, std::size_t step,
                            const std::vector<std::string>& arguments) const {
    const auto call = std::ranges::find(calls_, step, &Call::step);
    const bool again = std::ranges::find(calls_, call->function, &Call::function) != call;
    const std::string text = filled(*call, call->code->call, arguments);
    return write_lines(writer, again ? without_words(text) : text);
}

}  // namespace lab::host_code
