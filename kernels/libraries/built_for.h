// The architectures that a module was compiled for, as a function of the module: "900", "750,900".
// Code for another GPU may run on this one too, but slower, so its time would say nothing.
#pragma once

#define WARPLENS_AS_TEXT(...) #__VA_ARGS__
#define WARPLENS_LIST_AS_TEXT(...) WARPLENS_AS_TEXT(__VA_ARGS__)
#define WARPLENS_BUILT_FOR(library)                       \
    extern "C" const char* library##_built_for() {        \
        return WARPLENS_LIST_AS_TEXT(__CUDA_ARCH_LIST__); \
    }
