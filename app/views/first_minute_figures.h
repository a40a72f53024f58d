// The four figures of the first minute: a thread, its warp, its block, the GPU. Each magnifies the
// part that is lit in the next one. Called by first_minute.cpp; knows no run.
#pragma once

#include <array>
#include <span>
#include <string>

#include "app/view.h"
#include "app/views/first_minute_scene.h"

namespace app {

// The words over a figure.
struct MinuteWords {
    std::string title, words, brief;
    std::size_t letters = 0;    // letters of the figure's widest line that must be whole
    std::string short_title{};  // empty: the title is short
    const std::string& name() const { return short_title.empty() ? title : short_title; }
};

struct MinutePlaces {
    std::array<Rect, minute_parts> title{}, words{}, figure{};
    int lanes = 8;       // lanes of a warp in one row
    bool brief = false;  // only the brief words have room
};
/// Four figures in a row, or two rows of two. The words are as long as large figures allow, and
/// each figure is wide enough for its title and its letters.
MinutePlaces minute_places(Rect area, const Metrics&, std::span<const MinuteWords> parts);

void draw_minute(Canvas&, const MinuteScene&, const MinutePlaces&, const Metrics&);

/// The lane of the warp, or the warp of the block, drawn at a point; -1: none.
int minute_lane_at(const MinuteScene&, const MinutePlaces&, Point);
int minute_warp_at(const MinuteScene&, const MinutePlaces&, const Metrics&, Point);

}  // namespace app
