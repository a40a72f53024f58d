// Pictures that move, as GIF: slides of every kind play it. Through giflib.
#pragma once

#include <memory>
#include <string>

#include "app/draw/png.h"

namespace app {

class GifWriter {
public:
    /// Every picture has this size, in pixels. It plays for ever.
    GifWriter(int width, int height);
    ~GifWriter();
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    /// The next picture, for so many hundredths of a second. Only what differs from the one before
    /// takes room.
    void add(const Image& image, int hundredths);
    /// The whole file, once the last picture was added; empty where giflib failed.
    std::string finish();

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace app
