// What is said of two threads that meet at one place, and what to change. Used by faults.cpp.
#pragma once

#include <string>

#include "simulator/fault.h"

namespace lab {

std::string race_what(const simulator::Fault& fault);
std::string race_advice(const simulator::Fault& fault);
/// Of two lanes of a warp, which only lockstep orders.
std::string lockstep_what(const simulator::Fault& fault);
std::string lockstep_advice(const simulator::Fault& fault);

}  // namespace lab
