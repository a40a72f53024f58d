# Writes a header that reaches GLFW through pointers, as glad's does OpenGL, so that the program
# starts where there is no GLFW, no X11 and no OpenGL.
# cmake -DHEADER=.../glfw3.h -DOUTPUT=.../loaded.h -P glfw_loader.cmake
file(READ ${HEADER} text)
string(REGEX MATCHALL "GLFWAPI [^;(]*(glfw[A-Za-z0-9]+)\\(" declarations "${text}")
list(TRANSFORM declarations REPLACE "GLFWAPI [^;(]*(glfw[A-Za-z0-9]+)\\(" "\\1")
list(FILTER declarations EXCLUDE REGEX "Vulkan|Instance|PhysicalDevice|WindowSurface|MacOS")
set(pointers "")
set(names "")
set(finds "")
foreach(name ${declarations})
  string(APPEND pointers "    decltype(&::${name}) ${name}_ = nullptr;\n")
  string(APPEND finds "    found = find_one(find, \"${name}\", loaded.${name}_) && found;\n")
  string(APPEND names "#define ${name} ::glfw_loader::loaded.${name}_\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by third_party/glfw_loader.cmake from GLFW's own header.
#pragma once
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace glfw_loader {
struct Pointers {
${pointers}};
inline Pointers loaded;

template <class Find, class Pointer>
bool find_one(Find find, const char* name, Pointer& pointer) {
    pointer = reinterpret_cast<Pointer>(find(name));
    return pointer != nullptr;
}
/// Looks up every function; false where one is missing.
template <class Find>
bool load(Find find) {
    bool found = true;
${finds}    return found;
}
}  // namespace glfw_loader

${names}")
