// Implements the account of bytes: joins neighbouring spans of one kind.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/span_account.hpp"

#include "core/rdf/model/account_sink.hpp"

namespace laundromat {

std::string_view to_string(span_kind kind) {
  constexpr std::string_view names[] = {"syntax", "statement", "quarantine", "mixed"};
  return names[static_cast<std::uint8_t>(kind)];
}

void span_sums::add(span_kind kind, std::uint64_t length_bytes) {
  switch (kind) {
    case span_kind::syntax:
      syntax_bytes += length_bytes;
      break;
    case span_kind::statement:
      statement_bytes += length_bytes;
      break;
    case span_kind::quarantine:
      quarantine_bytes += length_bytes;
      break;
    case span_kind::mixed:
      break;
  }
}

void span_account::change(span_kind next) {
  if (end_ > begin_) sink_->on_span(kind_, end_ - begin_);
  begin_ = end_;
  kind_ = next;
}

}  // namespace laundromat
