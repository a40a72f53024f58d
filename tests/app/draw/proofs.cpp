// What is left of the pictures for those who see fewer colours: the proofs themselves, the roles
// that stand beside each other, and that waste and trouble are never a colour alone.
#include <gtest/gtest.h>

#include <cmath>

#include "app/draw/proof.h"
#include "app/weights.h"
#include "lab/running/simulation.h"
#include "tests/app/draw/contrast.h"
#include "tests/app/picture.h"
#include "tests/helpers/part.h"

namespace {

using namespace app;
using namespace test;

// How far apart two colours are in a byte of each channel.
int distance(std::uint32_t a, std::uint32_t b) {
    int most = 0;
    for (const int shift : {0, 8, 16})
        most = std::max(most, std::abs(int(a >> shift & 255) - int(b >> shift & 255)));
    return most;
}

TEST(Proofs, LeaveGreysAsTheyAre) {
    for (const Proof proof : proofs)
        for (const std::uint32_t grey : {0x000000u, 0x404040u, 0x808080u, 0xFFFFFFu})
            EXPECT_LE(distance(seen(proof, grey), grey), 1) << name_of(proof);
    EXPECT_EQ(seen(Proof::none, 0x123456), 0x123456u);
}

TEST(Proofs, TakeAwayWhatAConeSees) {
    const std::uint32_t red = 0xC04040, green = 0x707028;
    EXPECT_GT(distance(red, green), 70);
    EXPECT_LT(distance(seen(Proof::deuteranopia, red), seen(Proof::deuteranopia, green)), 45);
    EXPECT_LT(lightness(seen(Proof::protanopia, 0xFF0000)), .6 * lightness(0xFF0000));
    const std::uint32_t grey = seen(Proof::grey, 0xE69F00);
    EXPECT_EQ(grey & 255, grey >> 16 & 255);
    EXPECT_NEAR(lightness(grey), lightness(0xE69F00), .01);
}

TEST(Proofs, AreOfEveryPixel) {
    Image image{2, 1, {255, 0, 0, 128, 128, 128}};
    proof(image, Proof::grey);
    EXPECT_EQ(image.bytes[0], image.bytes[1]);
    EXPECT_EQ(image.bytes[3], 128);
    for (const Proof proof : proofs) EXPECT_EQ(proof_named(name_of(proof)), proof);
    EXPECT_FALSE(proof_named("sepia"));
}

// Cells that work and cells that do not, the chosen series and the others, waste and its ground.
TEST(Proofs, RolesSideBySideStayApart) {
    const std::pair<Role, Role> pairs[] = {
        {Role::accent, Role::cell_done}, {Role::accent, Role::other_series},
        {Role::waste, Role::panel},      {Role::waste, Role::cell_done},
        {Role::bad, Role::panel},        {Role::good, Role::panel},
        {Role::guess, Role::panel}};
    for (const Tone tone : tones)
        for (const Proof proof : proofs)
            for (const auto& [a, b] : pairs)
                EXPECT_GE(contrast(seen(proof, rgb(a, tone)), seen(proof, rgb(b, tone))), 1.7)
                    << name_of(proof) << ", " << name_of(tone) << ": " << int(a) << " on "
                    << int(b);
}

bool is_trouble(const NotedMark& mark) {
    return mark.is(MarkKind::fill, Role::waste) || mark.is(MarkKind::fill, Role::bad);
}

bool is_another_sign(const NotedMark& mark) {
    return mark.kind == MarkKind::hatch || mark.kind == MarkKind::dashed_outline ||
           mark.kind == MarkKind::outline || mark.kind == MarkKind::polygon;
}

// Lines that rule the whole of it.
bool rules(const NotedMark& line, const Rect& area) {
    const Rect all = area.inside(-.5f);
    return line.kind == MarkKind::line && line.box.w >= area.w - 1 && line.box.x >= all.x &&
           line.box.right() <= all.right() && line.box.y >= all.y &&
           line.box.bottom() <= all.bottom();
}

// Whether something but the colour tells this area from one that works as it should.
bool has_another_sign(const CanvasNotes& notes, const NotedMark& area) {
    const Rect around = area.box.inside(-3);
    for (const NotedMark& mark : notes.marks)
        if (rules(mark, area.box)) return true;
    for (const NotedMark& mark : notes.marks)
        if (is_another_sign(mark) && mark.box.x < around.right() && mark.box.right() > around.x &&
            mark.box.y < around.bottom() && mark.box.bottom() > around.y)
            return true;
    for (const NotedText& text : notes.texts)
        if (text.box.x < around.right() && text.box.right() > around.x &&
            text.box.y < around.bottom() && text.box.bottom() > around.y)
            return true;
    return false;
}

void expect_signs(const View& view, const std::shared_ptr<const lab::Run>& run) {
    lab::Result result;
    result.request = run->request;
    result.picture = result.counted = run;
    Cursor cursor;
    cursor.step = opening_step(&view, *run);
    const Picture picture(view.id, result, cursor, {0, 0, 1100, 560});
    for (const NotedMark& mark : picture.notes.marks) {
        const float least = std::min(mark.box.w, mark.box.h);
        if (is_trouble(mark) && least >= 4) {
            EXPECT_TRUE(has_another_sign(picture.notes, mark))
                << view.id << " of " << lab::name_of(run->request.settings) << " at " << mark.box.x
                << ", " << mark.box.y;
        }
    }
}

TEST(Proofs, WasteIsNeverAColourAlone) {
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons())
        for (int rung = 0; rung < std::ssize(lesson->rungs); ++rung) {
            if (!tests::in_part(number++, 6)) continue;
            lab::Request request;
            request.settings = lab::Settings(lab::subject_of(*lesson));
            request.settings.rung = rung;
            request.settings = lab::picture_of(request.settings);
            const auto run = lab::simulate(request);
            for (const View* view : views())
                if (!view->needs.live && (!view->fits || view->fits(*run)))
                    expect_signs(*view, run);
        }
}

}  // namespace
