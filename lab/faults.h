// Sentences for what went wrong in a kernel. The simulator gives kinds and fields; the words are
// here.
#pragma once

#include <exception>
#include <string>

#include "simulator/fault.h"

namespace lab {

struct Run;

/// One line for a title: "Out of bounds: thread (3, 0, 0) of block (0, 0, 0) read in[260817]".
std::string fault_title(const simulator::Fault& fault);
/// What happened and where, then what to change: two or three sentences.
std::string fault_sentence(const simulator::Fault& fault);
/// The steps of a traced run, of the block that pictures speak of: the first that was watched.
/// Where nobody asked for one, a race that this block met too is named by its pair.
void put_steps(Run& run);

/// "line 12", or "PTX line 12" of what simulator::code_line() gives below zero; empty of 0.
std::string line_words(int code_line);
/// What to change alone.
std::string fault_advice(const simulator::Fault& fault);

/// What a run that was cut gets: how long it went on, and the line where it spent most.
std::string cut_sentence(const Run& run);

/// What was thrown where nothing of the program's own says more: memory that this machine has not.
std::string failure_sentence(const std::exception& problem);

}  // namespace lab
