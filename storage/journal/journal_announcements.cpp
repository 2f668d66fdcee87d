// Turns announcements into seeds.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_announcements.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "core/discovery/catalogue/archive_index.hpp"
#include "core/discovery/sitemap/may_list.hpp"
#include "core/web/registrable_domain.hpp"
#include "core/web/robots.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announced_sums.hpp"
#include "storage/journal/dataset_facts.hpp"
#include "storage/journal/dataset_ways.hpp"
#include "storage/journal/sitemap_rows.hpp"

namespace laundromat {

namespace {

/// The element of a sitemap index that lists a sitemap (sitemaps.org/protocol.html "Using Sitemap index files").
constexpr std::string_view index_entry = "sitemap";

/// Who announces: the seed of a document at its depth, or nobody on the list (0).
struct announcer {
  row_id seed = 0;
  std::uint32_t depth = 0;
  bool is_listed_by_index = false;  ///< a sitemap index listed it, so that it must not list sitemaps itself
};

/// The registrable domain of `example.org:80`; of an IP address the address itself.
std::string domain_of(const std::string& authority) {
  const auto host = authority.substr(0, authority.rfind(':'));
  auto domain = registrable_domain(host);
  return domain.empty() ? host : domain;
}

class announcement_writer {
 public:
  announcement_writer(journal_tables& s, const announcer& by, bool is_listing, timestamp at)
      : s_(s), by_(by), at_(at) {
    place_.is_listing = is_listing;
    place_.depth = by.depth;
  }

  void take_dataset(const announced_dataset& dataset) {
    auto c = s_.db.query(
        "INSERT INTO datasets (announced_by, key, label, facts, first_ms, last_ms) VALUES (?1, ?2, ?3, ?4, "
        "?5, ?5) ON CONFLICT (announced_by, key) DO UPDATE SET label = ?3, facts = ?4, last_ms = ?5 "
        "RETURNING id",
        by_.seed, dataset.key, dataset.label, facts_of(dataset, ways_.add(dataset)), at_);
    if (c.next()) datasets_[dataset.key] = c.integer(0);
    while (c.next()) {
    }
  }

  void take(const announcement& one) {
    // A fragment is a part of the same document, but for a record of a web archive, which is one of its own.
    const bool is_record = one.kind == announced_as::archived && part_of(one.uri);
    const auto uri = is_record ? one.uri : one.uri.substr(0, one.uri.find('#'));
    if (one.is_withdrawn) return ask_again(one, uri);
    sums_.count(follow(one, uri), one.kind, uri);
  }

  /// Counts a URI that the announcing sitemap must not list.
  void refuse_listed(const announcement& one) {
    sums_.count(errc::outside_uri_space, one.kind, one.uri.substr(0, one.uri.find('#')));
  }

  [[nodiscard]] const verdict_sums& sums() const { return sums_; }

 private:
  /// A URI that an announcement leads to.
  struct target {
    record_hash hash;
    std::optional<row_id> seed;
    row_id host = 0;
    std::string domain;
  };

  target find_target(const std::string& uri) {
    const auto hash = seed_hash(uri);
    const auto authority = authority_key(normalize_seed(uri)).value_or("");
    return {hash, find(hash), s_.authorities.number_of(s_.db, authority), domain_of(authority)};
  }

  /// Why the URI is not followed; `ok`: it is.
  errc judge(const announcement& one, const std::string& uri, const target& to) {
    if (s_.steering->excludes(uri)) return errc::excluded;
    if (one.kind == announced_as::archived)
      if (const auto part = part_of(uri); part && !part->record_uri.empty())
        if (s_.steering->excludes(part->record_uri)) return errc::excluded;
    if (by_.is_listed_by_index && one.by == index_entry) return errc::trap_suspected;
    auto place = place_;
    if (to.seed) {
      place.new_of_document = 0;
    } else {
      place.found_at_host = sum_of("SELECT found FROM authorities WHERE id = ?1", to.host);
      place.found_at_domain = sum_of("SELECT found FROM domains WHERE name = ?1", to.domain);
    }
    if (!ways_.is_start(one)) return judge_announcement(one, place, s_.discovery);
    auto as_page = one;
    as_page.kind = announced_as::page;
    return judge_announcement(as_page, place, s_.discovery);
  }

