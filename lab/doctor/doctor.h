// Finds out what this machine has and lacks. Each part of the program registers a question;
// `doctor` asks them all.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lab {

struct Finding {
    std::string what;  // "GPU"
    bool found = false;
    std::string detail;  // "NVIDIA H200, 139 GiB", or where it searched
    // the consequence: "Times are recorded or modelled, not measured."; empty where found
    std::string meaning;
};

struct Question {
    // 10 GPU, 20 driver, 30 toolkit, 40 NVRTC, 50 OpenGL, 60 fonts, 70 kernels, 75 recordings, 80
    // settings
    int order = 0;
    std::function<Finding()> ask;
};

struct RegisterQuestion {
    explicit RegisterQuestion(Question question);
};

/// Answers to all questions, by order.
std::vector<Finding> findings();

}  // namespace lab
