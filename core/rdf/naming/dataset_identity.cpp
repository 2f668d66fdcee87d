// The hash that knows no names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/dataset_identity.hpp"

#include "core/base/fast_hash.hpp"

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

void nameless_hash::add(std::string_view lines) {
  auto next = lines.find(needle_);
  for (std::size_t at = 0; at < lines.size();) {
    const auto end = lines.find('\n', at) + 1;
    if (next >= end) {
      add_line(lines.substr(at, end - at));
      at = end;
      continue;
    }
    bare_.clear();
    for (; next < end; next = lines.find(needle_, at)) {
      bare_.append(lines.substr(at, next - at)).append("_:");
      at = lines.find('>', next) + 1;
    }
    add_line(bare_.append(lines.substr(at, end - at)));
    at = end;
  }
}

void nameless_hash::add_line(std::string_view line) {
  constexpr std::uint64_t other_seed = 0xE7037ED1A0B428DBULL;
  sums_[0] += fast_hash(line);
  sums_[1] += fast_hash(line, other_seed);
  ++count_;
}

content_digest nameless_hash::finish() const {
  return sha256("nameless " + std::to_string(count_) + " " + std::to_string(sums_[0]) + " " +
                std::to_string(sums_[1]));
}

}  // namespace laundromat
