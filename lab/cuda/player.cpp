// The GPU's executor of plans.
#include "lab/cuda/player.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "lab/cuda/both_sides.h"
#include "lab/programs.h"
#include "platform/threads.h"

namespace lab::cuda {
namespace {

std::uint64_t bytes_of(const Buffer& buffer) {
    return buffer.count * simulator::size_of(buffer.type);
}

constexpr std::byte poison{0xCD};  // for memory that nothing filled, so that its use shows as wrong

/// The values of an input as the device stores them, from element `begin`, computed by all
/// processor cores.
void make(const Allocation& allocation, std::uint64_t seed, std::uint64_t begin,
          std::span<std::byte> bytes) {
    const std::uint64_t width = simulator::size_of(allocation.buffer.type);
    const auto part = [&](std::uint64_t first, std::uint64_t last) {
        fill_bytes(allocation, seed, begin + first,
                   bytes.subspan(first * width, (last - first) * width));
    };
    platform::in_parts(bytes.size() / width, 1 << 18, part);
}

/// Whether reset() needs a copy of the contents; zeros need only a clear.
bool kept(const Allocation& allocation) {
    const Fill& fill = allocation.fill;
    return fill.kind != Fill::Kind::none && !(fill.kind == Fill::Kind::constant && fill.a == 0);
}

}  // namespace

Player::Player(Device& device, const Subject& subject, const Plan& plan, std::uint64_t seed,
               FieldMemory* fields, std::shared_ptr<const MachineCode> machine_code)
    : device_(&device),
      subject_(&subject),
      plan_(&plan),
      seed_(seed),
      fields_(fields),
      machine_code_(std::move(machine_code)) {
    device_->enter();
    try {
        if (plan.uses_pool() && !fields_) pool_ = std::make_unique<PoolInUse>(device, plan);
        allocate();
        streams_ = std::make_unique<Streams>(device, plan);
        for (const PlanStep& step : plan.steps) {
            if (const auto* transfer = std::get_if<Transfer>(&step)) stage(*transfer);
            const auto* each = std::get_if<Launch>(&step);
            ready_.push_back(each ? prepare(*each) : Ready{});
        }
        if (fields_) fields_->acquire();
        reset();
        check(driver()->StreamSynchronize(device_->stream()), "cuStreamSynchronize");
        if (fields_) fields_->release();
    } catch (...) {
        release();
        throw;
    }
}

void Player::allocate() {
    buffers_.resize(plan_->allocations.size());
    pristine_.resize(plan_->allocations.size());
    sources_.resize(plan_->allocations.size());
    landings_.resize(plan_->allocations.size());
    for (const Allocation& allocation : plan_->allocations) {
        if (by_steps(allocation.buffer)) continue;
        allocate(allocation, std::max<std::uint64_t>(bytes_of(allocation.buffer), 4));
        if (kept(allocation) && !brought(allocation.buffer)) allocate_values(allocation);
    }
}

void Player::allocate(const Allocation& allocation, std::uint64_t bytes) {
    const int id = allocation.buffer.id;
    const auto is_this = [id](const Field& field) { return field.buffer.id == id; };
    if (!allocation.symbol.empty())
        buffers_[id] = symbol(allocation);
    else if (fields_ && std::ranges::any_of(plan_->fields, is_this))
        fields_->allocate(id, bytes);
    else if (allocation.kind != MemoryKind::device)
        buffers_[id] = allocate_for_both(*device_, allocation, bytes);
    else
        check(driver()->MemAlloc_v2(&buffers_[id], bytes), "cuMemAlloc");
}

/// Whether steps allocate and free the buffer. Live fields play only launches, so all has memory.
bool Player::by_steps(const Buffer& buffer) const {
    return !fields_ && plan_->allocated_by_steps(buffer);
}

/// Launches that are enqueued later get the new address.
void Player::call_memory(const MemoryCall& call, Stream stream) {
    if (!by_steps(call.buffer)) return;
    DeviceAddress& at = buffers_[call.buffer.id];
    const bool in_stream = call.by == MemoryCall::By::stream;
    const std::uint64_t bytes = std::max<std::uint64_t>(bytes_of(call.buffer), 4);
    if (!call.frees && in_stream)
        check(driver()->MemAllocAsync(&at, bytes, stream), "cuMemAllocAsync");
    else if (!call.frees)
        check(driver()->MemAlloc_v2(&at, bytes), "cuMemAlloc");
    else if (in_stream)
        check(driver()->MemFreeAsync(std::exchange(at, 0), stream), "cuMemFreeAsync");
    else
        check(driver()->MemFree_v2(std::exchange(at, 0)), "cuMemFree");
}

/// What an interrupted round has left. cuMemFree also frees memory from a pool.
void Player::free_of_steps() {
    for (const Allocation& allocation : plan_->allocations)
        if (DeviceAddress& at = buffers_[allocation.buffer.id]; at && by_steps(allocation.buffer))
            driver()->MemFree_v2(std::exchange(at, 0));
}

/// The values that reset() restores: on the host where the host writes them.
void Player::allocate_values(const Allocation& allocation) {
    if (allocation.kind == MemoryKind::device) return fill(allocation);
    const std::uint64_t bytes = bytes_of(allocation.buffer);
    std::byte*& values = sources_[allocation.buffer.id];
    values = host_memory(std::max<std::uint64_t>(bytes, 4));
    make(allocation, seed_, 0, {values, bytes});
}

/// A variable of the kernels' module; valid as long as the module.
DeviceAddress Player::symbol(const Allocation& allocation) const {
    const auto program = program_with(*subject_, *plan_, allocation);
    if (!program) throw std::runtime_error(program.problem().message);
    const auto module = module_with(*subject_, (*program)->name);
    return device_->variable(code_for_driver(**module), allocation.symbol);
}

Player::~Player() { release(); }

void Player::release() {
    if (!buffers_.empty()) free_of_steps();
    for (std::size_t id = 0; id < buffers_.size(); ++id)
        if (buffers_[id] && plan_->allocations[id].symbol.empty())
            free_for_both(plan_->allocations[id], buffers_[id]);
    for (DeviceAddress copy : pristine_)
        if (copy) driver()->MemFree_v2(copy);
    for (Ready& each : ready_)
        if (each.scratch) driver()->MemFree_v2(each.scratch);
    ready_.clear();
    for (std::vector<std::byte*>* memories : {&sources_, &landings_}) {
        for (std::byte* memory : *memories) {
            if (plan_->pageable)
                std::free(memory);
            else if (memory)
                driver()->MemFreeHost(memory);
        }
        memories->clear();
    }
    streams_.reset();
    pool_.reset();
    buffers_.clear();
    pristine_.clear();
}

DeviceAddress Player::address(const Buffer& buffer) const {
    return fields_ && fields_->holds(buffer.id) ? fields_->address(buffer.id) : buffers_[buffer.id];
}

/// In pieces, as an array may be larger than the free memory.
void Player::fill(const Allocation& allocation) {
    constexpr std::uint64_t most = 1 << 24;
    const std::uint64_t count = allocation.buffer.count,
                        width = simulator::size_of(allocation.buffer.type);
    DeviceAddress& copy = pristine_[allocation.buffer.id];
    check(driver()->MemAlloc_v2(&copy, count * width), "cuMemAlloc");
    std::vector<std::byte> bytes(std::min(count, most) * width);
    for (std::uint64_t first = 0; first < count; first += most) {
        const std::span piece = std::span(bytes).first(std::min(most, count - first) * width);
        make(allocation, seed_, first, piece);
        check(driver()->MemcpyHtoDAsync_v2(copy + first * width, piece.data(), piece.size(),
                                           device_->stream()),
              "cuMemcpyHtoD");
        check(driver()->StreamSynchronize(device_->stream()), "cuStreamSynchronize");
    }
    ++tally().copies_to_device;
}

std::byte* Player::host_memory(std::uint64_t bytes) {
    void* made = nullptr;
    if (plan_->pageable) {
        made = std::malloc(bytes);
        if (!made) throw std::bad_alloc();
    } else {
        check(driver()->MemHostAlloc(&made, bytes, 0), "cuMemHostAlloc");
    }
    return static_cast<std::byte*>(made);
}

/// Allocates host memory for a copy's whole buffer; for an upload also fills it.
void Player::stage(const Transfer& transfer) {
    if (transfer.means != Transfer::Means::copy) return;
    const bool up = transfer.way == Transfer::Way::to_device;
    std::byte*& memory = (up ? sources_ : landings_)[transfer.buffer.id];
    if (memory) return;
    const std::uint64_t bytes = bytes_of(transfer.buffer);
    memory = host_memory(std::max<std::uint64_t>(bytes, 4));
    const Allocation& allocation = plan_->allocations[transfer.buffer.id];
    if (up && allocation.fill.kind != Fill::Kind::none)
        make(allocation, seed_, 0, {memory, bytes});
    else
        std::fill_n(memory, bytes, poison);
}

/// Whether a timed upload fills the buffer. Then nothing else fills it, so that an upload that does
/// nothing shows. Live fields play only launches.
bool Player::brought(const Buffer& buffer) const {
    return !fields_ && std::ranges::any_of(plan_->steps, [&](const PlanStep& step) {
        const auto* transfer = std::get_if<Transfer>(&step);
        return transfer && transfer->timed && transfer->means == Transfer::Means::copy &&
               transfer->way == Transfer::Way::to_device && transfer->buffer.id == buffer.id;
    });
}

Player::Ready Player::prepare_call(const Launch& launch) const {
    Ready ready;
    ready.call = library_function(launch.kernel, device_->architecture());
    call(ready, launch, 0, ready.scratch_bytes, device_->stream());
    check(driver()->MemAlloc_v2(&ready.scratch, std::max<std::size_t>(ready.scratch_bytes, 4)),
          "cuMemAlloc");
    return ready;
}

void Player::call(const Ready& ready, const Launch& launch, DeviceAddress scratch,
                  std::size_t& bytes, Stream stream) const {
    const std::vector<std::uint64_t> words =
        call_words(launch, [this](const Buffer& buffer) { return address(buffer); });
    const Awaited waits("a library's function");
    const char* problem =
        ready.call(words.data(), reinterpret_cast<void*>(scratch), &bytes, stream);
    if (problem) throw GpuFailed(launch.kernel + ": " + problem);
}

namespace {

// The driver of an older GPU says only that the PTX is not valid.
void check_target(const Device& device, const simulator::Module& module,
                  const std::string& kernel) {
    const std::string& target = module.text().target;  // "sm_80"
    const int needed = std::atoi(target.substr(std::min<std::size_t>(target.size(), 3)).c_str());
    if (needed <= device.architecture()) return;
    throw GpuFailed(fmt::format(
        "{} has compute capability {}.{}, but {} needs {}.{} or above: choose another kernel.",
        device.name(), device.architecture() / 10, device.architecture() % 10, kernel, needed / 10,
        needed % 10));
}

}  // namespace

Player::Ready Player::prepare(const Launch& launch) const {
    if (launch.library) return prepare_call(launch);
    const auto module = module_with(*subject_, launch.kernel);
    if (!module) throw std::runtime_error(module.problem().message);
    const auto program = program_of(*subject_, launch.kernel);
    if (!program) throw std::runtime_error(program.problem().message);
    check_target(*device_, **module, launch.kernel);
    Ready ready{device_->function(code_for_driver(**module), (*program)->name), *program,
                made_textures(launch, **program)};
    if (launch.size.shared_bytes > dynamic_shared_unasked((*program)->shared_bytes)) {
        const int bytes = static_cast<int>(launch.size.shared_bytes);
        check(driver()->FuncSetAttribute(ready.function, function_shared_bytes, bytes),
              "cuFuncSetAttribute");
    }
    return ready;
}

namespace {

// Whether a kernel reads one-dimensional textures with tex1Dfetch only, never with tex1D.
bool fetches_only(const simulator::Program& program) {
    bool fetches = false, samples = false;
    for (const simulator::Code& code : program.code) {
        const bool one_dimension = code.c == simulator::nowhere;
        if (code.row->unit != simulator::Unit::texture || !one_dimension) continue;
        (code.from == Type::s32 ? fetches : samples) = true;
    }
    return fetches && !samples;
}

}  // namespace

std::vector<Player::MadeTexture> Player::made_textures(const Launch& launch,
                                                       const simulator::Program& program) const {
    const bool fetches = fetches_only(program);
    std::vector<MadeTexture> made;
    for (const Texture& texture : textures_of(launch)) {
        const bool unknown = texture.form.texels == simulator::TexelsIn::any;
        if (unknown ? fetches && texture.form.dimensions == 1
                    : texture.form.texels == simulator::TexelsIn::memory) {
            made.push_back({texture, TextureObject(texture.form, address(texture.texels))});
            continue;
        }
        std::vector<std::byte> texels(bytes_of(texture.texels));
        make(plan_->allocations[static_cast<std::size_t>(texture.texels.id)], seed_, 0, texels);
        made.push_back({texture, TextureObject(texture.form, texels)});
    }
    return made;
}

void Player::reset() {
    for (const Allocation& allocation : plan_->allocations) {
        if (by_steps(allocation.buffer)) continue;
        const bool field = fields_ && fields_->holds(allocation.buffer.id);
        if (allocation.kind == MemoryKind::device || field)
            restore(allocation);
        else
            host_writes(allocation);
    }
    for (std::size_t i = 0; i < steps() && !timed(i); ++i) play(i);
}

void Player::restore(const Allocation& allocation) {
    const Api& api = *driver();
    const Stream stream = device_->stream();
    const Buffer& buffer = allocation.buffer;
    if (pristine_[buffer.id]) {
        check(
            api.MemcpyDtoDAsync_v2(address(buffer), pristine_[buffer.id], bytes_of(buffer), stream),
            "cuMemcpyDtoD");
        return;
    }
    const bool filled = allocation.fill.kind != Fill::Kind::none && !brought(buffer);
    const auto value = std::to_integer<unsigned char>(filled ? std::byte{0} : poison);
    check(api.MemsetD8Async(address(buffer), value, bytes_of(buffer), stream), "cuMemsetD8");
}

/// Memory that nobody wrote is allocated anew: its pages must be on neither side.
void Player::host_writes(const Allocation& allocation) {
    const std::uint64_t bytes = bytes_of(allocation.buffer);
    DeviceAddress& at = buffers_[allocation.buffer.id];
    if (allocation.fill.kind != Fill::Kind::none)
        return write_from_host(*device_, allocation, at, sources_[allocation.buffer.id], bytes);
    check(driver()->StreamSynchronize(device_->stream()), "cuStreamSynchronize");
    free_for_both(allocation, std::exchange(at, 0));
    at = allocate_for_both(*device_, allocation, std::max<std::uint64_t>(bytes, 4));
}

bool Player::timed(std::size_t index) const { return is_timed(plan_->steps[index]); }

void Player::play(std::size_t index, Stream stream) {
    const Api& api = *driver();
    const PlanStep& step = plan_->steps[index];
    if (const auto* copy = std::get_if<Copy>(&step)) {
        const std::uint64_t size = simulator::size_of(copy->from.type);
        check(api.MemcpyDtoDAsync_v2(address(copy->to), address(copy->from) + copy->first * size,
                                     copy->elements() * size, stream),
              "cuMemcpyDtoD");
    } else if (const auto* clear = std::get_if<Clear>(&step)) {
        clear_buffer(*clear, stream);
    } else if (const auto* transfer = std::get_if<Transfer>(&step)) {
        carry(*transfer, stream);
    } else if (const auto* call = std::get_if<MemoryCall>(&step)) {
        call_memory(*call, stream);
    } else {
        launch(ready_[index], std::get<Launch>(step), stream);
    }
}

void Player::carry(const Transfer& transfer, Stream stream) const {
    const Buffer& buffer = transfer.buffer;
    const std::uint64_t bytes = transfer.bytes(),
                        first = transfer.first * simulator::size_of(buffer.type);
    if (transfer.means == Transfer::Means::prefetch)
        return prefetch(*device_, address(buffer) + first, bytes, transfer.way, stream);
    if (transfer.means == Transfer::Means::read)
        return read_from_host(on_host(buffer) + first, bytes, stream);
    if (transfer.way == Transfer::Way::to_device) {
        check(driver()->MemcpyHtoDAsync_v2(address(buffer) + first, sources_[buffer.id] + first,
                                           bytes, stream),
              "cuMemcpyHtoD");
        ++tally().copies_to_device;
    } else {
        check(driver()->MemcpyDtoHAsync_v2(landings_[buffer.id] + first, address(buffer) + first,
                                           bytes, stream),
              "cuMemcpyDtoH");
        ++tally().copies_to_host;
        tally().bytes_to_host += bytes;
    }
}

/// The host's own copy of a buffer, or the memory that both sides reach.
const std::byte* Player::on_host(const Buffer& buffer) const {
    if (plan_->allocation(buffer).kind != MemoryKind::device)
        return reinterpret_cast<const std::byte*>(address(buffer));
    const std::byte* const copy = landings_[buffer.id] ? landings_[buffer.id] : sources_[buffer.id];
    if (!copy) throw std::runtime_error("The host reads a buffer that no step copies to it.");
    return copy;
}

// Asynchronous for all widths, so that a graph can contain it.
void Player::clear_buffer(const Clear& clear, Stream stream) const {
    const Api& api = *driver();
    const DeviceAddress at = address(clear.buffer);
    const std::size_t width = simulator::size_of(clear.buffer.type), count = clear.buffer.count;
    std::array<std::byte, 8> value{};
    store_value(clear.buffer.type, clear.value, value.data());
    std::array<std::uint32_t, 2> words{};
    std::memcpy(words.data(), value.data(), value.size());
    const auto [low, high] = words;
    if (width == 1) {
        check(api.MemsetD8Async(at, static_cast<unsigned char>(low), count, stream), "cuMemsetD8");
    } else if (width == 2) {
        check(api.MemsetD16Async(at, static_cast<unsigned short>(low), count, stream),
              "cuMemsetD16");
    } else if (low == high || width == 4) {
        check(api.MemsetD32Async(at, low, count * width / 4, stream), "cuMemsetD32");
    } else {
        check(api.MemsetD2D32Async(at, width, low, 1, count, stream), "cuMemsetD2D32");
        check(api.MemsetD2D32Async(at + 4, width, high, 1, count, stream), "cuMemsetD2D32");
    }
}

void Player::launch(const Ready& ready, const Launch& launch, Stream stream) const {
    if (ready.call) {
        std::size_t bytes = ready.scratch_bytes;
        call(ready, launch, ready.scratch, bytes, stream);
        ++tally().launches;
        return;
    }
    auto words = parameter_block(
        *ready.program, launch, [this](const Buffer& buffer) { return address(buffer); },
        [&](const Texture& texture) {
            return std::ranges::find(ready.textures, texture, &MadeTexture::made_of)
                ->object.value();
        });
    if (!words) throw std::runtime_error(words.problem().message);
    std::size_t bytes = words->size();
    constexpr std::uintptr_t end = 0, pointer = 1, size = 2;  // CU_LAUNCH_PARAM_...
    void* extra[] = {reinterpret_cast<void*>(pointer), words->data(), reinterpret_cast<void*>(size),
                     &bytes, reinterpret_cast<void*>(end)};
    const Dim3 &grid = launch.size.grid, &block = launch.size.block;
    check(driver()->LaunchKernel(ready.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                 launch.size.shared_bytes, stream, nullptr, extra),
          "cuLaunchKernel");
    ++tally().launches;
}

void Player::play_timed() { play_in_streams(true, nullptr); }

void Player::play_all() { play_in_streams(false, nullptr); }

void Player::play_marked(const Mark& mark) { play_in_streams(true, &mark); }

void Player::play_in_streams(bool only_timed, const Mark* mark) {
    streams_->part();
    for (std::size_t i = 0; i < steps(); ++i) {
        if (only_timed && !timed(i)) continue;
        const Stream stream = streams_->of(i);
        for (const std::size_t before : on_stream(plan_->steps[i]).after)
            if (!only_timed || timed(before)) streams_->wait(stream, before);
        if (mark) (*mark)(i, false, stream);
        play(i, stream);
        if (mark) (*mark)(i, true, stream);
        streams_->passed(i);
    }
    streams_->join();
}

void Player::read(const Buffer& buffer, std::uint64_t first, std::span<std::byte> to) const {
    const std::uint64_t skipped = first * simulator::size_of(buffer.type);
    if (!fields_ && landings_[buffer.id]) {
        check(driver()->StreamSynchronize(device_->stream()), "cuStreamSynchronize");
        std::copy_n(landings_[buffer.id] + skipped, to.size(), to.begin());
        return;
    }
    const DeviceAddress from = address(buffer) + skipped;
    check(driver()->MemcpyDtoHAsync_v2(to.data(), from, to.size(), device_->stream()),
          "cuMemcpyDtoH");
    check(driver()->StreamSynchronize(device_->stream()), "cuStreamSynchronize");
    ++tally().copies_to_host;
    tally().bytes_to_host += to.size();
}

}  // namespace lab::cuda
