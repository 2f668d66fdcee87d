// The part of a JSON text that a scan has at hand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/model/decision.hpp"

namespace laundromat::jsonld {

/// Bytes of a document from `offset` on; `is_last` when nothing follows them. All offsets are those of the document.
struct scan_window {
  std::string_view text;
  std::uint64_t offset = 0;
  bool is_last = false;

  [[nodiscard]] std::uint64_t end() const { return offset + text.size(); }
  [[nodiscard]] bool holds(std::uint64_t at) const { return at >= offset; }
  [[nodiscard]] char peek(std::uint64_t at) const { return text[at - offset]; }
  [[nodiscard]] std::string_view from(std::uint64_t at) const { return text.substr(at - offset); }
  [[nodiscard]] std::string_view from(std::uint64_t at, std::size_t most) const {
    return text.substr(at - offset, most);
  }
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const {
    return text.substr(begin - offset, end - begin);
  }
};

}  // namespace laundromat::jsonld
