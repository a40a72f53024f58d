// Words of the picture of blocks, and its offer for a run of one block.
#pragma once

#include <optional>
#include <string>

#include "app/views/blocks/layout.h"

namespace app {

std::string drawn_blocks_claim(const DrawContext&);
std::string drawn_blocks_sentence(const DrawContext&);
/// The watched block, and the drawn size where it is not the requested one.
Note blocks_note(const DrawContext&);
double blocks_weight(const lab::Run&, int step);
bool blocks_fit(const lab::Run&);

/// Index of the current launch among those kept.
int launch_of(const simulator::BlocksOverTime&, const BlockPlace&);

/// For a run of one block whose kernel is about several: the nearest size with eight blocks;
/// nullopt where there is none, or none is needed.
std::optional<lab::Settings> more_blocks(const lab::Run&);
/// Whether this offer replaces the picture.
bool offers_more(const ShownBlocks&);
std::string offer_words(const ShownBlocks&);
Rect offer_box(const Metrics&, Rect area);
void draw_offer(Canvas&, const ShownBlocks&, const Metrics&, Rect area);

}  // namespace app
