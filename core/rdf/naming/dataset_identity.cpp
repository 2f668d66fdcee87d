// The hash that knows no names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/dataset_identity.hpp"

#include "core/base/fast_hash.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

std::string_view to_string(identity_kind kind) {
  switch (kind) {
    case identity_kind::unknown:
      break;
    case identity_kind::exact:
      return "exact";
    case identity_kind::candidate:
      return "candidate";
  }
  return "unknown";
}

/// A placeholder is found much sooner than the `<` of every term.
nameless_hash::nameless_hash(std::string_view prefix) : needle_("<" + std::string(prefix)) {
  if (const auto at = needle_.find(digest_placeholder); at != needle_.npos) needle_at_ = at;
  needle_.erase(0, needle_at_);
}

/// The `<` of the next name that begins at `from` or behind it; `npos` when there is none.
std::size_t nameless_hash::find_name(std::string_view lines, std::size_t from) const {
  const auto at = lines.find(needle_, from);
  return at == lines.npos ? at : at - needle_at_;
}

void nameless_hash::add(std::string_view lines) {
  auto next = find_name(lines, 0);
  for (std::size_t at = 0; at < lines.size();) {
    const auto end = lines.find('\n', at) + 1;
    if (next >= end) {
      add_line(lines.substr(at, end - at));
      at = end;
      continue;
    }
    bare_.clear();
    for (; next < end; next = find_name(lines, at)) {
      bare_.append(lines.substr(at, next - at)).append("_:");
      at = lines.find('>', next) + 1;
    }
    add_line(bare_.append(lines.substr(at, end - at)));
    at = end;
  }
}

void nameless_hash::add_line(std::string_view line) {
  const auto hashes = wide_hash(line);
  for (std::size_t i = 0; i < hashes.size(); ++i) sums_[i] += hashes[i];
  ++count_;
}

content_digest nameless_hash::finish() const {
  return sha256("nameless " + std::to_string(count_) + " " + std::to_string(sums_[0]) + " " +
                std::to_string(sums_[1]));
}

}  // namespace laundromat
