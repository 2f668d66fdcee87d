// Removes the staged files of an outcome that is not stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "actors/environment.hpp"
#include "core/records/outcomes.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// With the files of its fused outcomes.
template <class Outcome>
void drop_files(const environment& env, Outcome& found) {
  visit_staged(found, [&](const std::string& staged) { env.clean->drop(staged); });
}

}  // namespace laundromat
