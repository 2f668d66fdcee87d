// Looks for datasets by their prefixes, and by the sitemaps of the owner.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/covering_datasets.hpp"

#include <algorithm>
#include <set>

#include "core/discovery/sitemap/speaks_for.hpp"
#include "core/discovery/sitemap/uri_space.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {

namespace {

/// `://host` of a URI as it is written, with its port.
std::string_view host_text(std::string_view uri) {
  const auto begin = uri.find("://");
  if (begin == uri.npos) return {};
  return uri.substr(begin, uri.find_first_of("/?#", begin + 3) - begin);
}

class cover_search {
 public:
  cover_search(journal& from, uri_owners& owners, std::string_view uri, std::size_t limit)
      : from_(from), owners_(owners), uri_(uri), limit_(limit), owner_(owners.of(uri).owner) {
    out_.owner_is_known = !owner_.empty();
  }

  result<covering_datasets> run() {
    if (auto done = by_prefix(); !done) return tl::unexpected(done.error());
    if (auto done = by_sitemap(); !done) return tl::unexpected(done.error());
    for (auto& one : out_.datasets)
      if (auto done = judge(one); !done) return tl::unexpected(done.error());
    if (owners_.problem()) return tl::unexpected(*owners_.problem());
    std::ranges::stable_sort(out_.datasets, [](const covering_dataset& a, const covering_dataset& b) {
      return a.announcer_is_owner > b.announcer_is_owner;
    });
    return std::move(out_);
  }

 private:
  bool take(const dataset_row& row) {
    if (known_.contains(row.id)) return true;
    if (out_.datasets.size() >= limit_) {
      out_.is_cut = true;
      return false;
    }
    known_.insert(row.id);
    out_.datasets.push_back({.row = row, .announcer = {}, .claims_uri = claims(row.dataset, uri_)});
    return true;
  }

  result<void> by_prefix() {
    const auto host = host_text(uri_);
    if (host.empty()) return {};
    return announcement_reader{from_}.each_dataset_with(
        host, [&](const dataset_row& row) { return !claims(row.dataset, uri_) || take(row); });
  }

  /// Those of the sitemap of the URI, and of the sitemaps that are joined with it.
  result<void> by_sitemap() {
    if (owner_.empty()) return {};
    announcement_reader reader{from_};
    const auto around = reader.sitemaps_around(uri_);
    if (!around) return tl::unexpected(around.error());
    const uri_spaces spaces{claims_of(*around)};
    for (const auto& sitemap : around->sitemaps) {
      if (sitemap.is_index || !spaces.is_honoured(uri_space_of(sitemap.uri)) ||
          spaces.owner_of(sitemap.uri) != spaces.owner_of(uri_))
        continue;
      const auto seed = seed_hash(sitemap.asked.empty() ? sitemap.uri : sitemap.asked);
      if (auto read = reader.each_dataset(seed, [&](const dataset_row& row) { return take(row); }); !read)
        return read;
    }
    return {};
  }

  /// A sitemap in a folder that nobody has delegated, such as that of a user, says nothing for the owner of the folder around it.
  result<bool> sitemap_counts(const std::string& sitemap) {
    const auto around = announcement_reader{from_}.sitemaps_around(sitemap);
    if (!around) return tl::unexpected(around.error());
    const auto counting = claims_of(*around);
    return uri_spaces{counting}.is_honoured(uri_space_of(sitemap)) &&
           std::ranges::find(counting, sitemap, &sitemap_claims::uri) != counting.end();
  }

  result<void> judge(covering_dataset& one) {
    announcement_reader reader{from_};
    auto address = reader.address(one.row.announcer);
    if (!address) return tl::unexpected(address.error());
    one.announcer = address->empty() ? one.row.announcer_uri : *std::move(address);
    const auto space = owners_.of(one.announcer);
    const bool is_of_owner = !owner_.empty() && space.owner == owner_;
    const auto read = reader.sitemap_read(one.row.announcer);
    if (!read) return tl::unexpected(read.error());
    if (*read != timestamp{}) {
      one.is_announced_now = one.row.last >= *read;
      const auto counts = is_of_owner ? sitemap_counts(one.announcer) : result<bool>{false};
      if (!counts) return tl::unexpected(counts.error());
      one.announcer_is_owner = *counts;
      return {};
    }
    one.announcer_is_owner =
        is_of_owner && (speaks_for(one.announcer, uri_, {}) || speaks_for(one.announcer, space.folder, {}));
    const auto file = reader.file(one.row.announcer);
    if (!file) return tl::unexpected(file.error());
    one.is_announced_now = !file->has_documents || one.row.last >= file->at;
    return {};
  }

  journal& from_;
  uri_owners& owners_;
  std::string_view uri_;
  std::size_t limit_;
  std::string owner_;
  covering_datasets out_;
  std::set<std::int64_t> known_;
};

}  // namespace

result<covering_datasets> datasets_covering(journal& from, uri_owners& owners, std::string_view uri,
                                            std::size_t limit) {
  return cover_search{from, owners, uri, limit}.run();
}

bool is_called(const announced_dataset& dataset, std::string_view name) {
  return name == dataset.label || name == dataset.key || (!name.empty() && name == dataset.iri);
}

}  // namespace laundromat
