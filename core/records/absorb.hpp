// How an outcome changes its record: the same rule for the journal's row and for the actor's copy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/outcomes.hpp"

namespace laundromat {

/// Copies the results of an outcome into the record. The status does not change: only `advance` changes it.
void absorb(entry_record& entry, const fetch_outcome& found);
void absorb(entry_record& entry, const unpack_outcome& found);
void absorb(entry_record& entry, const guess_outcome& found);
void absorb(entry_record& entry, const parse_outcome& found);

}  // namespace laundromat
