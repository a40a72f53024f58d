// Headers that course programs include and that stand in no toolkit: helper_cuda.h and
// helper_string.h, in our own words (assets/include).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// Those that the source includes, with those that they include; none where it includes none.
/// Headers beside the source come first, as compilers look there before.
std::vector<std::string> course_headers_of(std::string_view source);

/// Copies them to `folder`. Returns why not; empty where it worked.
std::string put_course_headers(const std::vector<std::string>& names,
                               const std::filesystem::path& folder);

}  // namespace lab
