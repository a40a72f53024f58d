// Which architectures the code of a module is for, told by a function of it: "900", "750,900". What
// was compiled for another GPU runs on this one too, slower, and its time would say nothing.
#pragma once

#define WARPLENS_AS_TEXT(...) #__VA_ARGS__
#define WARPLENS_LIST_AS_TEXT(...) WARPLENS_AS_TEXT(__VA_ARGS__)
#define WARPLENS_BUILT_FOR(library)                       \
    extern "C" const char* library##_built_for() {        \
        return WARPLENS_LIST_AS_TEXT(__CUDA_ARCH_LIST__); \
    }
