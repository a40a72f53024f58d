// The size of a kernel's code, read from a file as a compiler writes it.
#include "lab/cuda/cubin.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

template <class Number>
void put(std::string& file, std::size_t at, Number number) {
    std::memcpy(file.data() + at, &number, sizeof number);
}

// An ELF file: its header, the names of its sections, and a header for each section.
std::string elf(const std::vector<std::pair<std::string, std::uint64_t>>& sections) {
    constexpr std::size_t header = 64, section = 64;
    std::string names(1, '\0');
    std::vector<std::size_t> at;
    for (const auto& [name, bytes] : sections) {
        at.push_back(names.size());
        names += name + '\0';
    }
    std::string file =
        "\x7f"
        "ELF";
    file.resize(header);
    file += names;
    const std::size_t first = file.size();
    put(file, 0x28, std::uint64_t(first));
    put(file, 0x3c, std::uint16_t(sections.size() + 1));
    put(file, 0x3e, std::uint16_t(sections.size()));  // the last one has the names
    file.resize(first + section * (sections.size() + 1));
    for (std::size_t i = 0; i < sections.size(); ++i) {
        put(file, first + section * i, std::uint32_t(at[i]));
        put(file, first + section * i + 0x20, sections[i].second);
    }
    put(file, first + section * sections.size() + 0x18, std::uint64_t(header));
    return file;
}

TEST(Cubins, TellTheBytesOfEachKernel) {
    const std::string file =
        elf({{".nv.info", 12}, {".text.add", 1280}, {".text.add_all", 2560}, {".data", 3}});
    EXPECT_TRUE(lab::cuda::is_cubin(file));
    EXPECT_EQ(lab::cuda::code_bytes(file, "add"), 1280u);
    EXPECT_EQ(lab::cuda::code_bytes(file, "add_all"), 2560u);
    EXPECT_EQ(lab::cuda::code_bytes(file, "ad"), 0u);
    EXPECT_FALSE(lab::cuda::is_cubin(".version 7.0\n.target sm_75\n"));
    EXPECT_EQ(lab::cuda::code_bytes("", "add"), 0u);
}

// Cut anywhere, or with any byte changed, it is read without harm.
TEST(Cubins, BrokenOnesAreRead) {
    const std::string file = elf({{".text.add", 1280}});
    for (std::size_t bytes = 0; bytes < file.size(); ++bytes) {
        lab::cuda::code_bytes(file.substr(0, bytes), "add");
        std::string changed = file;
        changed[bytes] = '\xff';
        lab::cuda::code_bytes(changed, "add");
    }
    EXPECT_EQ(lab::cuda::code_bytes(file, "add"), 1280u);
}

}  // namespace
