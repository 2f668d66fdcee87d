// The places of small files in segments, and the ends of the segments.
// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

/// Of a row with segment, offset and length.
std::optional<segment_place> read_place(cursor c) {
  if (!c.next()) return std::nullopt;
  if (c.integer(0) == 0) return segment_place{};
  return segment_place{c.as<std::uint32_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
}

class journal_places final : public document_places {
 public:
  explicit journal_places(journal from) : from_(std::move(from)) {}
  result<std::optional<segment_place>> place_of(segment_kind kind, const content_digest& clean,
                                                const content_digest& other) override {
    const std::lock_guard lock(mutex_);
    return from_.place_of(kind, clean, other);
  }

 private:
  std::mutex mutex_;
  journal from_;
};

}  // namespace

result<std::shared_ptr<document_places>> open_journal_places(const std::filesystem::path& root) {
  auto opened = journal::open(root / "journal.sqlite", journal_mode::read_only);
  if (!opened) return tl::unexpected(opened.error());
  return make_journal_places(std::move(*opened));
}

std::shared_ptr<document_places> make_journal_places(journal from) {
  return std::make_shared<journal_places>(std::move(from));
}

result<std::optional<segment_place>> journal::place_of(segment_kind kind, const content_digest& clean,
                                                       const content_digest& other) {
  return answered([&] {
    auto& db = state_->db;
    if (kind == segment_kind::clean)
      return read_place(db.query(
          "SELECT segment, segment_offset, compressed_bytes FROM cleans c WHERE " LAUNDROMAT_HAS_HASH(
              "c", "?1") "AND removed_ms = 0",
          clean));
    return read_place(
        db.query("SELECT p.segment, p.offset_bytes, p.length_bytes FROM cleans c JOIN segment_parts p ON "
                 "p.clean = c.id "
                 "WHERE " LAUNDROMAT_HAS_HASH("c", "?1") "AND p.kind = ?2 AND p.other = ?3",
                 clean, kind, other));
  });
}

result<std::vector<segment_end>> journal::segments(segment_kind kind) {
  return answered([&] {
    return collect<segment_end>(
        state_->db.query("SELECT serial, bytes FROM segments WHERE kind = ?1 ORDER BY serial", kind),
        [](const cursor& c) {
          return segment_end{c.as<std::uint32_t>(0), c.as<std::uint64_t>(1)};
        });
  });
}

result<void> journal::save_segment(segment_kind kind, const segment_end& end) {
  return answered([&] {
    state_->db.run(
        "INSERT INTO segments (kind, serial, bytes) VALUES (?1, ?2, ?3) ON CONFLICT (kind, serial) DO UPDATE "
        "SET "
        "bytes = ?3",
        kind, end.serial, end.bytes);
  });
}

void store_part(database& db, row_id clean, segment_kind kind, const content_digest& other,
                const segment_place& place) {
  if (place.is_null()) return;
  db.run("INSERT OR REPLACE INTO segment_parts VALUES (?1, ?2, ?3, ?4, ?5, ?6)", clean, kind, other,
         place.serial, place.offset_bytes, place.length_bytes);
}

void forget_ledgers(database& db, const content_digest& clean) {
  db.run("DELETE FROM segment_parts WHERE kind = ?2 AND clean = " LAUNDROMAT_CLEAN_ROW("?1"), clean,
         segment_kind::ledger);
}

}  // namespace laundromat
