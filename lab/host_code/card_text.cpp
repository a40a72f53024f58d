#include "lab/host_code/card_text.h"

namespace lab::host_code {

namespace {

const char* const print_card_text = R"(
// Prints what a card has. Clocks are attributes: since CUDA 13 the properties do not have them.
void print_card(const cudaDeviceProp& device)
{
    int clock = 0, memory_clock = 0;   // kHz
    CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0));
    CHECK(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, 0));
    std::printf("%s, compute capability %d.%d\n", device.name, device.major, device.minor);
    std::printf("  %d multiprocessors at %d MHz\n", device.multiProcessorCount, clock / 1000);
    std::printf("  on each: %d threads, which are %d warps; %d blocks\n",
                device.maxThreadsPerMultiProcessor,
                device.maxThreadsPerMultiProcessor / device.warpSize,
                device.maxBlocksPerMultiProcessor);
    std::printf("  on each: %d registers, %zu bytes of shared memory\n",
                device.regsPerMultiprocessor, device.sharedMemPerMultiprocessor);
    std::printf("  a block has at most %d threads\n", device.maxThreadsPerBlock);
    // Both edges of a clock's cycle move bits.
    std::printf("  %.1f GiB of memory, %.0f GB/s: 2 x %d MHz x %d bits\n",
                double(device.totalGlobalMem) / (1 << 30),
                2e3 * memory_clock * (device.memoryBusWidth / 8) / 1e9, memory_clock / 1000,
                device.memoryBusWidth);
}
)";

}  // namespace

std::string card_helpers(const HostSource& source) {
    return source.style.asks_card ? print_card_text : "";
}

const Launch* launch_that_fills(const HostSource& source) {
    const std::string& blocks = source.style.blocks_words;
    if (!source.style.asks_card || blocks.find("blocks_at_once") == blocks.npos) return nullptr;
    const auto launches = timed_launches(*source.plan);
    return launches.empty() ? nullptr : launches.front();
}

void write_card_questions(Writer& out, const HostSource& source) {
    if (!source.style.asks_card) return;
    out.comment("What the card has.");
    out.line("cudaDeviceProp device;");
    out.line("CHECK(cudaGetDeviceProperties(&device, 0));");
    out.line("print_card(device);");
    if (!source.style.blocks_words.empty())
        out.line("const int multiprocessors = device.multiProcessorCount;");
    if (const Launch* launch = launch_that_fills(source)) {
        out.comment("How many blocks of this kernel a multiprocessor has room for at once.");
        out.line("int blocks_at_once = 0;");
        const std::string threads = std::to_string(launch->size.block.x),
                          shared = std::to_string(launch->size.shared_bytes);
        if (source.in_parts)
            out.call("CHECK(ask_blocks_at_once", {"&blocks_at_once", threads, shared}, ");");
        else
            out.call("CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                     {"&blocks_at_once", launch->kernel, threads, shared}, ");");
    }
    out.gap();
}

}  // namespace lab::host_code
