// Colours one slice of a field: each cell flat, in cividis, under white lines at every tenth of
// the range.
uniform sampler2D values;           // one channel, 0..1, x fastest
uniform ivec2 cells;                // columns and rows
uniform float line_width;           // framebuffer pixels; below 0: no lines
in vec2 place;
out vec4 colour;

const vec3 cividis[FIELD_COLOUR_COUNT] = vec3[FIELD_COLOUR_COUNT](FIELD_COLOURS);

float cell(ivec2 at) { return texelFetch(values, clamp(at, ivec2(0), cells - 1), 0).r; }

vec3 shade(float value) {
    float along = clamp(value, 0.0, 1.0) * float(FIELD_COLOUR_COUNT - 1);
    int low = min(int(along), FIELD_COLOUR_COUNT - 2);
    return mix(cividis[low], cividis[low + 1], along - float(low));
}

// Between the centres of cells, so that the lines are smooth where the cells are not.
float smooth_value() {
    vec2 at = place * vec2(cells) - 0.5;
    ivec2 low = ivec2(floor(at));
    vec2 part = at - vec2(low);
    float upper = mix(cell(low), cell(low + ivec2(1, 0)), part.x);
    float lower = mix(cell(low + ivec2(0, 1)), cell(low + ivec2(1, 1)), part.x);
    return mix(upper, lower, part.y);
}

void main() {
    float value = cell(ivec2(place * vec2(cells)));
    if (line_width < 0.0 && value < -0.5) discard;    // of an array: nothing is here
    float height = smooth_value() * float(FIELD_LEVELS);
    float slope = length(vec2(dFdx(height), dFdy(height)));
    float away = abs(height - floor(height + 0.5)) / max(slope, 1e-4);    // pixels from a level
    bool level = slope > 1e-4 && height > 0.5 && height < float(FIELD_LEVELS) - 0.5;
    float edge = smoothstep(line_width - 0.5, line_width + 0.5, away * 2.0);
    float line = level ? 0.55 * (1.0 - edge) : 0.0;
    vec3 flat_colour = isnan(value) || isinf(value) ? FIELD_NOT_A_NUMBER : shade(value);
    colour = vec4(mix(flat_colour, vec3(1.0), line), 1.0);
}
