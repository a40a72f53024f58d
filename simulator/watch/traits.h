// An instruction's role in the checks: a signal, a fence, an access. Used by races.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/bases.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

struct Traits {
    bool reads = false, writes = false, atomic = false;
    bool signals = false;  // volatile, or with a memory order
    bool only_volatile = false;
    bool flag = false;      // reads what a loop waits for, or a value that only decides a branch
    bool releases = false;  // a reader of its signal learns of all accesses before it
    bool acquires = false;  // learns what a signal carries
    bool fences = false;
    bool block_scope = false;  // its signal or fence has block scope
    bool lanes_meet = false;   // lanes execute it together
    bool sets = false;         // an exchange whose result is not used
    bool halves = false;       // moves two 2-byte numbers
    std::uint8_t width = 0;    // bytes of a moved element
    // A load that is valid only if a number is the same before and after: a sequence lock.
    bool rechecked = false;
};

// Facts that the checkers need of a program.
struct Notes {
    std::shared_ptr<const Recipes> recipes;
    std::vector<Traits> traits;
    Bases bases;
    std::vector<bool> updates;  // its line reads an element and writes it back, as `*sum += v`
    std::vector<bool> guesses;  // see guesses.h
    std::vector<bool> drawn;    // see drawn.h
    explicit Notes(const Program& of);
};

/// For a program that a shared_ptr holds: made once, kept as long as the program lives.
std::shared_ptr<const Notes> notes_of(const Program&);

}  // namespace simulator::checks
