// Letters, and all that is too small to be sorted out.
uniform sampler2D atlas;
in vec2 place;
in vec4 shade;
out vec4 colour;

void main() { colour = shade * texture(atlas, place); }
