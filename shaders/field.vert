// Places the box of a field in the framebuffer. Two triangles as a strip, no vertex buffer: the
// corner is the index. The frame is kept upside down: see interface.vert.
uniform vec4 box;                   // left, top, width, height in framebuffer pixels
uniform vec2 framebuffer;           // its size
out vec2 place;                     // 0..1 across the box, y downwards

void main() {
    place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 pixel = box.xy + place * box.zw;
    gl_Position = vec4(2.0 * pixel / framebuffer - 1.0, 0.0, 1.0);    // row 0 is the top one
}
