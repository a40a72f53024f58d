// Variables of the environment that a test changes for a while.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace tests {

// Without a variable for as long as it lives, or with another value.
class Changed {
public:
    explicit Changed(const char* name, const std::optional<std::string>& value = {}) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        value ? setenv(name, value->c_str(), 1) : unsetenv(name);
    }
    ~Changed() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;

private:
    const char* name_;
    std::optional<std::string> old_;
};

}  // namespace tests
