// Opens journal and stores, and erases.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/offline_erasure.hpp"

#include "storage/compaction/data_erasure.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

result<erasures_left> erase_offline(const data_folder& held, journal& db, timestamp now) {
  erasure_list list{db};
  const auto is_empty = list.is_empty();
  if (!is_empty) return tl::unexpected(is_empty.error());
  if (*is_empty) return erasures_left{};
  auto rules = steering_store{db}.rules();
  if (!rules) return tl::unexpected(rules.error());
  db.steer(std::make_shared<const steering_rules>(*std::move(rules)));
  const auto clean = clean_store::at(held.layout().clean());
  if (!clean) return tl::unexpected(clean.error());
  auto publisher = clean_publisher::open(held.folder(), *clean, db);
  if (!publisher) return tl::unexpected(publisher.error());
  auto raw = raw_store::at(held.layout().raw());
  const auto ends = db.segments(segment_kind::raw);
  if (!raw || !ends) return tl::unexpected(raw ? ends.error() : raw.error());
  if (!ends->empty())
    if (auto opened = raw->write_segments(*ends, {}); !opened) return tl::unexpected(opened.error());
  data_erasure erasure{db, {held.folder(), &*publisher, &*clean, &*raw}};
  if (auto done = erase_now(erasure, now); !done) return tl::unexpected(done.error());
  if (auto emptied = db.checkpoint(); !emptied) return tl::unexpected(emptied.error());
  return list.left();
}

result<erasures_left> erase_offline(const std::filesystem::path& root, timestamp now) {
  const auto held = data_folder::open(root);
  if (!held) return tl::unexpected(held.error());
  auto db = open_journal_of(held->folder());
  if (!db) return tl::unexpected(db.error());
  if (held->needs_check())
    if (auto sound = db->check(); !sound) return tl::unexpected(sound.error());
  return erase_offline(*held, *db, now);
}

}  // namespace laundromat
