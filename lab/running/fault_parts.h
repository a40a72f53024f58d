// Parts of sentences about faults: thread, line, element. For faults.cpp and race_words.cpp.
#pragma once

#include <string>

#include "simulator/fault.h"

namespace lab {

/// "Thread (3, 0, 0) of block (0, 0, 0)".
std::string thread_of(const simulator::Fault& fault);
/// " at line 12", or empty for line 0.
std::string at_code_line(int line);
std::string at_line(const simulator::Fault& fault);
/// "writes", "reads".
std::string verb(bool write);
/// "part[3]", or the address where no buffer contains it.
std::string place(const simulator::Fault& fault);
/// "Thread (3, 0, 0) of block (0, 0, 0) writes part[3] at line 12".
std::string access(const simulator::Fault& fault);
/// Whether both threads of a race are in one block.
bool same_block(const simulator::Fault& fault);

/// "232 of 1000 elements of c were never written: the first is c[768]."
std::string never_written_what(const simulator::Fault& fault);

/// "Thread (3, 0, 0) ... reads a texture at line 12, and the value 0x0 names none."
std::string no_texture_what(const simulator::Fault& fault);
/// The same for a texture that exists but does not suit the instruction.
std::string other_texture_what(const simulator::Fault& fault);

/// For an index that falls into another array than its own.
std::string beyond_what(const simulator::Fault& fault);

/// For two steps in two streams: which steps meet, and how one can wait for the other.
std::string wait_what(const simulator::Fault& fault);
std::string wait_advice(const simulator::Fault& fault);
std::string memory_what(const simulator::Fault& fault);
std::string memory_advice(const simulator::Fault& fault);

/// For an access outside every array: the index, and what to change.
std::string bounds_what(const simulator::Fault& fault);
std::string bounds_advice(const simulator::Fault& fault);

/// For a shuffle from a lane that does not exist.
std::string lane_what(const simulator::Fault& fault);
std::string lane_advice(const simulator::Fault& fault);
/// For a lane that its own mask does not name.
std::string unnamed_what(const simulator::Fault& fault);
std::string unnamed_advice(const simulator::Fault& fault);
/// For a mask that names lanes which are at another instruction.
std::string absent_what(const simulator::Fault& fault);
std::string absent_advice(const simulator::Fault& fault);

}  // namespace lab
