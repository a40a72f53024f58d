// The monkey by itself, for as long as is wanted, in a folder of its own.
// usage: monkey SECONDS [SEED]      its log is monkey.log in the folder it is started in
#include <filesystem>
#include <iostream>

#include <unistd.h>

#include "platform/clock.h"
#include "platform/machine.h"
#include "tests/monkey/monkey.h"

int main(int count, char** words) {
    if (count < 2) return std::cerr << "usage: monkey SECONDS [SEED]\n", 2;
    const double seconds = std::stod(words[1]);
    const auto seed = static_cast<std::uint32_t>(count > 2 ? std::stoul(words[2]) : 1);
    const auto here = std::filesystem::current_path();
    setenv("XDG_CONFIG_HOME", (here / "config").c_str(), 1);
    std::cout << "monkey: seed " << seed << ", log " << (here / "monkey.log") << std::endl;
    tests::Monkey monkey(seed, tests::monkey_files(WARPLENS_TESTS_DIR, here), here / "monkey.log");
    const double end = platform::now() + seconds;
    int actions = 0;
    for (; platform::now() < end; ++actions) {
        alarm(120);  // ends the program where an action hangs
        monkey.act();
    }
    std::cout << "monkey: " << actions << " actions" << std::endl;
}
