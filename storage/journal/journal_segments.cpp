// The places of small files in segments, and the ends of the segments.
// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

segment_place read_place(cursor c) {
  if (!c.next()) return {};
  return {c.as<std::uint32_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
}

class journal_places final : public document_places {
 public:
  explicit journal_places(journal from) : from_(std::move(from)) {}
  result<segment_place> document(const content_digest& clean) override {
    return find(segment_kind::clean, clean, {});
  }
  result<segment_place> ledger(const content_digest& clean, const content_digest& ledger) override {
    return find(segment_kind::ledger, clean, ledger);
  }
  result<segment_place> delta(const content_digest& clean, const content_digest& previous) override {
    return find(segment_kind::delta, clean, previous);
  }

 private:
  result<segment_place> find(segment_kind kind, const content_digest& clean, const content_digest& other) {
    const std::lock_guard lock(mutex_);
    return from_.place_of(kind, clean, other);
  }

  std::mutex mutex_;
  journal from_;
};

/// Counts the bytes of a file that nothing names any more.
void add_dead_bytes(database& db, segment_kind kind, const segment_place& place) {
  if (place.is_null()) return;
  db.run("UPDATE segments SET dead_bytes = dead_bytes + ?3 WHERE kind = ?1 AND serial = ?2", kind,
         place.serial, place.length_bytes);
}

}  // namespace

result<std::shared_ptr<document_places>> open_journal_places(const std::filesystem::path& root) {
  auto opened = open_journal_to_read(root);
  if (!opened) return tl::unexpected(opened.error());
  return make_journal_places(std::move(*opened));
}

std::shared_ptr<document_places> make_journal_places(journal from) {
  return std::make_shared<journal_places>(std::move(from));
}

result<segment_place> journal::place_of(segment_kind kind, const content_digest& clean,
                                        const content_digest& other) {
  return answered([&] {
    auto& db = state_->db;
    if (kind == segment_kind::clean)
      return read_place(db.query(
          "SELECT segment, segment_offset, compressed_bytes FROM cleans WHERE hash = ?1 AND removed_ms = 0",
          clean));
    return read_place(
        db.query("SELECT p.segment, p.offset_bytes, p.length_bytes FROM cleans c JOIN segment_parts p ON "
                 "p.clean = c.id "
                 "WHERE c.hash = ?1 AND p.kind = ?2 AND p.other = ?3",
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

result<segment_end> journal::last_segment(segment_kind kind) {
  return answered([&] {
    auto c = state_->db.query(
        "SELECT serial, bytes FROM segments WHERE kind = ?1 ORDER BY serial DESC LIMIT 1", kind);
    return c.next() ? segment_end{c.as<std::uint32_t>(0), c.as<std::uint64_t>(1)} : segment_end{};
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

void forget_places(database& db, const content_digest& clean) {
  {
    auto c = db.query("SELECT segment, segment_offset, compressed_bytes FROM cleans WHERE hash = ?1", clean);
    if (c.next())
      add_dead_bytes(db, segment_kind::clean,
                     {c.as<std::uint32_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)});
  }
  const auto ledgers = collect<segment_place>(
      db.query(
          "SELECT p.segment, p.offset_bytes, p.length_bytes FROM cleans c JOIN segment_parts p ON p.clean = "
          "c.id WHERE c.hash = ?1 AND p.kind = ?2",
          clean, segment_kind::ledger),
      [](const cursor& c) {
        return segment_place{c.as<std::uint32_t>(0), c.as<std::uint64_t>(1), c.as<std::uint64_t>(2)};
      });
  for (const auto& place : ledgers) add_dead_bytes(db, segment_kind::ledger, place);
  db.run("DELETE FROM segment_parts WHERE kind = ?2 AND clean = (SELECT id FROM cleans WHERE hash = ?1)",
         clean, segment_kind::ledger);
  db.run("UPDATE cleans SET segment = 0, segment_offset = 0 WHERE hash = ?1", clean);
}

}  // namespace laundromat
