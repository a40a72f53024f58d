// Sentences about faults in a kernel. The simulator gives kinds and fields; the words are here.
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
/// Fills Run::steps from the trace of the first watched block, the block that pictures show. If the
/// request names no block, also names a race by the pair of threads that met in this block.
void put_steps(Run& run);

/// "line 12"; "PTX line 12" for a simulator::code_line() below zero; empty for 0.
std::string line_words(int code_line);
/// Only what to change.
std::string fault_advice(const simulator::Fault& fault);

/// For a run that was cut: its lane-instructions, and the line that ran most.
std::string cut_sentence(const Run& run);

/// A sentence for an exception: its text, or advice if memory ran out.
std::string failure_sentence(const std::exception& problem);

}  // namespace lab
