// Places the box of a field in the framebuffer. Two triangles as a strip, no vertex buffer: the
// corner is the index.
uniform vec4 box;                   // left, top, width, height in framebuffer pixels
uniform vec2 framebuffer;           // its size
out vec2 place;                     // 0..1 across the box, y downwards

void main() {
    place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 pixel = box.xy + place * box.zw;
    vec2 clip = 2.0 * pixel / framebuffer - 1.0;
    gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
}