  /// What is known about a dump of a dataset.
  dump_finding find_dump(const std::string& dump) {
    const auto uri = dump.substr(0, dump.find('#'));
    if (const auto verdict = classify_seed(uri, {false, s_.discovery.ftp}).code; verdict != errc::ok)
      return {verdict};
    const auto to = find_target(uri);
    if (const auto verdict = judge({uri, announced_as::dump}, uri, to); verdict != errc::ok) return {verdict};
    return to.seed ? find_spent(s_.db, *to.seed) : dump_finding{};
  }

  /// Makes the URI a seed that its announcer announces; else says why not.
  errc follow(const announcement& one, const std::string& uri) {
    if (const auto verdict = classify_seed(uri, {false, s_.discovery.ftp}).code; verdict != errc::ok)
      return verdict;
    if (ways_.is_of_other_way(one)) return errc::other_way_taken;
    const auto to = find_target(uri);
    auto seed = to.seed;
    if (const auto verdict = judge(one, uri, to); verdict != errc::ok) return verdict;
    if (!seed)
      seed = insert(one, uri, to);
    else if (is_newer(*seed, one))
      make_due_early(*seed);
    if (*seed != by_.seed) note_announcement(*seed, one);
    return errc::ok;
  }

  /// What is announced to be gone is no way to anything, and no news where it was never crawled.
  void ask_again(const announcement& one, const std::string& uri) {
    if (classify_seed(uri, {false, s_.discovery.ftp}).code != errc::ok) return;
    const auto to = find_target(uri);
    if (to.seed && is_newer(*to.seed, one)) make_due_early(*to.seed);
  }

  /// Makes a seed due that has changed, as it is announced, but not before the shortest interval has passed since its last crawl: anybody may announce it.
  void make_due_early(row_id seed) {
    s_.db.run(
        "UPDATE seeds SET processed_ms = min(processed_ms, (SELECT max(e.begun_ms) FROM entries e WHERE "
        "e.seed = seeds.id AND e.parent IS NULL) - (interval_s - ?2) * 1000) WHERE id = ?1 AND status = ?3",
        seed, s_.discovery.shortest_interval.count(), status::added);
  }

  /// Whether a crawled seed has changed since, as it is announced.
  bool is_newer(row_id seed, const announcement& one) {
    if (one.modified == timestamp{} || one.modified > at_) return false;
    auto c = s_.db.query(
        "SELECT 1 FROM seeds WHERE id = ?1 AND crawls > 0 AND (SELECT max(e.begun_ms) FROM entries e WHERE "
        "e.seed = seeds.id AND e.parent IS NULL) < ?2",
        seed, one.modified);
    return c.next();
  }

  std::optional<row_id> find(const record_hash& hash) {
    const auto row = row_of_seed(s_.db, hash);
    return row == 0 ? std::nullopt : std::optional{row};
  }

  std::uint64_t sum_of(const char* query, const auto& of) {
    auto c = s_.db.query(query, of);
    return c.next() ? c.template as<std::uint64_t>(0) : 0;
  }

  row_id insert(const announcement& one, const std::string& uri, const target& to) {
    const auto depth = depth_of_announced(one.kind, place_.depth);
    const auto interval = interval_of_announced(one, s_.discovery);
    const auto t = record_state{record_kind::seed}.advance(event::added);
    if (!t) refuse(t.error().code, t.error().detail);
    const auto id = insert_seed(s_.db, {to.hash, uri, to.host, false, t->to, at_, interval.count(),
                                        priority_of_announced(one, depth), depth, one.kind});
    s_.db.run("UPDATE authorities SET found = found + 1 WHERE id = ?1", to.host);
    s_.db.run("INSERT INTO domains VALUES (?1, 1) ON CONFLICT (name) DO UPDATE SET found = found + 1",
              to.domain);
    s_.counts.add(seed_key(t->to, errc::ok), 1, 0);
    s_.counts.add_seed({seed_class::never_crawled, false}, 1);
    ++place_.new_of_document;
    return id;
  }

  void note_announcement(row_id seed, const announcement& one) {
    std::optional<row_id> via, dataset;
    if (!one.by.empty()) via = s_.texts.number_of(s_.db, one.by);
    if (const auto found = datasets_.find(one.dataset); found != datasets_.end()) dataset = found->second;
    s_.db.run(
        "INSERT INTO announcements (seed, announced_by, kind, via, dataset, modified_ms, first_ms, last_ms) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT (seed, announced_by, kind) DO UPDATE SET via = "
        "?4, dataset = ?5, modified_ms = ?6, last_ms = ?7",
        seed, by_.seed, one.kind, via, dataset, one.modified, at_);
  }

