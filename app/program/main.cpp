// The program: the window without arguments, else the command line.
#include <iostream>
#include <string>
#include <vector>

#include "lab/cli/command_line.h"
#include "lab/time/asked_first.h"
#include "platform/again.h"
#include "platform/heap.h"

int main(int count, char** words) {
    platform::be_called("warplens");
    platform::return_freed_memory();
    std::vector<std::string> arguments(words + 1, words + count);
    if (arguments.empty()) arguments = {"window"};
    lab::ask_in_another_process();
    return lab::command_line(arguments, std::cout, std::cerr);
}
