// The program without a window: only the command line, for builds without OpenGL.
#include <iostream>
#include <string>
#include <vector>

#include "lab/cli/command_line.h"
#include "lab/time/asked_first.h"

int main(int count, char** words) {
    const std::vector<std::string> arguments(words + 1, words + count);
    lab::ask_in_another_process();
    return lab::command_line(arguments, std::cout, std::cerr);
}
