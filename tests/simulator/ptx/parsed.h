// PTX that tests write out: what each text begins with, and its parse.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "simulator/ptx/ast.h"

namespace tests {

constexpr std::string_view ptx_head = ".version 7.0\n.target sm_75\n.address_size 64\n";

/// What the parser makes of it; where it refuses, the test fails with its sentence.
inline simulator::ptx::Module parsed(std::string_view text) {
    auto module = simulator::ptx::parse(text);
    if (module) return *module;
    ADD_FAILURE() << module.problem().line << ": " << module.problem().message;
    return {};
}

}  // namespace tests
