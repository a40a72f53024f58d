// The strip at the bottom: verdict, clock, GPU.
#pragma once

#include <cstdint>
#include <string>

#include "app/shell/shell.h"

namespace app {

void status_strip(Ui& ui, Shell& shell, Rect area);
/// The strip's words on the GPU: its name, a shorter name, and more details.
struct DeviceWords {
    std::string name, short_name, more;
};
// The state of the GPU: nobody asked, the program is looking, it is here, it fails, there is none.
enum class GpuKnown : std::uint8_t { not_asked, looking, here, fails, none };
/// `gpu`: the GPU's name where one is here.
DeviceWords words_of_device(const lab::Run* timed, const std::string& gpu, GpuKnown known);
/// The run whose verdict the strip shows. A result that the GPU just computed, at the size asked
/// for, comes before a simulated one; a fault or a difference comes before both.
const lab::Run* run_to_judge(const lab::Run* counted, const lab::Run* timed);

}  // namespace app
