// Sentences about two threads that race for an element, and what to change. For faults.cpp.
#pragma once

#include <string>

#include "simulator/fault.h"

namespace lab {

std::string race_what(const simulator::Fault& fault);
std::string race_advice(const simulator::Fault& fault);
/// For two lanes of one warp that only lockstep orders.
std::string lockstep_what(const simulator::Fault& fault);
std::string lockstep_advice(const simulator::Fault& fault);

}  // namespace lab
