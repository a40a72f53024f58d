// Texts that somebody read and approved: a file of tests/approved has a section for each name.
// `tests/approve` writes them anew, and what changed there is to be read.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace approved {

/// Adds a line "name: words"; nothing where there are no words.
void add(std::string& to, std::string_view name, std::string_view words);

/// Fails where a section's text is another one; with WARPLENS_APPROVE=1 in the environment it is
/// written in its place.
void expect(const std::string& section, const std::string& text,
            const std::string& file = "sentences.txt");

/// Fails where a section lacks one of these lines, and never writes: for a part of a section.
void expect_lines(const std::string& section, const std::string& lines,
                  const std::string& file = "sentences.txt");

}  // namespace approved
