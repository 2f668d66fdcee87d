// Opens and repairs what an earlier run has left.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_resources.hpp"

#include <mutex>

#include "actors/log.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/run_events.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/body_check.hpp"
#include "storage/stores/crash_mark.hpp"
#include "storage/stores/raw_sweep.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

namespace {

/// Opens the contexts in the campaign's folder, else in the data folder; loads from the Web only when the campaign allows it.
result<context_source> open_contexts(const campaign& c) {
  context_source_options options;
  options.is_of_data_folder = c.washing.contexts.empty();
  options.folder =
      options.is_of_data_folder ? data_layout{c.data}.contexts() : std::filesystem::path{c.washing.contexts};
  if (c.washing.fetch_contexts) options.fetch_as = c;
  return context_source::open(std::move(options));
}

/// Checks bodies that are still to be washed, which a power failure may have damaged.
result<void> compare_bodies(journal& db, raw_store& raw, const run_signals& signals) {
  constexpr seconds silence{5};
  auto reported_at = wall_now();
  const auto report = [&](const bodies_checked& so_far) {
    if (wall_now() - reported_at < silence) return;
    reported_at = wall_now();
    log_info("checked {} still to be washed, {} MiB", number_of(so_far.bodies, "body"), so_far.bytes >> 20);
  };
  const auto found = check_bodies(db, raw, wall_now(), report, [&] { return signals.is_asked_to_stop(); });
  if (!found) return tl::unexpected(found.error());
  if (found->lost > 0)
    log_warning("{} of {} bodies are damaged or missing and are fetched again; {} documents depend on them",
                found->lost, found->bodies, found->given_up);
  return {};
}

/// Looks up bodies in the journal for the thread that fetches, by a connection of its own.
result<earlier_body> open_earlier_bodies(const data_layout& layout) {
  auto db = journal::open(layout.journal(), journal_mode::read_only);
  if (!db) return tl::unexpected(db.error());
  // The fetcher asks, and the server of the files of worker nodes.
  return [db = std::make_shared<journal>(std::move(*db)), one_at_a_time = std::make_shared<std::mutex>()](
             const record_hash& seed, const content_digest& payload) {
    const std::lock_guard lock(*one_at_a_time);
    const auto path = journal_reader{*db}.earlier_body(seed, payload);
    return path ? warc_place_of(*path) : std::nullopt;
  };
}

/// Lets the store know bodies of earlier runs, as far as the segment that it continues may have them.
result<void> remember_bodies(journal& db, warc_store& segments) {
  const auto newest = journal_reader{db}.newest_bodies(payload_memory::most_payloads, least_repeated_bytes);
  if (!newest) return tl::unexpected(newest.error());
  std::vector<named_payload> bodies;
  for (const auto& one : *newest)
    if (const auto place = warc_place_of(one.raw_path)) bodies.push_back({*place, one.digest});
  segments.remember(bodies);
  return {};
}

warc_settings warc_settings_of(const campaign& c, earlier_body earlier) {
  const auto software = "LOD Laundromat/" + std::string(program_version);
  return {c.name, warcinfo_text(software, user_agent(c.contact), c.name), c.raw.requests,
          c.disk.segment_kib << 10, std::move(earlier)};
}

/// Stores bodies in WARC segments from now on.
result<void> open_raw_segments(const campaign& c, run_resources& l) {
  const auto ends = l.db->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  auto earlier = open_earlier_bodies(l.folder.layout());
  if (!earlier) return tl::unexpected(earlier.error());
  auto opened = l.stores.raw.write_segments(*ends, warc_settings_of(c, *std::move(earlier)));
  if (!opened) return opened;
  if (auto remembered = remember_bodies(*l.db, l.stores.raw.segments()); !remembered) return remembered;
  if (const auto removed = l.stores.raw.segments().removed_segments(); removed > 0)
    log_warning("{} that the journal does not name: what was in it is fetched again",
                number_of(removed, "WARC segment is removed", "WARC segments are removed"));
  if (const auto lost = l.stores.raw.segments().short_segments(); lost > 0)
    log_error(
        "{} missing or shorter than the journal says: bodies in it are lost until they are fetched again",
        number_of(lost, "WARC segment is", "WARC segments are"));
  return {};
}

/// Segments of an earlier run with another layout, which retention and takedowns rewrite.
result<void> open_old_segments(const campaign& c, run_resources& l) {
  const auto ends = l.db->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  return ends->empty() ? result<void>{} : l.stores.raw.open_old_segments(*ends, warc_settings_of(c, {}));
}

}  // namespace

