// Implements repairs: applies and reverts edits in one pass over the text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/repairs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace laundromat {

namespace {

/// Copies `text` with `from(r)` replaced by `to(r)`. `offset_bytes` refers to the document: to `text` when that contains `from`, else
/// to the output.
template <class From, class To>
result<std::string> replace(std::string_view text, const std::vector<repair>& ordered, bool is_forth,
                            From from, To to) {
  std::string out;
  std::size_t at = 0;
  for (const auto& r : ordered) {
    const auto kept = r.offset_bytes - (is_forth ? at : out.size());
    const auto& gone = from(r);
    if (kept > text.size() - at || text.substr(at + kept, gone.size()) != gone)
      return fail(errc::digest_mismatch,
                  "the bytes differ from those of the repair at byte " + std::to_string(r.offset_bytes));
    out.append(text.substr(at, kept)).append(to(r));
    at += kept + gone.size();
  }
  out.append(text.substr(at));
  return out;
}

}  // namespace

std::vector<repair> order_repairs(std::vector<repair> repairs) {
  std::vector<std::size_t> order(repairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const auto& r = repairs[i];
    const bool is_insertion = r.before.empty();
    return std::tuple(r.offset_bytes, !is_insertion, ~r.before.size(), is_insertion ? i : ~i);
  });
  std::vector<repair> ordered;
  std::uint64_t end = 0;
  for (const auto i : order) {
    if (repairs[i].offset_bytes < end) continue;
    end = repairs[i].offset_bytes + repairs[i].before.size();
    ordered.push_back(std::move(repairs[i]));
  }
  return ordered;
}

std::vector<repair> repairs_of(const loaded_ledger& ledger) {
  std::vector<repair> all;
  for (const auto& row : ledger.rows) {
    const auto& d = row.found;
    if (d.done != treatment::repair || !row.is_edit) continue;
    auto before =
        d.before.size() == d.length_bytes ? d.before : ledger.bytes_at(d.offset_bytes, d.length_bytes);
    if (before.size() == d.length_bytes) all.push_back({d.offset_bytes, std::move(before), d.after});
  }
  return all;
}

result<std::string> apply_repairs(std::string_view document, const std::vector<repair>& ordered) {
  return replace(
      document, ordered, true, [](const repair& r) -> auto& { return r.before; },
      [](const repair& r) -> auto& { return r.after; });
}

result<std::string> unapply_repairs(std::string_view repaired, const std::vector<repair>& ordered) {
  return replace(
      repaired, ordered, false, [](const repair& r) -> auto& { return r.after; },
      [](const repair& r) -> auto& { return r.before; });
}

}  // namespace laundromat
