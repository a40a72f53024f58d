// Pictures that move, read back by the library that did not write them: giflib's other half.
#include "app/draw/gif.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <cstring>

namespace app {
namespace {

Image plain(std::uint32_t rgb, int width = 40, int height = 20) {
    Image image{width, height, {}};
    for (int i = 0; i < width * height; ++i)
        for (const int shift : {16, 8, 0})
            image.bytes.push_back(static_cast<unsigned char>(rgb >> shift));
    return image;
}

struct Source {
    std::string bytes;
    std::size_t at = 0;
};

int read_some(GifFileType* file, GifByteType* to, int count) {
    auto& source = *static_cast<Source*>(file->UserData);
    const std::size_t rest =
        std::min<std::size_t>(static_cast<std::size_t>(count), source.bytes.size() - source.at);
    std::memcpy(to, source.bytes.data() + source.at, rest);
    source.at += rest;
    return static_cast<int>(rest);
}

class Gif {
public:
    explicit Gif(std::string bytes) : source_{std::move(bytes)} {
        int error = 0;
        file_ = DGifOpen(&source_, read_some, &error);
        if (file_ && DGifSlurp(file_) == GIF_ERROR) DGifCloseFile(file_, &error), file_ = nullptr;
    }
    ~Gif() {
        int error = 0;
        if (file_) DGifCloseFile(file_, &error);
    }
    Gif(const Gif&) = delete;
    Gif& operator=(const Gif&) = delete;
    const GifFileType* file() const { return file_; }
    int hundredths(int picture) const {
        GraphicsControlBlock control{};
        return DGifSavedExtensionToGCB(file_, picture, &control) == GIF_OK ? control.DelayTime : -1;
    }
    std::uint32_t colour(int picture, int pixel) const {
        const SavedImage& image = file_->SavedImages[picture];
        const GifColorType c = image.ImageDesc.ColorMap->Colors[image.RasterBits[pixel]];
        return static_cast<std::uint32_t>(c.Red << 16 | c.Green << 8 | c.Blue);
    }

private:
    Source source_;
    GifFileType* file_ = nullptr;
};

TEST(Gifs, HaveEachPictureForItsTime) {
    GifWriter writer(40, 20);
    writer.add(plain(0xF80000), 30);
    writer.add(plain(0x00F800), 12);
    writer.add(plain(0x00F800), 8);  // nothing changes: it stays
    Image last = plain(0x00F800);
    for (int y = 5; y < 8; ++y)
        for (int x = 10; x < 14; ++x) last.bytes[static_cast<std::size_t>(3 * (y * 40 + x))] = 0xF8;
    writer.add(last, 50);
    const Gif gif(writer.finish());
    ASSERT_TRUE(gif.file());
    ASSERT_EQ(gif.file()->ImageCount, 3);
    EXPECT_EQ(gif.file()->SWidth, 40);
    EXPECT_EQ(gif.file()->SHeight, 20);
    EXPECT_EQ(gif.hundredths(0), 30);
    EXPECT_EQ(gif.hundredths(1), 20);
    EXPECT_EQ(gif.hundredths(2), 50);
    EXPECT_EQ(gif.colour(0, 7) & 0xF8F8F8, 0xF80000u);
    EXPECT_EQ(gif.colour(1, 7) & 0xF8F8F8, 0x00F800u);
    const GifImageDesc& part = gif.file()->SavedImages[2].ImageDesc;
    EXPECT_EQ(part.Left, 10);
    EXPECT_EQ(part.Top, 5);
    EXPECT_EQ(part.Width, 4);
    EXPECT_EQ(part.Height, 3);
    EXPECT_EQ(gif.colour(2, 0) & 0xF8F8F8, 0xF8F800u);
}

TEST(Gifs, WithoutAPictureAreStillFiles) {
    EXPECT_TRUE(GifWriter(8, 8).finish().starts_with("GIF89a"));
}

}  // namespace
}  // namespace app