result<run_resources> open_resources(const campaign& c, const run_signals& signals) {
  auto folder = data_folder::open(c.data);
  if (!folder) return tl::unexpected(folder.error());
  const auto& layout = folder->layout();
  auto contexts = open_contexts(c);
  if (!contexts) return tl::unexpected(contexts.error());
  std::optional<cluster_bundle> bundle;
  if (!c.listen.bundle.empty()) {
    auto opened = cluster_bundle::open(c.listen.bundle, wall_now());
    if (!opened) return tl::unexpected(opened.error());
    bundle = std::move(*opened);
  }
  auto db = open_journal_of(folder->folder());
  if (!db) return tl::unexpected(db.error());
  if (folder->needs_check()) {
    log_warning("the last run was interrupted: checking the journal");
    if (auto sound = db->check(); !sound) return tl::unexpected(sound.error());
  } else if (folder->was_unclean()) {
    log_warning("the last run was killed; the machine has run since, so nothing that was written is lost");
  }
  if (folder->was_unclean())
    if (auto done = db->checkpoint(); !done) return tl::unexpected(done.error());
  if (auto begun = folder->begin_work(); !begun) return tl::unexpected(begun.error());
  if (auto stored = db->publish_as({c.public_base, {c.contact.product, c.contact.url}}); !stored)
    return tl::unexpected(stored.error());
  if (auto stored = db->index_labels(c.index.labels); !stored) return tl::unexpected(stored.error());
  auto stores = data_stores::open(layout);
  if (!stores) return tl::unexpected(stores.error());
  if (auto swept = stores->raw.sweep_staged(); !swept) return tl::unexpected(swept.error());
  if (auto swept = stores->clean.staged().sweep(); !swept) return tl::unexpected(swept.error());
  if (auto enrolled = enrol_webhooks(c, *db); !enrolled) return tl::unexpected(enrolled.error());
  if (auto kept = keep_run_started(c, *db, folder->was_unclean(), wall_now()); !kept)
    return tl::unexpected(kept.error());
  const auto back = db->recover(wall_now(), folder->crashed_on(), poison_crashes);
  if (!back) return tl::unexpected(back.error());
  if (folder->was_unclean()) {
    const auto swept = sweep_cut_off_bodies(stores->raw, *db);
    if (!swept) return tl::unexpected(swept.error());
    if (*swept > 0) log_info("removed {} of downloads that were cut off", number_of(*swept, "file"));
  }
  if (back->total() > 0) log_info("continuing with {} in progress", number_of(back->total(), "document"));
  if (auto done = folder->forget_crash(); !done) return tl::unexpected(done.error());  // it is counted
  if (folder->needs_check())
    if (auto compared = compare_bodies(*db, stores->raw, signals); !compared)
      return tl::unexpected(compared.error());
  if (auto stored = folder->found_sound(); !stored) return tl::unexpected(stored.error());
  if (auto set = install_crash_mark(folder->folder(), layout.crash_mark().filename()); !set)
    return tl::unexpected(set.error());
  return run_resources{std::move(*folder), std::make_shared<journal>(std::move(*db)), std::move(*stores),
                       std::move(*contexts), std::move(bundle)};
}

result<void> open_segments(const campaign& c, run_resources& l) {
  auto opened = c.raw.layout == "warc" ? open_raw_segments(c, l) : open_old_segments(c, l);
  if (!opened) return opened;
  auto places = open_journal_places(l.folder.layout().root);
  if (!places) return tl::unexpected(places.error());
  l.stores.clean.use_segments(l.folder.folder(), *std::move(places));
  auto publisher =
      clean_publisher::open(l.folder.folder(), l.stores.clean, *l.db, {c.disk.segment_kib << 10});
  if (!publisher) return tl::unexpected(publisher.error());
  for (const auto kind : publisher->short_segments())
    log_error(
        "the last file in {} is shorter than the journal says, so documents are damaged: run `laundromat "
        "verify`",
        segment_folder(kind).string());
  l.publisher = *std::move(publisher);
  return {};
}

}  // namespace laundromat
