// A live field and its launches. See interop.h.
#include "app/gl/interop.h"

#include <glad/gl.h>

#include <algorithm>
#include <stdexcept>

#include "app/gl/shown_fields.h"
#include "lab/cuda/device.h"
#include "lab/lesson.h"

namespace app {
namespace {

using lab::cuda::check;
using lab::cuda::driver;

}  // namespace

bool draws_here(const lab::cuda::Device& device) {
    constexpr int all_devices = 1;
    unsigned count = 0;
    lab::cuda::DeviceNumber devices[8] = {};
    if (driver()->GLGetDevices_v2(&count, devices, 8, all_devices) != 0) return false;
    return std::find(devices, devices + count, device.number()) != devices + count;
}

std::unique_ptr<LiveField> LiveField::open(const lab::Subject& subject, lab::Plan plan,
                                           std::uint64_t seed, std::string* why,
                                           std::optional<Way> way) {
    try {
        lab::cuda::Device* device = lab::cuda::device(why);
        if (!device) return nullptr;
        device->enter();
        if (!way) way = draws_here(*device) ? Way::shared : Way::copied;
        return std::unique_ptr<LiveField>(new LiveField(subject, std::move(plan), seed, *way));
    } catch (const std::exception& problem) {
        *why = problem.what();
        return nullptr;
    }
}

LiveField::LiveField(const lab::Subject& subject, lab::Plan plan, std::uint64_t seed, Way way)
    : plan_(std::move(plan)),
      way_(way),
      memory_(way == Way::shared ? shared_fields() : copied_fields()) {
    if (plan_.fields.empty()) throw std::runtime_error("There is no field to show.");
    lab::cuda::Device& device = lab::cuda::present();
    player_ = std::make_unique<lab::cuda::Player>(device, subject, plan_, seed, memory_.get());
    device_ = device.name();
    shape_ = plan_.fields.front().shape;
    shown_ = plan_.fields.front().buffer.id;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i)
        if (std::holds_alternative<lab::Launch>(plan_.steps[i])) order_.push_back(i);
}

LiveField::~LiveField() { player_.reset(); }

void LiveField::restart() {
    memory_->acquire();
    player_->reset();
    lab::cuda::check(driver()->CtxSynchronize(), "cuCtxSynchronize");
    memory_->release();
    launches_ = 0;
    shown_ = plan_.fields.front().buffer.id;
}

// By the convention of Plan::field, a kernel's output is the last of its fields.
void LiveField::note_output(std::size_t step) {
    for (const lab::Buffer& buffer : lab::buffers_of(std::get<lab::Launch>(plan_.steps[step])))
        if (memory_->holds(buffer.id)) shown_ = buffer.id;
}

void LiveField::advance(int count) {
    memory_->acquire();
    for (int i = 0; i < count; ++i) {
        const std::size_t step = order_[launches_++ % order_.size()];
        player_->play(step);
        note_output(step);
    }
    // Unmapping makes later OpenGL calls wait for the kernels of the given stream.
    check(driver()->StreamSynchronize(lab::cuda::present().stream()), "cuStreamSynchronize");
    memory_->release();
}

void LiveField::show(int axis, int index) { texture_.show(*memory_, shown_, shape_, axis, index); }

}  // namespace app
