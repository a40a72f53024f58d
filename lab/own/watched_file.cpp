// One loop: checks the file, compiles it after a save, reports the result.
#include "lab/own/watched_file.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "lab/assets.h"
#include "lab/own/templates.h"
#include "platform/clock.h"
#include "platform/threads.h"
#include "platform/watch.h"

namespace lab {
namespace {

// Seconds between two checks; a save is seen after at most two.
constexpr double pause = .03;

FileNews news_of(const Compilation& compilation, const std::filesystem::path& file) {
    FileNews news;
    news.source = compilation.source();
    if (const auto& outcome = compilation.outcome()) {
        news.code = Code{outcome->source, outcome->code};
        return news;
    }
    news.problem = compilation.outcome().problem().message;
    news.words = words_in(news.problem, file.filename().string());
    return news;
}

FileNews news_of_ptx(const std::filesystem::path& file) {
    FileNews news;
    auto code = ptx_code(file);
    if (code)
        news.code = std::move(*code);
    else
        news.problem = code.problem().message;
    return news;
}

}  // namespace

struct WatchedFile::Body {
    Body(std::filesystem::path path, std::string asked_arch, std::function<void()> when_new,
         std::string asked_kernel)
        : file(std::move(path)),
          arch(std::move(asked_arch)),
          kernel(std::move(asked_kernel)),
          wake(std::move(when_new)),
          watch(file) {}

    void begin();
    void step(double wait);
    void tell(FileNews news);
    void loop();

    const std::filesystem::path file;
    const std::string arch, kernel;
    const std::function<void()> wake;
    platform::FileWatch watch;  // starts before the file is read
    std::unique_ptr<Compilation> compilation;
    bool begun = false;
    bool with_line = false;  // the current compilation instantiates a template

    std::atomic<bool> cancelled = false, ending = false;
    mutable std::mutex mutex;  // guards the members below
    std::shared_ptr<const FileNews> fresh;
    std::optional<double> since;  // begin of the current compilation
    platform::Thread thread;      // last: it uses everything above
};

void WatchedFile::Body::begin() {
    begun = true;
    with_line = false;
    cancelled = false;
    if (file.extension() != ".cu") return tell(news_of_ptx(file));
    {
        const std::lock_guard lock(mutex);
        since = platform::now();
    }
    if (wake) wake();
    compilation = std::make_unique<Compilation>(file, arch);  // replaces an older compilation
}

void WatchedFile::Body::tell(FileNews news) {
    {
        const std::lock_guard lock(mutex);
        fresh = std::make_shared<const FileNews>(std::move(news));
        since.reset();
    }
    if (wake) wake();
}

void WatchedFile::Body::step(double wait) {
    if (watch.changed() || !begun) begin();
    if (!compilation) return platform::sleep(wait);
    if (cancelled.exchange(false)) compilation->cancel();
    if (!compilation->ended(wait)) return;
    FileNews news = news_of(*compilation, file);
    const std::string line =
        news.code && !with_line ? missing_instantiation(*news.code, kernel) : "";
    with_line = !line.empty();
    if (with_line) {
        compilation = std::make_unique<Compilation>(file, arch, line);
        return;
    }
    tell(std::move(news));
    compilation.reset();
}

void WatchedFile::Body::loop() {
    while (!ending) step(pause);
}

WatchedFile::WatchedFile(std::filesystem::path file, std::string arch, std::function<void()> wake,
                         std::string kernel)
    : body_(std::make_unique<Body>(std::move(file), std::move(arch), std::move(wake),
                                   std::move(kernel))) {
    if (platform::has_threads())
        body_->thread = platform::Thread([body = body_.get()] { body->loop(); });
}

WatchedFile::~WatchedFile() { body_->ending = true; }

std::shared_ptr<const FileNews> WatchedFile::take() {
    const std::lock_guard lock(body_->mutex);
    return std::exchange(body_->fresh, nullptr);
}

std::optional<double> WatchedFile::compiling() const {
    const std::lock_guard lock(body_->mutex);
    if (!body_->since) return std::nullopt;
    return platform::now() - *body_->since;
}

void WatchedFile::cancel() { body_->cancelled = true; }

const std::filesystem::path& WatchedFile::file() const { return body_->file; }

void WatchedFile::pump() {
    if (!platform::has_threads()) body_->step(0);
}

}  // namespace lab
