// See resumed_rows.h.
#include "lab/cli/resumed_rows.h"

#include <filesystem>

#include <fmt/format.h>

#include "lab/words.h"
#include "platform/files.h"

namespace lab {
namespace {

// The first fields of a line, as they stand there. A quoted field may have commas.
std::string first_fields(const std::string& line, std::size_t count) {
    bool quoted = false;
    std::size_t at = 0;
    for (; at < line.size(); ++at) {
        if (line[at] == '"') quoted = !quoted;
        if (line[at] == ',' && !quoted && --count == 0) break;
    }
    return line.substr(0, at);
}

}  // namespace

simulator::Outcome<ResumedRows> ResumedRows::open(const std::string& file,
                                                  const std::vector<std::string>& heads,
                                                  std::size_t keys) {
    const auto fails = [](const std::string& why) { return simulator::Diagnostic{0, 0, why}; };
    const std::string head = csv_line(heads);
    std::string text;
    std::error_code none;
    if (std::filesystem::exists(file, none)) {
        platform::FileText read = platform::read_file(file);
        if (!read.problem.empty()) return fails(read.problem);
        text = read.bytes.substr(0, read.bytes.rfind('\n') + 1);
    }
    if (text.empty()) text = head;
    if (!text.starts_with(head))
        return fails(
            fmt::format("{} has other columns: it is not of this sweep. Name another "
                        "file.",
                        file));
    ResumedRows rows;
    rows.keys_ = keys;
    for (std::size_t at = head.size(), end; at < text.size(); at = end + 1) {
        end = text.find('\n', at);
        rows.earlier_.insert(first_fields(text.substr(at, end - at), keys));
    }
    if (const std::string problem = platform::write_file(file, text); !problem.empty())
        return fails(problem);
    rows.out_.emplace(file);
    if (!rows.out_->problem().empty()) return fails(rows.out_->problem());
    return rows;
}

bool ResumedRows::has(std::vector<std::string> fields) const {
    fields.resize(keys_);
    std::string line = csv_line(fields);
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    return earlier_.contains(line);
}

bool ResumedRows::add(const std::vector<std::string>& fields) {
    return out_ && out_->add(csv_line(fields));
}

}  // namespace lab
