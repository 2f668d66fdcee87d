// Builds the chain from robots.txt to the space of a URI, and to the spaces that are joined with it.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/authority_chain.hpp"

#include <algorithm>
#include <set>

#include "core/base/count_words.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

std::string quoted(std::string_view uri) {
  return '`' + std::string(uri) + '`';
}

std::string listed_in_words(const std::vector<std::string>& uris) {
  std::string out;
  for (std::size_t i = 0; i < uris.size(); ++i)
    out.append(i == 0 ? "" : i + 1 == uris.size() ? " and " : ", ").append(quoted(uris[i]));
  return out;
}

class chain_builder {
 public:
  chain_builder(const known_sitemaps& known, std::string_view uri)
      : known_(known), claims_(claims_of(known)), spaces_(claims_) {
    account_.uri = uri;
  }

  authority_account build() {
    const std::string_view uri = account_.uri;
    find_folders();
    tell_robots();
    tell_indexes();
    tell_spaces();
    account_.folder = spaces_.folder_of(uri);
    if (const auto* sitemap = spaces_.sitemap_of(uri)) account_.sitemap = sitemap->uri;
    account_.publisher = spaces_.publisher_of(uri);
    tell_authority();
    tell_joins();
    if (known_.is_cut)
      add(chain_link::limit, false,
          "there are more sitemaps around the URI, or joined with them, than were read: a join may be "
          "missing");
    return std::move(account_);
  }

 private:
  struct around {
    std::string folder;
    std::vector<const known_sitemap*> sitemaps;
  };

  void add(chain_link link, bool counts, std::string sentence, timestamp read = {}) {
    account_.chain.push_back({link, counts, std::move(sentence), read});
  }

  /// The sitemaps whose folders are around the URI, the outermost first; an index is none.
  void find_folders() {
    auto folders = folders_around(account_.uri);
    std::ranges::reverse(folders);
    for (auto& folder : folders) {
      around one{std::move(folder), {}};
      for (const auto& sitemap : known_.sitemaps)
        if (!sitemap.is_index && uri_space_of(sitemap.uri) == one.folder) one.sitemaps.push_back(&sitemap);
      if (!one.sitemaps.empty()) around_.push_back(std::move(one));
    }
  }

  void tell_robots() {
    const auto host = authority_key(normalize_seed(account_.uri));
    if (!host)
      return add(chain_link::robots, false, "the URI has no host: no sitemap can have it in its space");
    const auto* robots = robots_of(known_, account_.uri);
    if (robots == nullptr || robots->read == timestamp{})
      return add(chain_link::robots, false, "robots.txt of " + *host + " was not read");
    std::vector<std::string> shown;
    for (const auto& sitemap : known_.sitemaps)
      if (is_named_in(robots->names, sitemap)) shown.push_back(sitemap.uri);
    if (robots->names.empty())
      add(chain_link::robots, false, "robots.txt of " + *host + " names no sitemap", robots->read);
    else if (shown.empty())
      add(chain_link::robots, false,
          "robots.txt of " + *host + " names " + number_of(robots->names.size(), "sitemap") +
              ", none of which concerns the URI or was read",
          robots->read);
    else
      add(chain_link::robots, true, "robots.txt of " + *host + " names " + listed_in_words(shown),
          robots->read);
  }

  /// Whether robots.txt of the host of the URI names an index.
  [[nodiscard]] bool is_named(const known_sitemap& index) const {
    const auto* robots = robots_of(known_, account_.uri);
    return robots != nullptr && is_named_in(robots->names, index);
  }

  /// Of those around the URI, the ones that an index lists.
  [[nodiscard]] std::vector<std::string> listed_by(const known_sitemap& index) const {
    std::vector<std::string> out;
    for (const auto& one : around_)
      for (const auto* sitemap : one.sitemaps)
        if (is_named_in(index.lists, *sitemap)) out.push_back(sitemap->uri);
    return out;
  }

