// All GPUs of this machine, by their names. Whoever can ask the driver registers here:
// lab/cuda/gpus.cpp.
#pragma once

#include <string>
#include <vector>

namespace lab {

struct Gpus {
    std::vector<std::string> names;  // in the driver's order, from 0
    std::string why;                 // a sentence where there are none
};

struct RegisterGpus {
    explicit RegisterGpus(Gpus (*ask)());
};

/// Asks the driver, and opens no GPU. May wait as long as a call to the GPU may take.
Gpus gpus();

}  // namespace lab
