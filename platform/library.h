// Libraries that are opened on demand, so that the program starts without them: drivers, compilers,
// OpenGL, the window.
#pragma once

#include <initializer_list>
#include <string>

namespace platform {

class Library {
public:
    // shared: libraries opened later may find its names, as if it had been linked.
    enum class Names : unsigned char { own, shared };
    Library() = default;
    /// Opens the first of `files` that exists. It stays open to the end of the program: drivers
    /// keep pointers into themselves.
    explicit Library(std::initializer_list<const char*> files, Names names = Names::own);
    explicit operator bool() const { return handle_ != nullptr; }
    /// The loader's reason why an existing file can't be opened: "/x/a.so: invalid ELF header".
    /// Empty if no file exists.
    const std::string& problem() const { return problem_; }
    /// The address of `name`; nullptr if the library lacks it.
    void* find(const char* name) const;
    /// Sets `function`; false if the library lacks the name.
    template <class Function>
    bool find(const char* name, Function*& function) const {
        function = reinterpret_cast<Function*>(find(name));
        return function != nullptr;
    }

private:
    void* handle_ = nullptr;
    std::string problem_;
};

}  // namespace platform
