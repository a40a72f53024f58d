// The dynamic loader.
#include "platform/library.h"

#include <dlfcn.h>

namespace platform {

Library::Library(std::initializer_list<const char*> files, Names names) {
    for (const char* file : files) {
        handle_ = dlopen(file, RTLD_NOW | (names == Names::own ? RTLD_LOCAL : RTLD_GLOBAL));
        if (handle_) break;
        // Only the loader's text tells that a file does not exist.
        const char* said = dlerror();
        const std::string why = said ? said : "";
        const bool missing = why.starts_with(std::string(file) + ": ") &&
                             why.find("No such file or directory") != why.npos;
        if (!missing && problem_.empty()) problem_ = why;
    }
}

void* Library::find(const char* name) const { return handle_ ? dlsym(handle_, name) : nullptr; }

}  // namespace platform