  journal_tables& s_;
  announcer by_;
  timestamp at_;
  announcement_place place_;
  taken_ways ways_{s_.discovery, [this](const std::string& uri) { return find_dump(uri); }};
  std::map<std::string, row_id, std::less<>> datasets_;
  verdict_sums sums_;
};

/// Returns the change of the sum of all counts.
std::int64_t store_announcement_defects(database& db, row_id entry, stage of, const announcements& found) {
  for (const auto& one : found.defects)
    db.run(
        "INSERT INTO defects (entry, stage, rule, offset_bytes, length_bytes, line, in_line, message, done, "
        "before, after) VALUES (?1, ?2, ?3, 0, 0, ?4, 1, ?5, ?6, x'', '')",
        entry, of, one.rule, one.line, one.message, treatment::note);
  std::int64_t sum = 0;
  for (const auto& [rule, count] : found.defect_counts) {
    db.run("INSERT INTO defect_counts VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET count = count + ?4",
           entry, of, rule, count);
    sum += static_cast<std::int64_t>(count);
  }
  return sum;
}

/// The sitemaps that the last robots.txt of each host names, read once.
class named_sitemaps {
 public:
  explicit named_sitemaps(database& db) : db_(db) {}
  std::span<const std::string> of(std::string_view host) {
    const auto [found, is_new] = by_host_.try_emplace(std::string{host});
    if (!is_new) return found->second;
    auto c = db_.query("SELECT body FROM robots WHERE authority = ?1", host);
    if (c.next()) found->second = parse_robots(c.bytes(0), "*").sitemaps();
    return found->second;
  }

 private:
  database& db_;
  std::map<std::string, std::vector<std::string>, std::less<>> by_host_;
};

/// Removes what a sitemap may not list, and returns it.
std::vector<announcement> keep_listed_by(database& db, const std::string& sitemap, announcements& found) {
  named_sitemaps named{db};
  return keep_listed(found, sitemap, [&](std::string_view host) { return named.of(host); }, {});
}

std::string address_of(database& db, row_id entry) {
  auto c = db.query(
      "SELECT coalesce(e.base_uri, e.uri, s.uri) FROM entries e JOIN seeds s ON s.id = e.seed WHERE e.id = "
      "?1",
      entry);
  return c.next() ? c.text(0) : std::string{};
}

announcer announcer_of(database& db, row_id seed) {
  auto c = db.query(
      "SELECT depth, EXISTS (SELECT 1 FROM announcements a JOIN texts t ON t.id = a.via WHERE a.seed = s.id "
      "AND a.kind = ?2 AND t.text = ?3) FROM seeds s WHERE s.id = ?1",
      seed, announced_as::sitemap, index_entry);
  if (!c.next()) refuse(errc::internal, "the seed of an entry is missing");
  return {seed, c.as<std::uint32_t>(0), c.integer(1) != 0};
}

}  // namespace

std::int64_t store_announcements(journal_tables& s, const loaded_entry& row, stage of,
                                 const announcements& given, bool is_listing, timestamp at) {
  // Members of an archive have no address of their own in whose folder they were put.
  if (of == stage::guess && row.root == row.id)
    store_sitemap(s.db, row.seed,
                  is_listing ? known_sitemap_of(requested_address(s.db, row.id), given) : std::nullopt, at);
  if (given == announcements{}) return 0;
  auto found = given;
  const auto not_listed =
      is_listing ? keep_listed_by(s.db, address_of(s.db, row.id), found) : std::vector<announcement>{};
  announcement_writer to{s, announcer_of(s.db, row.seed), is_listing, at};
  for (const auto& dataset : found.datasets) to.take_dataset(dataset);
  for (const auto& one : found.uris) to.take(one);
  for (const auto& one : not_listed) to.refuse_listed(one);
  to.sums().store(s.db, row.id);
  return store_announcement_defects(s.db, row.id, of, found);
}

void store_announcements_of_nobody(journal_tables& s, const announcements& found, timestamp at) {
  announcement_writer to{s, {}, true, at};
  for (const auto& one : found.uris) to.take(one);
}

}  // namespace laundromat
