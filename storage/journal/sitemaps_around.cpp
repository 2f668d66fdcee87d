// Reads the sitemaps around a URI: follows joins from sitemap to sitemap, each with the folders around it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "core/web/robots.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/sitemap_rows.hpp"

namespace laundromat {

namespace {

#define LAUNDROMAT_SELECT_SITEMAP                                                                            \
  "SELECT m.seed, m.uri, s.uri, m.is_index, m.authority, m.refused, m.joins_left_out, m.read_ms, CASE WHEN " \
  "m.is_index THEN m.lists ELSE x'' END FROM sitemaps m JOIN seeds s ON s.id = m.seed "

class space_collector {
 public:
  space_collector(database& db, const uri_space_limits& limits) : db_(db), limits_(limits) {}

  known_sitemaps collect_around(std::string_view uri) {
    load_folders(uri);
    const auto of_uri = out_.sitemaps.size();
    for (std::size_t i = 0; i < out_.sitemaps.size(); ++i) load_joined(i);
    for (std::size_t i = 0; i < of_uri; ++i) load_claimants(i);
    load_robots(uri);
    for (std::size_t i = 0; i < out_.sitemaps.size(); ++i) load_robots(out_.sitemaps[i].uri);
    tell_lists();
    return std::move(out_);
  }

 private:
  bool has_room() {
    if (out_.sitemaps.size() < limits_.sitemaps) return true;
    out_.is_cut = true;
    return false;
  }

  void take(const cursor& c) {
    const auto seed = c.integer(0);
    if (place_.contains(seed) || !has_room()) return;
    known_sitemap one{.uri = c.text(1)};
    if (auto asked = c.text(2); asked != one.uri) one.asked = std::move(asked);
    one.is_index = c.integer(3) != 0;
    one.authority = c.text(4);
    one.refused_authority = c.text(5);
    out_.is_cut = out_.is_cut || c.integer(6) != 0;
    one.read = c.time(7);
    place_.emplace(seed, out_.sitemaps.size());
    seeds_.push_back(seed);
    lists_.push_back(c.text(8));
    out_.sitemaps.push_back(std::move(one));
  }

  void load_folders(std::string_view uri) {
    auto folders = folders_around(uri);
    std::ranges::reverse(folders);
    if (folders.size() > limits_.folders) {
      folders.resize(limits_.folders);
      out_.is_cut = true;
    }
    for (const auto& folder : folders) {
      if (!folders_.insert(folder).second) continue;
      for (const bool is_index : {false, true}) {
        auto c = db_.query(LAUNDROMAT_SELECT_SITEMAP
                           "WHERE m.folder = ?1 AND m.is_index = ?2 ORDER BY m.is_plain, m.seed LIMIT ?3",
                           folder, is_index, limits_.of_folder);
        while (c.next()) take(c);
      }
    }
  }

  void load(row_id seed) {
    if (seed == 0 || place_.contains(seed)) return;
    auto c = db_.query(LAUNDROMAT_SELECT_SITEMAP "WHERE m.seed = ?1", seed);
    if (c.next()) take(c);
  }

  /// What a sitemap joins, with the folders around it.
  void load_joined(std::size_t number) {
    struct join {
      bool is_parent;
      record_hash named;
      std::string uri;
    };
    const auto joins = collect<join>(
        db_.query("SELECT is_parent, named, uri FROM sitemap_joins WHERE seed = ?1 ORDER BY is_parent, uri",
                  seeds_[number]),
        [](const cursor& c) {
          return join{c.integer(0) != 0, c.digest<record_hash>(1), c.text(2)};
        });
    for (const auto& one : joins) {
      auto& to = one.is_parent ? out_.sitemaps[number].parent_sitemaps : out_.sitemaps[number].sub_sitemaps;
      to.push_back(one.uri);
    }
    if (claimants_.contains(seeds_[number])) return;
    for (const auto& one : joins) {
      const auto seed = row_of_seed(db_, one.named);
      load(seed);
      if (const auto found = place_.find(seed); found != place_.end())
        load_folders(std::string{out_.sitemaps[found->second].uri});
    }
  }

  /// Those that name a sitemap, for what they claim; what they join is of no importance.
  void load_claimants(std::size_t number) {
    const auto& one = out_.sitemaps[number];
    const auto seeds = collect<row_id>(
        db_.query(
            "SELECT DISTINCT seed FROM sitemap_joins WHERE named = ?1 OR named = ?2 ORDER BY seed LIMIT ?3",
            seed_hash(one.uri), seed_hash(one.asked.empty() ? one.uri : one.asked), limits_.claimants),
        [](const cursor& c) { return c.integer(0); });
    for (const auto seed : seeds) {
      if (place_.contains(seed)) continue;
      claimants_.insert(seed);
      load(seed);
      if (const auto found = place_.find(seed); found != place_.end()) load_joined(found->second);
    }
  }

  void load_robots(std::string_view uri) {
    const auto host = authority_key(normalize_seed(uri));
    if (!host || !hosts_.insert(*host).second) return;
    auto c = db_.query("SELECT body, read_ms FROM robots WHERE authority = ?1", *host);
    if (!c.next()) return;
    known_robots robots{*host, parse_robots(c.bytes(0), "*").sitemaps(), c.time(1)};
    const auto origin = std::string(uri.substr(0, uri.find('/', uri.find("://") + 3))) + "/robots.txt";
    std::size_t indexes = 0;
    for (auto& named : robots.names) {
      named = resolve(origin, named);
      if (indexes >= limits_.named_by_robots) continue;
      const auto seed = row_of_seed(db_, seed_hash(named.substr(0, named.find('#'))));
      auto found = db_.query(LAUNDROMAT_SELECT_SITEMAP "WHERE m.seed = ?1 AND m.is_index = 1", seed);
      if (!found.next()) continue;
      ++indexes;
      take(found);
    }
    out_.robots.push_back(std::move(robots));
  }

  /// Of what an index lists, the sitemaps that are here.
  void tell_lists() {
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      if (lists_[i].empty()) continue;
      for (const auto& one : out_.sitemaps)
        if (!one.is_index &&
            (is_in_list(lists_[i], one.uri) || (!one.asked.empty() && is_in_list(lists_[i], one.asked))))
          out_.sitemaps[i].lists.push_back(one.uri);
    }
  }

  database& db_;
  const uri_space_limits& limits_;
  known_sitemaps out_;
  std::map<row_id, std::size_t> place_;  ///< of a seed in `out_.sitemaps`
  std::vector<row_id> seeds_;            ///< of each sitemap
  std::vector<std::string> lists_;       ///< of each sitemap, as stored
  std::set<std::string> folders_, hosts_;
  std::set<row_id> claimants_;
};

}  // namespace

result<known_sitemaps> announcement_reader::sitemaps_around(std::string_view uri,
                                                            const uri_space_limits& limits) {
  return answered([&] { return space_collector{state_->db, limits}.collect_around(uri); });
}

}  // namespace laundromat
