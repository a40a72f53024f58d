// Plays a plan and draws its arrays. See live_arrays.h.
#include "app/gl/live_arrays.h"

#include <glad/gl.h>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "app/format.h"
#include "lab/assets.h"
#include "lab/cuda/device.h"
#include "lab/own/pointers.h"
#include "lab/programs.h"
#include "simulator/demangle.h"

namespace app {
namespace {

using lab::cuda::check;
using lab::cuda::driver;

constexpr int picture_buffer = 0;  // the buffer's number in the memory of the picture
constexpr unsigned threads = 256;
constexpr float turns_a_frame = 1 / 15.f;  // four launches a second, so that each is seen
constexpr std::uint64_t most_cells = 2048 * 2048;

const std::string& source() {
    static const std::string text = [] {
        const auto path = lab::asset("ptx/live_array.ptx");
        if (!path) throw std::runtime_error("assets/ptx/live_array.ptx is missing.");
        const auto read = lab::read_file(*path);
        if (!read) throw std::runtime_error(read.problem().message);
        return *read;
    }();
    return text;
}

void launch(lab::cuda::Function kernel, std::uint64_t blocks, void** arguments) {
    check(driver()->LaunchKernel(kernel, static_cast<unsigned>(blocks), 1, 1, threads, 1, 1, 0,
                                 lab::cuda::present().stream(), arguments, nullptr),
          "cuLaunchKernel");
}

std::string words_of(const lab::Buffer& buffer, const std::string& name) {
    return name + ", " + grouped(std::int64_t(buffer.count)) + " × " +
           std::string(simulator::name_of(buffer.type));
}

}  // namespace

LiveArrays::LiveArrays(const lab::Subject& subject, lab::Plan plan, std::uint64_t seed, bool shared)
    : plan_(std::move(plan)),
      shared_(shared),
      memory_(shared ? shared_fields() : copied_fields()),
      steps_(lab::cuda::live_steps(plan_)),
      turns_(steps_.size()) {
    player_ = std::make_unique<lab::cuda::Player>(lab::cuda::present(), subject, plan_, seed);
    find_arrays();
    if (arrays_.empty())
        throw std::runtime_error("No launch of this run has an array that can be shown.");
    find_written(subject);
    std::uint64_t cells = 0;
    for (const Shown& each : arrays_)
        cells = std::max(cells, std::uint64_t(each.form.columns) * std::uint64_t(each.form.rows));
    memory_->allocate(picture_buffer, std::min(cells, most_cells) * sizeof(float));
    check(driver()->MemAlloc_v2(&range_, 2 * sizeof(unsigned)), "cuMemAlloc");
    restart();
}

LiveArrays::~LiveArrays() {
    player_.reset();
    if (range_) driver()->MemFree_v2(range_);
}

int LiveArrays::index_of(const lab::Buffer& buffer) const {
    const auto found = std::ranges::find_if(
        arrays_, [&](const Shown& each) { return each.buffer.id == buffer.id; });
    return found == arrays_.end() ? -1 : int(found - arrays_.begin());
}

void LiveArrays::find_arrays() {
    for (const auto& turn : steps_)
        for (const std::size_t step : turn) {
            const auto* launch = std::get_if<lab::Launch>(&plan_.steps[step]);
            if (!launch) continue;
            for (const lab::Buffer& buffer : lab::buffers_of(*launch)) {
                const auto& memory = plan_.allocations[std::size_t(buffer.id)];
                if (index_of(buffer) >= 0 || lab::cuda::live_type(buffer.type).empty() ||
                    buffer.count == 0 || player_->address(buffer) == 0)
                    continue;
                lab::cuda::Device& device = lab::cuda::present();
                const std::string type = lab::cuda::live_type(buffer.type);
                arrays_.push_back({buffer, memory.name,
                                   lab::cuda::live_form(buffer.count, memory.shape),
                                   device.function(source(), "range_" + type),
                                   device.function(source(), "cells_" + type)});
            }
        }
}

// By the stores of the PTX; where these are not followed, the last array that the launch takes.
void LiveArrays::find_written(const lab::Subject& subject) {
    for (const auto& turn : steps_) {
        int last = -1, written = -1;
        for (const std::size_t step : turn) {
            const auto* launch = std::get_if<lab::Launch>(&plan_.steps[step]);
            if (!launch) continue;
            std::vector<lab::UsedParameter> used;
            if (!launch->library)
                if (const auto program = lab::program_of(subject, launch->kernel))
                    used = lab::used_parameters(**program).whole;
            for (std::size_t i = 0; i < launch->arguments.size(); ++i) {
                const auto* buffer = std::get_if<lab::Buffer>(&launch->arguments[i]);
                const int index = buffer ? index_of(*buffer) : -1;
                if (index < 0) continue;
                last = index;
                if (i < used.size() && used[i].written) written = index;
            }
        }
        written_.push_back(written >= 0 ? written : last);
    }
}

void LiveArrays::restart() {
    player_->reset();
    check(driver()->CtxSynchronize(), "cuCtxSynchronize");
    turns_.reset();
}

void LiveArrays::advance(int turns) {
    for (int i = 0; i < turns; ++i) switch (turns_.next()) {
            case lab::cuda::LiveTurns::Turn::launch:
                for (const std::size_t step : steps_[turns_.played() - 1]) player_->play(step);
                ++launches_;
                break;
            case lab::cuda::LiveTurns::Turn::reset: player_->reset(); break;
            case lab::cuda::LiveTurns::Turn::rest: break;
        }
    check(driver()->StreamSynchronize(lab::cuda::present().stream()), "cuStreamSynchronize");
}

void LiveArrays::draw(const Shown& shown) {
    const lab::cuda::Stream stream = lab::cuda::present().stream();
    memory_->acquire();
    check(driver()->MemsetD32Async(range_, 0xffffffffu, 1, stream), "cuMemsetD32");
    check(driver()->MemsetD32Async(range_ + sizeof(unsigned), 0, 1, stream), "cuMemsetD32");
    lab::cuda::DeviceAddress values = player_->address(shown.buffer), range = range_,
                             cells = memory_->address(picture_buffer);
    unsigned long long count = shown.buffer.count;
    int columns = shown.form.columns, rows = shown.form.rows, each = int(shown.form.each),
        bars = shown.form.bars;
    void* of_range[] = {&values, &count, &range};
    constexpr std::uint64_t most_blocks = 1024;
    launch(shown.range, std::min<std::uint64_t>(most_blocks, (count + threads - 1) / threads),
           of_range);
    void* of_cells[] = {&values, &count, &range, &cells, &columns, &rows, &each, &bars};
    const std::uint64_t all = std::uint64_t(columns) * std::uint64_t(rows);
    launch(shown.cells, (all + threads - 1) / threads, of_cells);
    check(driver()->StreamSynchronize(stream), "cuStreamSynchronize");
    memory_->release();
    texture_.show(*memory_, picture_buffer, {unsigned(columns), unsigned(rows), 1}, 2, 0);
}

std::string LiveArrays::last_words() const {
    const std::size_t played = turns_.played();
    if (played == 0) return "";
    for (const std::size_t step : steps_[played - 1])
        if (const auto* launch = std::get_if<lab::Launch>(&plan_.steps[step]))
            return fmt::format("{}, launch {} of {}",
                               simulator::without_arguments(simulator::demangled(launch->kernel)),
                               played, turns_.launches());
    return "";
}

LivePicture LiveArrays::show(int chosen) {
    const std::size_t played = turns_.played();
    const int written = written_[played > 0 ? played - 1 : written_.size() - 1];
    const int index =
        chosen >= 0 ? std::min(chosen, int(arrays_.size()) - 1) : std::max(written, 0);
    const Shown& shown = arrays_[std::size_t(index)];
    draw(shown);
    LivePicture made;
    made.texture = texture_.name();
    made.columns = texture_.columns(), made.rows = texture_.rows();
    made.shape = {unsigned(made.columns), unsigned(made.rows), 1};
    made.array = true;
    made.slice = chosen < 0 ? -1 : index;
    made.name = words_of(shown.buffer, shown.name);
    made.form =
        shown.form.each > 1 ? fmt::format("a cell is the largest of {}", shown.form.each) : "";
    made.last = last_words();
    made.arrays = int(arrays_.size());
    made.pace = turns_a_frame;
    made.launches = launches_;
    made.device = lab::cuda::present().name();
    made.copied = !shared_;
    return made;
}

}  // namespace app
