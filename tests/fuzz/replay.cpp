// A target without a fuzzer, for any compiler: gives it each file that is named, and those of each
// folder.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "tests/fuzz/target.h"

namespace {

namespace files = std::filesystem;

void replay(const files::path& file) {
    std::cerr << file.string() << std::endl;  // the last one named is the one that ends it
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** names) {
    for (int i = 1; i < count; ++i) {
        if (!files::is_directory(names[i]))
            replay(names[i]);
        else
            for (const auto& entry : files::directory_iterator(names[i])) replay(entry.path());
    }
}
