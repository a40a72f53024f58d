// The command line as a test calls it: words in, exit code and both outputs out.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "lab/cli/command_line.h"
#include "tests/helpers/words.h"

namespace tests {

struct Answer {
    int code = 0;
    std::string out, err;
};

inline Answer warplens(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    Answer answer;
    answer.code = lab::command_line(words, out, err);
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

inline const std::string ptx = WARPLENS_TESTS_DIR "/assets/ptx/doubling.ptx";

// simulate with what every call needs, and more words.
inline Answer simulate(std::vector<std::string> more, const std::string& kernel = "doubled",
                       const std::string& n = "100") {
    std::vector<std::string> words{"simulate", ptx,
                                   "--kernel", kernel,
                                   "--grid",   "2",
                                   "--block",  "64",
                                   "--arg",    "numbers:f32[100]=iota",
                                   "--arg",    "twice:f32[100]=none",
                                   "--arg",    "n:i32=" + n};
    words.insert(words.end(), more.begin(), more.end());
    return warplens(words);
}

}  // namespace tests
