// Chooses 256 colours per picture, by giflib. See gif.h.
#include "app/draw/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <optional>

namespace app {

namespace {

constexpr int colours = 256;

struct Box {
    int left = 0, top = 0, width = 0, height = 0;
};

std::size_t offset(const Image& image, int x, int y) {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                static_cast<std::size_t>(x));
}

bool equal_rows(const Image& a, const Image& b, int y) {
    const auto row = [&](const Image& image) {
        return image.bytes.begin() + static_cast<std::ptrdiff_t>(offset(image, 0, y));
    };
    return std::equal(row(a), row(a) + 3 * a.width, row(b));
}

// The bounding box of the differences; nullopt where there is none.
std::optional<Box> changed(const Image& before, const Image& now) {
    int top = 0, bottom = now.height, left = now.width, right = 0;
    while (top < bottom && equal_rows(before, now, top)) ++top;
    if (top == bottom) return std::nullopt;
    while (equal_rows(before, now, bottom - 1)) --bottom;
    for (int y = top; y < bottom; ++y)
        for (int x = 0; x < now.width; ++x) {
            const std::size_t at = offset(now, x, y);
            if (std::equal(&now.bytes[at], &now.bytes[at] + 3, &before.bytes[at])) continue;
            left = std::min(left, x), right = std::max(right, x + 1);
        }
    return Box{left, top, right - left, bottom - top};
}

// A part of a picture with its colour table.
struct Indexed {
    std::vector<GifByteType> pixels;
    std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map{nullptr, GifFreeMapObject};
};

Indexed indexed(const Image& image, const Box& box) {
    const auto count = static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height);
    std::array<std::vector<GifByteType>, 3> planes;
    for (auto& plane : planes) plane.reserve(count);
    for (int y = box.top; y < box.top + box.height; ++y)
        for (int x = box.left; x < box.left + box.width; ++x)
            for (std::size_t part = 0; part < 3; ++part)
                planes[part].push_back(image.bytes[offset(image, x, y) + part]);
    Indexed made;
    made.pixels.resize(count);
    made.map.reset(GifMakeMapObject(colours, nullptr));
    int found = colours;
    if (!made.map ||
        GifQuantizeBuffer(static_cast<unsigned>(box.width), static_cast<unsigned>(box.height),
                          &found, planes[0].data(), planes[1].data(), planes[2].data(),
                          made.pixels.data(), made.map->Colors) == GIF_ERROR)
        made.pixels.clear();
    return made;
}

int append(GifFileType* file, const GifByteType* bytes, int count) {
    static_cast<std::string*>(file->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
}

}  // namespace

struct GifWriter::Body {
    std::string bytes;
    GifFileType* file = nullptr;
    Image last;
    Box box;  // of the last picture, where it differs from the one before
    int hundredths = 0;
    bool failed = false;

    void take(int outcome) { failed |= outcome == GIF_ERROR; }
    void begin(int width, int height) {
        int error = 0;
        file = EGifOpen(&bytes, append, &error);
        failed = !file;
        if (failed) return;
        EGifSetGifVersion(file, true);
        take(EGifPutScreenDesc(file, width, height, 8, 0, nullptr));
        const std::array<GifByteType, 3> for_ever{1, 0, 0};
        take(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE));
        take(EGifPutExtensionBlock(file, 11, "NETSCAPE2.0"));
        take(EGifPutExtensionBlock(file, 3, for_ever.data()));
        take(EGifPutExtensionTrailer(file));
    }
    // Writes the picture whose duration was still open.
    void put() {
        if (failed || last.bytes.empty()) return;
        const Indexed part = indexed(last, box);
        if (part.pixels.empty()) return void(failed = true);
        const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> words{};
        EGifGCBToExtension(&control, words.data());
        take(EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, words.data()));
        take(EGifPutImageDesc(file, box.left, box.top, box.width, box.height, false,
                              part.map.get()));
        for (int y = 0; y < box.height && !failed; ++y)
            take(EGifPutLine(file, const_cast<GifByteType*>(part.pixels.data()) + y * box.width,
                             box.width));
    }
    void close() {
        int error = 0;
        if (file) take(EGifCloseFile(file, &error));
        file = nullptr;
    }
};

GifWriter::GifWriter(int width, int height) : body_(std::make_unique<Body>()) {
    body_->begin(width, height);
}

GifWriter::~GifWriter() { body_->close(); }

void GifWriter::add(const Image& image, int hundredths) {
    const auto differs = body_->last.bytes.empty() ? Box{0, 0, image.width, image.height}
                                                   : changed(body_->last, image);
    if (!differs) return void(body_->hundredths += hundredths);
    body_->put();
    body_->last = image;
    body_->box = *differs;
    body_->hundredths = hundredths;
}

std::string GifWriter::finish() {
    body_->put();
    body_->close();
    return body_->failed ? "" : std::move(body_->bytes);
}

}  // namespace app
