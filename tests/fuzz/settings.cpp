// Any text as the file of settings: what is read is written and read as the same.
#include <filesystem>

#include <unistd.h>

#include "lab/assets.h"
#include "lab/json/settings_file.h"
#include "tests/fuzz/target.h"

namespace {

namespace files = std::filesystem;

struct Folder {
    files::path home =
        files::temp_directory_path() / ("warplens_fuzz_settings." + std::to_string(getpid()));
    Folder() {
        setenv("XDG_CONFIG_HOME", home.c_str(), 1);
        files::create_directories(home / "warplens");
    }
    ~Folder() { files::remove_all(home); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    static const Folder folder;
    const auto file = folder.home / "warplens" / "settings.json";
    fuzz::must(!lab::write_file(file, fuzz::text_of(bytes, count)), "a file can be written");
    const auto [values, problem] = lab::read_preferences();
    if (!problem.empty()) return 0;
    fuzz::must(!lab::write_preferences(values), "settings can be written");
    fuzz::must(lab::read_preferences().values == values, "settings come back as they were");
    return 0;
}
