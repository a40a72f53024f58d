// The members of structures passed by value. The kernel's loads show where the pointers are; the
// source has the members' names. Used by open.cpp.
#pragma once

#include <string_view>
#include <vector>

#include "lab/own/pointers.h"
#include "lab/own/signature.h"

namespace lab {

/// The members, in order, of a structure that contains pointers or textures; empty where it has
/// none. Names are as declared, "p.count". Without a declaration they are offsets, "p.at8", and
/// only loaded members are listed.
std::vector<Taken> members_of(const Taken& structure, const std::vector<UsedMember>& used,
                              std::string_view source);

}  // namespace lab
