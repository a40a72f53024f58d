// Options of a program's command line, "--name" and "--name=value", under the names that course
// programs use. Warplens adds this file where a program includes it and has none beside itself.
#pragma once

#define EXIT_WAIVED 2

#ifndef __CUDACC_RTC__

#include <cstdlib>
#include <cstring>

namespace warplens_helpers {

// The text behind "--name" of the last argument with that name: "" or "=value"; nullptr: there is
// none. One dash is enough.
inline const char* after_name(int argc, const char* const* argv, const char* name) {
    const char* found = nullptr;
    const std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; ++i) {
        const char* word = argv[i];
        if (*word != '-') continue;
        while (*word == '-') ++word;
        const bool same = std::strncmp(word, name, length) == 0;
        if (same && (word[length] == '\0' || word[length] == '=')) found = word + length;
    }
    return found;
}

// The text behind "--name="; nullptr: there is none.
inline const char* value_of(int argc, const char* const* argv, const char* name) {
    const char* after = after_name(argc, argv, name);
    return after && *after == '=' ? after + 1 : nullptr;
}

}  // namespace warplens_helpers

inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
    return warplens_helpers::after_name(argc, argv, name) != nullptr;
}

// 0 where the option is missing.
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
    const char* value = warplens_helpers::value_of(argc, argv, name);
    return value ? std::atoi(value) : 0;
}

inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
    const char* value = warplens_helpers::value_of(argc, argv, name);
    return value ? static_cast<float>(std::atof(value)) : 0;
}

// False, and a null pointer, where the option is missing.
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value) {
    *value = const_cast<char*>(warplens_helpers::value_of(argc, argv, name));
    return *value != nullptr;
}

#endif