  void tell_indexes() {
    for (const auto& index : known_.sitemaps) {
      if (!index.is_index) continue;
      const auto listed = listed_by(index);
      const bool named = is_named(index);
      if (!named && listed.empty()) continue;
      auto sentence =
          "the sitemap index " + quoted(index.uri) +
          (listed.empty() ? " lists no sitemap around the URI" : " lists " + listed_in_words(listed));
      if (!named) sentence += ", but robots.txt does not name this index";
      add(chain_link::index, named && !listed.empty(), std::move(sentence), index.read);
    }
  }

  void tell_spaces() {
    const around* outer = nullptr;
    for (const auto& one : around_) {
      tell_unnamed(one);
      const bool counts = spaces_.is_honoured(one.folder);
      const auto& sitemap = *one.sitemaps.front();
      if (outer == nullptr)
        add(chain_link::space, true,
            quoted(uri_of(one)) + " is the outermost sitemap: its URI space is what begins with " +
                quoted(one.folder),
            sitemap.read);
      else
        add(chain_link::delegation, counts,
            quoted(uri_of(one)) + " is in this space, in the folder " + quoted(one.folder) +
                (counts ? ", which is delegated: one index lists both"
                        : ", which is not delegated: " + why_not(one, *outer) + "; its URIs stay with " +
                              quoted(uri_of(*outer))),
            sitemap.read);
      if (counts) outer = &one;
    }
    if (around_.empty()) add(chain_link::space, false, "no sitemap was read in whose URI space the URI is");
  }

  [[nodiscard]] bool has_claims(const known_sitemap& sitemap) const {
    return std::ranges::find(claims_, sitemap.uri, &sitemap_claims::uri) != claims_.end();
  }

  /// The first one that counts.
  [[nodiscard]] std::string_view uri_of(const around& one) const {
    for (const auto* sitemap : one.sitemaps)
      if (has_claims(*sitemap)) return sitemap->uri;
    return one.sitemaps.front()->uri;
  }

  void tell_unnamed(const around& one) {
    for (const auto* sitemap : one.sitemaps)
      if (!has_claims(*sitemap))
        add(chain_link::space, false,
            quoted(sitemap->uri) +
                " does not count: neither robots.txt nor an index that it names leads to it, as to another "
                "one in "
                "the same folder",
            sitemap->read);
  }

  [[nodiscard]] std::string why_not(const around& inner, const around& outer) const {
    const auto* robots = robots_of(known_, account_.uri);
    if (robots == nullptr || robots->read == timestamp{}) return "robots.txt was not read";
    bool names_inner = false, lists_inner = false, lists_outer = false, foreign = false;
    for (const auto* sitemap : inner.sitemaps)
      names_inner = names_inner || is_named_in(robots->names, *sitemap);
    for (const auto& index : known_.sitemaps) {
      if (!index.is_index) continue;
      const auto lists = [&](const around& some) {
        return std::ranges::any_of(some.sitemaps,
                                   [&](const auto* sitemap) { return is_named_in(index.lists, *sitemap); });
      };
      if (!is_named(index)) {
        foreign = foreign || (lists(inner) && lists(outer));
        continue;
      }
      lists_inner = lists_inner || lists(inner);
      lists_outer = lists_outer || lists(outer);
    }
    if (foreign) return "the index that lists both is not named by robots.txt";
    if (lists_inner && lists_outer) return "no single index lists both";
    if (lists_inner) return "the index does not list " + quoted(uri_of(outer));
    if (lists_outer) return "the index does not list it";
    if (names_inner) return "robots.txt names it, but a sitemap index must list both";
    return "robots.txt names no sitemap index that lists both";
  }

  void tell_authority() {
    for (const auto& one : around_) {
      if (one.folder != account_.folder) continue;
      std::set<std::string> named;
      for (const auto* sitemap : one.sitemaps) {
        if (!sitemap->refused_authority.empty())
          add(chain_link::authority, false, "in " + quoted(sitemap->uri) + ": " + sitemap->refused_authority,
              sitemap->read);
        if (sitemap->authority.empty() || !has_claims(*sitemap)) continue;
        if (named.insert(sitemap->authority).second)
          add(chain_link::authority, account_.publisher == sitemap->authority,
              quoted(sitemap->uri) + " names " + quoted(sitemap->authority) +
                  " as the publisher of all documents in its URI space",
              sitemap->read);
      }
      if (named.size() > 1)
        add(chain_link::authority, false,
            "sitemaps of the same folder name different publishers: none is known");
      if (named.empty())
        add(chain_link::authority, false, quoted(uri_of(one)) + " names no publisher (`sc:authority`)");
    }
  }

