// Constants of the field's picture, read by the shader and by C++ alike, which gives vec3 a meaning
// of its own.
#define FIELD_LEVELS 10
#define FIELD_COLOUR_COUNT 10
// Cividis at ninths: readable with every deficiency of colour sight, and in grey.
#define FIELD_COLOURS                                                                    \
    vec3(0.000, 0.133, 0.306), vec3(0.071, 0.208, 0.439), vec3(0.231, 0.286, 0.424),     \
        vec3(0.341, 0.365, 0.427), vec3(0.439, 0.443, 0.451), vec3(0.541, 0.525, 0.471), \
        vec3(0.647, 0.612, 0.455), vec3(0.765, 0.702, 0.412), vec3(0.882, 0.800, 0.333), \
        vec3(0.996, 0.910, 0.220)
#define FIELD_NOT_A_NUMBER vec3(0.761, 0.306, 0.000)
