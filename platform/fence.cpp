// Landlock through system calls: C libraries do not wrap them yet. Numbers and bits are those of
// linux/landlock.h, the same on every processor.
#include "platform/fence.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>

#include "platform/machine.h"

namespace platform {
namespace {

constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr int path_beneath = 1;
constexpr unsigned ask_version = 1;

struct Ruleset {
    std::uint64_t handled = 0;
};

struct __attribute__((packed)) PathBeneath {
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

// Rights on files. Rights of later Landlock versions are not restricted here.
constexpr std::uint64_t execute = 1 << 0, may_write = 1 << 1, may_read = 1 << 2, read_dir = 1 << 3,
                        first_all = (1 << 13) - 1, refer = 1 << 13, truncate_file = 1 << 14;
constexpr std::uint64_t to_read = execute | may_read | read_dir;
constexpr std::uint64_t of_a_file = execute | may_write | may_read | truncate_file;

long version() { return syscall(create_ruleset, nullptr, 0, ask_version); }

std::uint64_t known_rights() {
    const long known = version();
    return first_all | (known >= 2 ? refer : 0) | (known >= 3 ? truncate_file : 0);
}

// Code from here on must not allocate.
void allow(int rules, const char* path, std::uint64_t rights) {
    PathBeneath beneath{rights, open(path, O_PATH | O_CLOEXEC)};
    if (beneath.folder < 0) return;
    struct stat about = {};
    if (fstat(beneath.folder, &about) == 0 && !S_ISDIR(about.st_mode)) beneath.allowed &= of_a_file;
    syscall(add_rule, rules, path_beneath, &beneath, 0);
    close(beneath.folder);
}

std::vector<std::string> texts_of(const std::vector<Path>& paths) {
    std::vector<std::string> texts;
    for (const Path& path : paths)
        if (!path.empty()) texts.push_back(path.string());
    return texts;
}

}  // namespace

bool has_fences() { return version() >= 1 && environment("WARPLENS_FENCE") != "none"; }

PreparedFence::PreparedFence(const Fence& fence)
    : readable_(texts_of(fence.readable)),
      writable_(texts_of(fence.writable)),
      wanted_(has_fences() && !(readable_.empty() && writable_.empty())) {}

void PreparedFence::close_in() const {
    if (!wanted_) return;
    const Ruleset set{known_rights()};
    const int rules = static_cast<int>(syscall(create_ruleset, &set, sizeof(set), 0));
    if (rules < 0) return;
    for (const std::string& path : readable_) allow(rules, path.c_str(), to_read);
    for (const std::string& path : writable_) allow(rules, path.c_str(), set.handled);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) syscall(restrict_self, rules, 0);
    close(rules);
}

}  // namespace platform
