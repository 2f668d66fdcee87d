// Opens journal and stores, and runs both compactors.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/compact_data.hpp"

#include "storage/compaction/offline_erasure.hpp"
#include "storage/compaction/segment_compactor.hpp"
#include "storage/compaction/warc_compactor.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/data_stores.hpp"
#include "storage/stores/raw_sweep.hpp"

namespace laundromat {

namespace {

/// `publisher` and `segments` are null to look only.
result<std::vector<compacted_segment>> compact_both(const safe_folder& data, journal& db,
                                                    clean_publisher* publisher, warc_store* segments,
                                                    const compaction_rule& rule,
                                                    const compaction_request& request) {
  segment_compactor documents{data, db, publisher, rule};
  documents.begin();
  for (bool is_done = false; !is_done;) {
    const auto more = documents.step();
    if (!more) return tl::unexpected(more.error());
    is_done = !*more || (publisher == nullptr && !documents.is_surveying());
    if (request.progress) request.progress();
  }
  auto all = documents.segments();
  const auto raw = data.below(data_layout{}.raw());
  if (!raw) return tl::unexpected(raw.error());
  const auto bodies =
      warc_compactor{*raw, db, segments, rule}.run(request.now, [&](const compacted_segment&) {
        if (request.progress) request.progress();
      });
  if (!bodies) return tl::unexpected(bodies.error());
  all.insert(all.end(), bodies->begin(), bodies->end());
  return all;
}

result<std::vector<compacted_segment>> look(const std::filesystem::path& root,
                                            const compaction_request& request) {
  auto db = open_journal_to_read(root);
  const auto data = safe_folder::named(root);
  if (!db || !data) return tl::unexpected(db ? data.error() : db.error());
  auto rule = request.rule;
  rule.takes_last = !data_folder::holder(root);
  return compact_both(*data, *db, nullptr, nullptr, rule, request);
}

}  // namespace

result<std::vector<compacted_segment>> compact_data(const std::filesystem::path& root,
                                                    const compaction_request& request) {
  if (request.is_dry) return look(root, request);
  const auto held = data_folder::open(root);
  if (!held) return tl::unexpected(held.error());
  auto db = open_journal_of(held->folder());
  if (!db) return tl::unexpected(db.error());
  if (held->needs_check())
    if (auto sound = db->check(); !sound) return tl::unexpected(sound.error());
  if (auto erased = erase_offline(*held, *db, request.now); !erased) return tl::unexpected(erased.error());
  auto bodies = raw_store::at(held->layout().raw());
  if (!bodies) return tl::unexpected(bodies.error());
  if (auto swept = sweep_all_bodies(*bodies, *db); !swept) return tl::unexpected(swept.error());
  const auto store = clean_store::at(held->layout().clean());
  if (!store) return tl::unexpected(store.error());
  auto publisher = clean_publisher::open(held->folder(), *store, *db);
  if (!publisher) return tl::unexpected(publisher.error());
  const auto ends = db->segments(segment_kind::raw);
  auto raw = held->folder().below(data_layout{}.raw());
  if (!ends || !raw) return tl::unexpected(ends ? raw.error() : ends.error());
  std::shared_ptr<warc_store> segments;
  if (!ends->empty()) {
    auto opened = warc_store::open(*std::move(raw), *ends, {});
    if (!opened) return tl::unexpected(opened.error());
    segments = *std::move(opened);
  }
  auto rule = request.rule;
  rule.takes_last = true;
  return compact_both(held->folder(), *db, &*publisher, segments.get(), rule, request);
}

}  // namespace laundromat
