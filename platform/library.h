// Libraries that are opened when they are wanted, so that the program starts without them: drivers,
// compilers, OpenGL, the window.
#pragma once

#include <initializer_list>
#include <string>

namespace platform {

class Library {
public:
    // Whether libraries that are opened later may find its names too, as if it had been linked.
    enum class Names : unsigned char { own, shared };
    Library() = default;
    /// The first of `files` that is there. Stays open to the end of the program: drivers keep
    /// pointers into themselves.
    explicit Library(std::initializer_list<const char*> files, Names names = Names::own);
    explicit operator bool() const { return handle_ != nullptr; }
    /// Why a file that is there is no library that can be opened, in the loader's words: "/x/a.so:
    /// invalid ELF header". Empty where none is there.
    const std::string& problem() const { return problem_; }
    /// nullptr where it has no such name.
    void* find(const char* name) const;
    /// False where it has no such name.
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