  [[nodiscard]] const sitemap_claims* claims_at(std::string_view uri) const {
    const auto name = normalize_seed(uri);
    const auto found =
        std::ranges::find_if(claims_, [&](const auto& one) { return normalize_seed(one.uri) == name; });
    return found == claims_.end() ? nullptr : &*found;
  }

  [[nodiscard]] timestamp read_at(std::string_view uri) const {
    const auto found = std::ranges::find(known_.sitemaps, uri, &known_sitemap::uri);
    return found == known_.sitemaps.end() ? timestamp{} : found->read;
  }

  /// All joins and claims of joins of the spaces that are joined with that of the URI, each pair once.
  void tell_joins() {
    if (account_.folder.empty()) return;
    const auto owner = spaces_.owner_of(account_.uri);
    std::set<std::pair<std::string, std::string>> told;
    std::set<std::string> joined;
    for (const auto& one : claims_) {
      const bool is_ours = spaces_.owner_of(one.uri) == owner && spaces_.is_honoured(uri_space_of(one.uri));
      if (is_ours && uri_space_of(one.uri) != account_.folder) joined.insert(uri_space_of(one.uri));
      for (const auto* list : {&one.sub_sitemaps, &one.parent_sitemaps}) {
        for (const auto& other : *list) {
          const auto* named = claims_at(other);
          const bool concerns_us = is_ours || (named != nullptr && spaces_.owner_of(named->uri) == owner);
          const auto pair = std::minmax({normalize_seed(one.uri), normalize_seed(other)});
          if (concerns_us && told.insert({pair.first, pair.second}).second)
            tell_join(one, other, named, list == &one.sub_sitemaps);
        }
      }
    }
    account_.joined.assign(joined.begin(), joined.end());
  }

  void tell_join(const sitemap_claims& one, const std::string& other, const sitemap_claims* named,
                 bool is_sub) {
    const std::string_view said = is_sub ? "sc:subSitemap" : "sc:parentSitemap";
    const std::string_view answer = is_sub ? "sc:parentSitemap" : "sc:subSitemap";
    auto sentence = quoted(one.uri) + " names " + quoted(other) + " in " + quoted(said);
    if (named == nullptr)
      return add(chain_link::join, false, sentence + ", which was not read as a sitemap: they are not joined",
                 read_at(one.uri));
    if (judge_join(one, *named) != join_verdict::joined)
      return add(
          chain_link::join, false,
          sentence + ", which does not name it in return in " + quoted(answer) + ": they are not joined",
          read_at(one.uri));
    const bool counts =
        spaces_.is_honoured(uri_space_of(one.uri)) && spaces_.is_honoured(uri_space_of(named->uri));
    add(chain_link::join, counts,
        sentence + ", which names it in return in " + quoted(answer) +
            (counts ? ": they are joined"
                    : ": but one of the two has no space of its own, so nothing is joined"),
        read_at(one.uri));
  }

  const known_sitemaps& known_;
  std::vector<sitemap_claims> claims_;
  uri_spaces spaces_;
  std::vector<around> around_;
  authority_account account_;
};

}  // namespace

std::string_view to_string(chain_link link) {
  switch (link) {
    case chain_link::robots:
      return "robots";
    case chain_link::index:
      return "index";
    case chain_link::space:
      return "space";
    case chain_link::delegation:
      return "delegation";
    case chain_link::authority:
      return "authority";
    case chain_link::join:
      return "join";
    case chain_link::limit:
      return "limit";
  }
  return "";
}

authority_account explain_authority(const known_sitemaps& known, std::string_view uri) {
  return chain_builder{known, uri}.build();
}

}  // namespace laundromat
