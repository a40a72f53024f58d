// The program itself, run with the fake driver in place of NVIDIA's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platform/child.h"
#include "platform/clock.h"

namespace fake {

struct Answer {
    int code = 0;
    bool exited = false;  // by itself
    std::string text;     // of both streams
    double seconds = 0;
    bool says(const std::string& words) const { return text.find(words) != std::string::npos; }
};

/// Runs a command of the program, such as "run reduction n=64", to its end.
inline Answer run(const std::string& line, const std::string& misdeeds,
                  const std::map<std::string, std::string>& more = {},
                  const std::string& driver = WARPLENS_FAKE_DRIVER) {
    platform::Command command;
    command.words = {"/bin/sh", "-c", std::string("exec " WARPLENS_PROGRAM " ") + line};
    command.environment = {{"LD_LIBRARY_PATH", driver}, {"WARPLENS_FAKE_CUDA", misdeeds}};
    for (const auto& [name, value] : more) command.environment.emplace_back(name, value);
    const double begun = platform::now();
    const platform::Ending ending = platform::run(std::move(command));
    return {ending.code, ending.how == platform::Ending::How::exited, ending.output,
            platform::now() - begun};
}

}  // namespace fake
