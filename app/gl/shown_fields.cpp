// Fields in OpenGL's memory and in CUDA's own. See shown_fields.h.
#include "app/gl/shown_fields.h"

#include <glad/gl.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "lab/cuda/device.h"

namespace app {
namespace {

using lab::cuda::check;
using lab::cuda::driver;

// A slice as rows of `width` values: from element `first`, rows `pitch` apart.
struct Rows {
    std::int64_t first, pitch, width, height;
};

Rows rows_of(lab::Dim3 shape, int axis, std::int64_t index) {
    const std::int64_t nx = shape.x, ny = shape.y, nz = shape.z, plane = nx * ny;
    if (axis == 2) return {index * plane, nx, nx, ny};
    if (axis == 1) return {index * nx, plane, nx, nz};
    return {index, nx, 1, ny * nz};  // y fastest, then z
}

class SharedFields : public ShownFields {
public:
    ~SharedFields() override {
        for (auto& [id, share] : shares_) {
            if (share.resource) driver()->GraphicsUnregisterResource(share.resource);
            glDeleteBuffers(1, &share.name);
        }
    }

    void allocate(int id, std::uint64_t bytes) override {
        Share& share = shares_[id];
        glGenBuffers(1, &share.name);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, share.name);
        while (glGetError() != GL_NO_ERROR) {
        }
        glBufferData(GL_PIXEL_UNPACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr,
                     GL_DYNAMIC_COPY);
        const bool refused = glGetError() != GL_NO_ERROR;
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        if (refused) throw std::runtime_error("OpenGL has no room for the field.");
        check(driver()->GraphicsGLRegisterBuffer(&share.resource, share.name, 0),
              "cuGraphicsGLRegisterBuffer");
    }

    bool holds(int id) const override { return shares_.contains(id); }
    std::uint64_t address(int id) const override { return shares_.at(id).address; }

    void acquire() override {
        std::vector<lab::cuda::Graphics> all = resources();
        check(
            driver()->GraphicsMapResources(static_cast<unsigned>(all.size()), all.data(), nullptr),
            "cuGraphicsMapResources");
        for (auto& [id, share] : shares_) {
            std::size_t bytes = 0;
            check(driver()->GraphicsResourceGetMappedPointer_v2(&share.address, &bytes,
                                                                share.resource),
                  "cuGraphicsResourceGetMappedPointer");
        }
    }

    void release() override {
        std::vector<lab::cuda::Graphics> all = resources();
        check(driver()->GraphicsUnmapResources(static_cast<unsigned>(all.size()), all.data(),
                                               nullptr),
              "cuGraphicsUnmapResources");
    }

    void show(int id, lab::Dim3 shape, int axis, int index) override {
        const Rows rows = rows_of(shape, axis, index);
        const auto size = [](std::int64_t count) { return static_cast<GLsizei>(count); };
        const auto at = [&](std::int64_t element) {
            return reinterpret_cast<const void*>((rows.first + element) *
                                                 static_cast<std::int64_t>(sizeof(float)));
        };
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, shares_.at(id).name);
        if (axis != 0) {
            glPixelStorei(GL_UNPACK_ROW_LENGTH, size(rows.pitch));
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size(rows.width), size(rows.height), GL_RED,
                            GL_FLOAT, at(0));
        } else {
            glPixelStorei(GL_UNPACK_ROW_LENGTH, size(std::int64_t{shape.x} * shape.y));
            for (std::int64_t y = 0; y < shape.y; ++y)  // a column of the picture at a time
                glTexSubImage2D(GL_TEXTURE_2D, 0, size(y), 0, 1, size(shape.z), GL_RED, GL_FLOAT,
                                at(y * shape.x));
        }
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    }

private:
    struct Share {
        unsigned name = 0;  // OpenGL's name
        lab::cuda::Graphics resource = nullptr;
        std::uint64_t address = 0;
    };
    std::vector<lab::cuda::Graphics> resources() const {
        std::vector<lab::cuda::Graphics> all;
        for (const auto& [id, share] : shares_) all.push_back(share.resource);
        return all;
    }
    std::map<int, Share> shares_;
};

class CopiedFields : public ShownFields {
public:
    ~CopiedFields() override {
        for (const auto& [id, address] : addresses_) driver()->MemFree_v2(address);
        if (staging_) driver()->MemFreeHost(staging_);
    }

    void allocate(int id, std::uint64_t bytes) override {
        check(driver()->MemAlloc_v2(&addresses_[id], bytes), "cuMemAlloc");
    }
    bool holds(int id) const override { return addresses_.contains(id); }
    std::uint64_t address(int id) const override { return addresses_.at(id); }
    void acquire() override {}
    void release() override {}

    void show(int id, lab::Dim3 shape, int axis, int index) override {
        constexpr std::size_t value = sizeof(float);
        const Rows rows = rows_of(shape, axis, index);
        const std::size_t bytes = static_cast<std::size_t>(rows.width * rows.height) * value;
        reserve(bytes);
        lab::cuda::CopyOfRows copy;
        copy.from.address = addresses_.at(id) + static_cast<std::uint64_t>(rows.first) * value;
        copy.from.pitch_bytes = static_cast<std::size_t>(rows.pitch) * value;
        copy.to.kind = lab::cuda::CopyOfRows::host;
        copy.to.host = staging_;
        copy.to.pitch_bytes = copy.width_bytes = static_cast<std::size_t>(rows.width) * value;
        copy.height = static_cast<std::size_t>(rows.height);
        const lab::cuda::Stream stream = lab::cuda::present().stream();
        check(driver()->Memcpy2DAsync_v2(&copy, stream), "cuMemcpy2DAsync");
        check(driver()->StreamSynchronize(stream), "cuStreamSynchronize");
        ++lab::cuda::tally().copies_to_host;
        lab::cuda::tally().bytes_to_host += bytes;
        const bool across = axis == 0;
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(across ? shape.y : rows.width),
                        static_cast<GLsizei>(across ? shape.z : rows.height), GL_RED, GL_FLOAT,
                        staging_);
    }

private:
    void reserve(std::size_t bytes) {
        if (bytes <= room_) return;
        if (staging_) driver()->MemFreeHost(staging_);
        staging_ = nullptr, room_ = 0;
        check(driver()->MemHostAlloc(&staging_, bytes, 0), "cuMemHostAlloc");
        room_ = bytes;
    }

    std::map<int, lab::cuda::DeviceAddress> addresses_;
    void* staging_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace

SliceTexture::SliceTexture() { glGenTextures(1, &name_); }

SliceTexture::~SliceTexture() { glDeleteTextures(1, &name_); }

void SliceTexture::show(ShownFields& fields, int id, lab::Dim3 shape, int axis, int index) {
    const int nx = static_cast<int>(shape.x), ny = static_cast<int>(shape.y),
              nz = static_cast<int>(shape.z);
    const int columns = axis == 0 ? ny : nx, rows = axis == 2 ? ny : nz;
    glBindTexture(GL_TEXTURE_2D, name_);
    if (columns != columns_ || rows != rows_) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, columns, rows, 0, GL_RED, GL_FLOAT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        columns_ = columns, rows_ = rows;
    }
    fields.show(id, shape, axis, index);
    glBindTexture(GL_TEXTURE_2D, 0);
}

std::unique_ptr<ShownFields> shared_fields() { return std::make_unique<SharedFields>(); }
std::unique_ptr<ShownFields> copied_fields() { return std::make_unique<CopiedFields>(); }

}  // namespace app
