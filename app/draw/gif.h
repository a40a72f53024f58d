// Animated pictures as GIF, which every slide program plays. Uses giflib.
#pragma once

#include <memory>
#include <string>

#include "app/draw/png.h"

namespace app {

class GifWriter {
public:
    /// `width`, `height`: the size of every picture, in pixels. The animation repeats for ever.
    GifWriter(int width, int height);
    ~GifWriter();
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    /// Adds a picture that stays for so many hundredths of a second. Only the pixels that differ
    /// from the picture before take space.
    void add(const Image& image, int hundredths);
    /// The whole file, after the last add(); empty where giflib failed.
    std::string finish();

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace app
