// "Change this kernel": a lesson's kernels, copied out to a file of the student's, and the words
// that open it with the launch that the lesson makes.
#pragma once

#include <string>

#include "lab/own/open.h"

namespace lab {

/// The words that open `file` as these settings of a lesson launch their kernel: of several
/// launches the first with the most blocks.
AskedFile launch_words(const Settings& settings, const std::string& file);

/// Writes the lesson's kernels to `file`, which must not exist, and gives those words. Fails with a
/// sentence.
simulator::Outcome<AskedFile> copy_kernel(const Settings& settings, const std::string& file);

}  // namespace lab
