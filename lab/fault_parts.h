// Parts of sentences about faults: who, where, which place. Used by faults.cpp and race_words.cpp.
#pragma once

#include <string>

#include "simulator/fault.h"

namespace lab {

/// "Thread (3, 0, 0) of block (0, 0, 0)".
std::string thread_of(const simulator::Fault& fault);
/// " at line 12", or nothing.
std::string at_code_line(int line);
std::string at_line(const simulator::Fault& fault);
/// "writes", "reads".
std::string verb(bool write);
/// "part[3]", or the address where it is in no buffer.
std::string place(const simulator::Fault& fault);
/// "Thread (3, 0, 0) of block (0, 0, 0) writes part[3] at line 12".
std::string access(const simulator::Fault& fault);
/// Whether both parties of a race are of one block.
bool same_block(const simulator::Fault& fault);

/// "232 of 1000 elements of c were never written: the first is c[768]."
std::string never_written_what(const simulator::Fault& fault);

/// "Thread (3, 0, 0) ... reads a texture at line 12, and the value 0x0 names none."
std::string no_texture_what(const simulator::Fault& fault);
/// The same of one that the instruction does not read.
std::string other_texture_what(const simulator::Fault& fault);

/// Of an index that comes into another array than its own.
std::string beyond_what(const simulator::Fault& fault);

/// Of two steps of a host in two streams: which they are, and what lets one wait for the other.
std::string wait_what(const simulator::Fault& fault);
std::string wait_advice(const simulator::Fault& fault);

/// Of an access outside every array: what its index was, and what to change.
std::string bounds_what(const simulator::Fault& fault);
std::string bounds_advice(const simulator::Fault& fault);

/// Of a shuffle from a lane that is not there.
std::string lane_what(const simulator::Fault& fault);
std::string lane_advice(const simulator::Fault& fault);
/// Of a lane that its own mask does not name.
std::string unnamed_what(const simulator::Fault& fault);
std::string unnamed_advice(const simulator::Fault& fault);
/// Of a mask that names lanes that are elsewhere.
std::string absent_what(const simulator::Fault& fault);
std::string absent_advice(const simulator::Fault& fault);

}  // namespace lab
