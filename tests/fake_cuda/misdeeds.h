// What the fake driver does wrong, as words in WARPLENS_FAKE_CUDA, or @FILE with them:
//   fail=WHICH status=S   that call returns S (999 where none is given)
//   hang=WHICH            that call does not return
//   slow=WHICH            that call takes 50 ms more
//   slow_ms=X             or X ms more
//   poison=WHICH          that call and all after it return 700, as after an illegal address
//   time=X                all that is timed takes X ms, such as 0, -1, nan, inf
//   die=WHICH, leave=WHICH  that call crashes the process, or ends it with exit code 0
//   no_pools              the device has no memory pools
//   no_cubins             it loads no machine code
//   zeros, garbage        what is asked of the device is answered with 0, or with nonsense
//   attribute.N=V         the device's attribute N is V: it plays another card
//   name=A_NAME           its name, with _ for blanks
//   devices=A,B           there are two, with these names; CUDA_VISIBLE_DEVICES hides some
//   only=N                misdeeds of calls only where device N is the first that is visible
// WHICH is a call's name, or a number: 1 is the first call of the process.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace fake {

/// The words; those of a file where they are @FILE.
inline std::string told() {
    const char* words = std::getenv("WARPLENS_FAKE_CUDA");
    if (!words || words[0] != '@') return words ? words : "";
    std::ifstream file(words + 1);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The value behind "word=" in WARPLENS_FAKE_CUDA; empty where it is not there.
inline std::string value_of(const std::string& word) {
    std::istringstream words(told());
    for (std::string each; words >> each;)
        if (each.starts_with(word + "=")) return each.substr(word.size() + 1);
    return "";
}

inline bool is_told(const std::string& word) {
    std::istringstream words(told());
    for (std::string each; words >> each;)
        if (each == word) return true;
    return false;
}

/// Whether this process asks for another one, which will make the same calls.
inline bool asks_for_another() {
    std::ifstream words("/proc/self/cmdline");
    const std::string all{std::istreambuf_iterator<char>(words), {}};
    return all.find("--driver") != all.npos;
}

/// Words between commas.
inline std::vector<std::string> list_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream all(text);
    for (std::string each; std::getline(all, each, ',');) words.push_back(each);
    return words;
}

/// The numbers of the devices that this process may use, as the driver has it.
inline std::vector<int> visible_devices() {
    const auto count = std::max<std::size_t>(1, list_of(value_of("devices")).size());
    const char* said = std::getenv("CUDA_VISIBLE_DEVICES");
    std::vector<int> visible;
    if (said)
        for (const std::string& word : list_of(said)) {
            const int number = std::atoi(word.c_str());
            if (number < 0 || std::size_t(number) >= count) break;
            visible.push_back(number);
        }
    else
        for (std::size_t i = 0; i < count; ++i) visible.push_back(int(i));
    return visible;
}

/// Whether the misdeeds of calls are those of this process.
inline bool is_meant() {
    const std::string only = value_of("only");
    const auto visible = visible_devices();
    return only.empty() || (visible.size() == 1 && std::to_string(visible.front()) == only);
}

inline void note(const char* call) {
    static const char* file = asks_for_another() ? nullptr : std::getenv("WARPLENS_FAKE_CUDA_LOG");
    if (!file) return;
    static const int log = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const std::string line = std::string{call} + '\n';
    if (write(log, line.data(), line.size()) < 0) std::abort();
}

constexpr int illegal_address = 700;

/// What the call returns: 0 where nothing is wrong with it.
inline int outcome(const char* call) {
    static const std::string fails = value_of("fail"), hangs = value_of("hang"),
                             poisons = value_of("poison"), status = value_of("status"),
                             dies = value_of("die"), leaves = value_of("leave"),
                             slow = value_of("slow"), slow_ms = value_of("slow_ms");
    static std::atomic<long> count = 0;
    static std::atomic<bool> poisoned = false;
    constexpr int unknown = 999;
    static const bool meant = is_meant();
    note(call);
    if (!meant) return 0;
    const std::string number = std::to_string(++count);
    const auto is = [&](const std::string& which) { return which == number || which == call; };
    if (is(dies)) std::raise(SIGSEGV);
    if (is(leaves)) _exit(0);
    while (is(hangs)) std::this_thread::sleep_for(std::chrono::seconds(1));
    if (is(slow))
        std::this_thread::sleep_for(
            std::chrono::milliseconds(slow_ms.empty() ? 50 : std::stoi(slow_ms)));
    if (is(poisons)) poisoned = true;
    if (poisoned) return illegal_address;
    if (!is(fails)) return 0;
    return status.empty() ? unknown : std::stoi(status);
}

}  // namespace fake
