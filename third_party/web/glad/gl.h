// WebGL 2 under the name by which the program includes OpenGL: linked, so nothing is loaded.
#pragma once

#include <GLES3/gl3.h>
