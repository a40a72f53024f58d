// What a card has, in rows, each under its name in CUDA's device query. Beside "The card".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view.h"
#include "lab/occupancy/occupancy.h"

namespace app {

struct CardRow {
    std::string words, amount;  // "registers of each", "65 536"
    std::string query;          // "regsPerMultiprocessor"
    std::string source;         // a sentence
};
std::vector<CardRow> card_rows(const lab::Multiprocessor&);

/// Draws as many rows as there is room for, below the card's name. Nothing in an empty area.
void draw_card_rows(Canvas&, Rect area, const lab::Multiprocessor&, const Metrics&);
/// The row at a point: its name in the query, and where its number is from.
std::optional<Spot> spot_of_card_rows(Rect area, const lab::Multiprocessor&, const Metrics&, Point);

}  // namespace app
