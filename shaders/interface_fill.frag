// A plain fill: where OpenGL runs in software, a look at a texture is most of what a pixel takes.
in vec4 shade;
out vec4 colour;

void main() { colour = shade; }
