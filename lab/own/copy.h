// "Change this kernel": copies a lesson's kernels to the student's file, and makes the words that
// open it with the lesson's launch.
#pragma once

#include <string>

#include "lab/own/open.h"

namespace lab {

/// The words that open `file` with the lesson's launch at these settings. Of several launches, the
/// first with the most blocks.
AskedFile launch_words(const Settings& settings, const std::string& file);

/// Writes the lesson's kernels to `file` and returns those words. Fails with a sentence, also where
/// the file exists.
simulator::Outcome<AskedFile> copy_kernel(const Settings& settings, const std::string& file);

}  // namespace lab
