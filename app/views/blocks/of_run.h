// What the picture of blocks says of a run, and what it offers where a run has one block alone.
#pragma once

#include <optional>
#include <string>

#include "app/views/blocks/layout.h"

namespace app {

std::string blocks_claim_now(const DrawContext&);
std::string blocks_sentence_now(const DrawContext&);
/// The block that is watched, and the size that is drawn where it is not the one asked for.
std::string blocks_note(const DrawContext&);
double blocks_weight(const lab::Run&, int step);
bool blocks_fit(const lab::Run&);

/// The launch that is shown as the one that is now.
int launch_of(const simulator::BlocksOverTime&, const BlockPlace&);

/// Of a run of one block, whose kernel needs others to show what it is about: the nearest size at
/// which there are eight. nullopt where there is nothing of the kind.
std::optional<lab::Settings> more_blocks(const lab::Run&);
/// Whether that stands in place of the picture.
bool offers_more(const ShownBlocks&);
std::string offer_words(const ShownBlocks&);
Rect offer_box(const Metrics&, Rect area);
void draw_offer(Canvas&, const ShownBlocks&, const Metrics&, Rect area);

}  // namespace app
