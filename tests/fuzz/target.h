// What every fuzz target has: one input after the other, and a way to say that an answer is wrong.
// libFuzzer calls it where clang builds with WARPLENS_FUZZ, replay.cpp elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count);

namespace fuzz {

inline std::string text_of(const std::uint8_t* bytes, std::size_t count) {
    return {reinterpret_cast<const char*>(bytes), count};
}

/// Ends the program where `holds` is false: a fuzzer keeps the input then.
inline void must(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// Of a refusal: it says why.
inline void must_say(const std::string& sentence) {
    must(!sentence.empty(), "a refusal has words");
}

}  // namespace fuzz
