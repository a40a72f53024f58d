// Structures that a kernel takes by value, by their members: the kernel's loads tell where its
// pointers are, the source text how its members are called. Asked by open.cpp.
#pragma once

#include <string_view>
#include <vector>

#include "lab/own/pointers.h"
#include "lab/own/signature.h"

namespace lab {

/// The members of a structure with pointers or textures among them, in their order; empty where
/// there are none. Named "p.count" as the source declares them, else "p.at8" by their offsets: then
/// those alone that the kernel loads.
std::vector<Taken> members_of(const Taken& structure, const std::vector<UsedMember>& used,
                              std::string_view source);

}  // namespace lab
