// Brings the index of IRIs up to date for a command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/commands.hpp"
#include "storage/mentions/mention_index.hpp"

namespace laundromat {

/// Indexes what is new, and says how far it is. False: that is impossible, which it has said.
[[nodiscard]] bool bring_up_to_date(mention_index& index, journal& from, const clean_store& store,
                                    command_context& context, mention_index_options options = {});

}  // namespace laundromat
