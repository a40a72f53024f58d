// Opens, advances and shows the live field or arrays of the settings that the shell follows.
#include "app/gl/live_stage.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "app/gl/interop.h"
#include "app/gl/live_arrays.h"
#include "lab/asked.h"
#include "lab/cuda/device.h"
#include "lab/features/live_board.h"
#include "lab/lesson.h"
#include "lab/time/bench.h"

namespace app {
namespace {

// A field of floats that its launches go on from is shown as it is; all else as arrays.
bool is_field(const lab::Settings& settings, const lab::Plan& plan) {
    return !settings.subject->own && !plan.fields.empty() &&
           plan.fields.front().buffer.type == lab::Type::f32;
}

class LiveStage : public LiveSource {
public:
    void follow(const lab::Settings& settings, std::uint64_t seed) override {
        if (followed_ && *followed_ == settings) return;
        followed_ = settings;
        leave();
        problem_.clear();
        if (const auto refused = lab::refusal(settings)) {
            problem_ = refused->title + ".";
            return;
        }
        const lab::LiveBoard& board = lab::feature<lab::LiveBoard>(settings);
        lab::Plan plan = board.plan ? board.plan(settings) : lab::plan_of(settings);
        if (is_field(settings, plan))
            field_ = LiveField::open(*settings.subject, std::move(plan), seed, &problem_);
        else
            open_arrays(settings, std::move(plan), seed);
    }

    void advance(int launches) override {
        // While the bench takes a sample, this frame shows the last picture again.
        guarded([&] {
            const std::unique_lock turn(lab::cuda::present().turn(), std::try_to_lock);
            if (!turn) return;
            if (field_) field_->advance(launches);
            if (arrays_) arrays_->advance(launches);
        });
    }

    void restart() override {
        guarded([&] {
            if (field_) field_->restart();
            if (arrays_) arrays_->restart();
        });
    }

    LivePicture picture(int axis, int slice) override {
        LivePicture picture;
        guarded([&] { picture = field_ ? of_field(axis, slice) : arrays_->show(slice); });
        picture.problem = problem_;
        return picture;
    }

private:
    LivePicture of_field(int axis, int slice) {
        LivePicture picture;
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
        return picture;
    }

    void open_arrays(const lab::Settings& settings, lab::Plan plan, std::uint64_t seed) {
        lab::cuda::Device* device = lab::cuda::device(&problem_);
        if (!device) return;
        try {
            device->enter();
            arrays_ = std::make_unique<LiveArrays>(*settings.subject, std::move(plan), seed,
                                                   draws_here(*device));
        } catch (const std::exception& problem) {
            problem_ = problem.what();
        }
    }

    void leave() {
        field_.reset();
        arrays_.reset();
    }

    /// When the device fails, the picture is dropped and a sentence stays; the window goes on.
    template <class Use>
    void guarded(Use use) {
        if (!field_ && !arrays_) return;
        try {
            use();
        } catch (const lab::cuda::Error& problem) {
            problem_ = problem.what();
            if (lab::cuda::is_lasting(problem.status))
                lab::lose_device(problem_ + " The live picture of " + lab::with_knobs(*followed_) +
                                 " was on it.");
        } catch (const std::exception& problem) {
            problem_ = problem.what();
        }
        if (!problem_.empty()) leave();
    }

    std::optional<lab::Settings> followed_;
    std::unique_ptr<LiveField> field_;
    std::unique_ptr<LiveArrays> arrays_;  // of the two one at most
    std::string problem_;
};

}  // namespace

std::unique_ptr<LiveSource> make_live_source() {
    return lab::known_bench() ? std::make_unique<LiveStage>() : nullptr;
}

}  // namespace app
