// Why a term, an attribute or an element is refused.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat::rdfxml {

/// Each part keeps the reason for its last refusal, so that a function can return a bool and needs no allocation when nothing is wrong.
struct refusal {
  errc rule{};
  std::uint64_t noticed = 0;  ///< offset in the document
  std::string message = {};   ///< what the meaning of the rule does not say; often empty

  /// Replaces the reason. Always false, for functions that return whether something is kept.
  bool set(errc why, std::uint64_t at, std::string_view text = {}) {
    rule = why;
    noticed = at;
    message = text;
    return false;
  }
  /// Takes over the reason of another part.
  bool set(const refusal& other) {
    *this = other;
    return false;
  }
};

}  // namespace laundromat::rdfxml
