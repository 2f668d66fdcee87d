// How an outcome changes the record it is about: the same rule for the journal's row and for the actor's copy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/outcomes.hpp"

namespace laundromat {

/// Each takes over what the outcome found out. The status is not touched: only `advance` does that.
void absorb(entry_record& entry, const fetch_outcome& found);
void absorb(entry_record& entry, const unpack_outcome& found);
void absorb(entry_record& entry, const guess_outcome& found);
void absorb(entry_record& entry, const parse_outcome& found);

}  // namespace laundromat
