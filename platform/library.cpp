// The dynamic loader.
#include "platform/library.h"

#include <dlfcn.h>

namespace platform {

Library::Library(std::initializer_list<const char*> files, Names names) {
    for (const char* file : files)
        if (!handle_)
            handle_ = dlopen(file, RTLD_NOW | (names == Names::own ? RTLD_LOCAL : RTLD_GLOBAL));
}

void* Library::find(const char* name) const { return handle_ ? dlsym(handle_, name) : nullptr; }

}  // namespace platform
