// Reads and compares each body once.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/body_check.hpp"

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

constexpr std::size_t page = 256;
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

/// The fault of a body; empty when it is intact. Errors: `no_descriptors`, `cancelled`.
result<std::string> find_fault(const body_to_wash& expected, raw_port& raw, std::string& buffer,
                               const std::function<bool()>& stops) {
  auto body = raw.open(expected.raw_path);
  if (!body && body.error().code == errc::no_descriptors) return tl::unexpected(body.error());
  if (!body) return body.error().code == errc::not_found ? "is missing" : to_string(body.error());
  const auto bytes = (*body)->size_bytes();
  if (bytes != expected.bytes)
    return "has " + number_of(bytes, "byte") + " instead of " + human_count(expected.bytes);
  if (expected.digest.is_null()) return std::string{};
  content_hasher hasher;
  for (;;) {
    if (stops && stops()) return fail(errc::cancelled, "the check of bodies was stopped");
    const auto n = (*body)->read(buffer);
    if (!n) return to_string(n.error());
    if (*n == 0) break;
    hasher.update({buffer.data(), *n});
  }
  return hasher.finish() == expected.digest ? std::string{} : "has a wrong digest";
}

}  // namespace

result<bodies_checked> check_bodies(journal& db, raw_port& raw, timestamp now,
                                    const std::function<void(const bodies_checked&)>& seen,
                                    const std::function<bool()>& stops) {
  bodies_checked counts;
  std::string buffer(buffer_bytes, '\0');
  for (record_hash after;;) {
    const auto rows = db.bodies_to_wash(after, page);
    if (!rows) return tl::unexpected(rows.error());
    for (const auto& row : *rows) {
      const auto fault = find_fault(row, raw, buffer, stops);
      if (!fault) return tl::unexpected(fault.error());
      ++counts.bodies;
      counts.bytes += row.bytes;
      if (!fault->empty()) {
        const auto given_up = db.lose_body(
            row.download,
            "after an unclean stop the body " + row.raw_path + ' ' + *fault + ": it is fetched again", now);
        if (!given_up) return tl::unexpected(given_up.error());
        ++counts.lost;
        counts.given_up += *given_up;
      }
      if (seen) seen(counts);
      after = row.download;
    }
    if (rows->size() < page) return counts;
  }
}

}  // namespace laundromat
