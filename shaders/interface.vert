// Triangles of the interface. Rows count from the top, as in Dear ImGui's draw lists, and the
// frame is kept that way: upside down for OpenGL.
uniform vec2 framebuffer;           // pixels
layout(location = 0) in vec2 pixel;
layout(location = 1) in vec2 texel;
layout(location = 2) in vec4 tint;
out vec2 place;
out vec4 shade;

void main() {
    place = texel;
    shade = tint;
    gl_Position = vec4(2.0 * pixel / framebuffer - 1.0, 0.0, 1.0);
}
