// Opens, advances and shows the live field of the settings that the shell follows.
#include "app/gl/live_stage.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "app/gl/interop.h"
#include "lab/asked.h"
#include "lab/cuda/device.h"
#include "lab/features/live_board.h"
#include "lab/lesson.h"
#include "lab/time/bench.h"

namespace app {
namespace {

class LiveStage : public LiveSource {
public:
    void follow(const lab::Settings& settings, std::uint64_t seed) override {
        if (followed_ && *followed_ == settings) return;
        followed_ = settings;
        field_.reset();
        problem_.clear();
        if (const auto refused = lab::refusal(settings)) {
            problem_ = refused->title + ".";
            return;
        }
        const lab::LiveBoard& board = lab::feature<lab::LiveBoard>(settings);
        field_ = LiveField::open(*settings.subject,
                                 board.plan ? board.plan(settings) : lab::plan_of(settings), seed,
                                 &problem_);
    }

    void advance(int launches) override {
        // While the bench takes a sample, this frame shows the last picture again.
        guarded([&] {
            const std::unique_lock turn(lab::cuda::present().turn(), std::try_to_lock);
            if (turn) field_->advance(launches);
        });
    }

    void restart() override {
        guarded([&] { field_->restart(); });
    }

    LivePicture picture(int axis, int slice) override {
        LivePicture picture;
        guarded([&] {
            const lab::Dim3 shape = field_->shape();
            const int depths[] = {int(shape.x), int(shape.y), int(shape.z)};
            picture.axis = std::clamp(axis, 0, 2);
            const int depth = depths[picture.axis];
            picture.slice = slice < 0 ? depth / 2 : std::min(slice, depth - 1);
            field_->show(picture.axis, picture.slice);
            picture.texture = field_->texture();
            picture.columns = field_->columns();
            picture.rows = field_->rows();
            picture.shape = shape;
            picture.launches = field_->launches();
            picture.device = field_->device();
            picture.copied = field_->way() == LiveField::Way::copied;
        });
        picture.problem = problem_;
        return picture;
    }

private:
    /// When the device fails, the field is dropped and a sentence stays; the window goes on.
    template <class Use>
    void guarded(Use use) {
        if (!field_) return;
        try {
            use();
        } catch (const lab::cuda::Error& problem) {
            problem_ = problem.what();
            if (lab::cuda::is_lasting(problem.status))
                lab::lose_device(problem_ + " The field of " + lab::with_knobs(*followed_) +
                                 " was on it.");
        } catch (const std::exception& problem) {
            problem_ = problem.what();
        }
        if (!problem_.empty()) field_.reset();
    }

    std::optional<lab::Settings> followed_;
    std::unique_ptr<LiveField> field_;
    std::string problem_;
};

}  // namespace

std::unique_ptr<LiveSource> make_live_source() {
    return lab::known_bench() ? std::make_unique<LiveStage>() : nullptr;
}

}  // namespace app
