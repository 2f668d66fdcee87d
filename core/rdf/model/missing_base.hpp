// Why a relative reference is skipped: the messages of all readers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Neither the document nor its user gives one.
inline constexpr std::string_view no_base =
    "there is no base IRI: give the address of the document with --base IRI";
/// The document declares one that cannot be used.
inline constexpr std::string_view unknown_base =
    "the base IRI is not known: its declaration could not be used";

}  // namespace laundromat
