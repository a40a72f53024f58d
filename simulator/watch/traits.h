// What each instruction of a program is to the checks: a signal, a fence, an access. Used by
// races.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/decode/program.h"
#include "simulator/watch/bases.h"
#include "simulator/watch/recipe.h"

namespace simulator::checks {

// What an instruction is to the checks.
struct Traits {
    bool reads = false, writes = false, atomic = false;
    bool signals = false;  // volatile, or with a memory order
    bool only_volatile = false;
    bool flag = false;      // reads what a loop waits for, or what only decides a branch
    bool releases = false;  // tells who sees it of all before it
    bool acquires = false;  // learns what it is told
    bool fences = false;
    bool block_scope = false;  // what it signals or fences is for its own block
    bool lanes_meet = false;   // lanes execute it together
    bool sets = false;         // an exchange: what it brings goes nowhere
    bool halves = false;       // what it moves are two numbers of 2 bytes
    std::uint8_t width = 0;    // bytes of an element that it moves
    // A load that counts only where a number is the same before and behind it: a sequence lock.
    bool rechecked = false;
};

// What the checkers need of a program.
struct Notes {
    std::shared_ptr<const Recipes> recipes;
    std::vector<Traits> traits;
    Bases bases;
    std::vector<bool> updates;  // its line reads an element and writes it back, as `*sum += v`
    std::vector<bool> guesses;  // see guesses.h
    std::vector<bool> drawn;    // see drawn.h
    explicit Notes(const Program& of);
};

/// Of a program that a shared_ptr holds: made once for all checkers, kept as long as it lives.
std::shared_ptr<const Notes> notes_of(const Program&);

}  // namespace simulator::checks
