// Rows of a CSV file to which each run of a command is added at once, so that a later run of the
// command goes on where this one ended, even if it was killed.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "platform/files.h"

namespace lab {

class ResumedRows {
public:
    /// Opens or makes the file. The first `keys` fields of a row say which run it is of. A last row
    /// that was cut off is removed. Fails with a sentence where the file can't be written, or has
    /// other heads.
    static simulator::Outcome<ResumedRows> open(const std::string& file,
                                                const std::vector<std::string>& heads,
                                                std::size_t keys);
    /// Whether the file has a row with these first fields.
    bool has(std::vector<std::string> fields) const;
    std::size_t earlier() const { return earlier_.size(); }
    /// Writes the row to the file. False where that fails.
    bool add(const std::vector<std::string>& fields);

private:
    std::optional<platform::FileToAppend> out_;
    std::size_t keys_ = 0;
    std::set<std::string> earlier_;  // first fields, as they stand in the file
};

}  // namespace lab
