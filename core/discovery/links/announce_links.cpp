// Turns links into announcements, grouped by what they are links of.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/announce_links.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/base/keyed_table.hpp"
#include "core/discovery/links/link_relation.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view without_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

/// RFC 5829.
bool is_version_relation(std::string_view relation) {
  return relation == "version-history" || relation == "latest-version" || relation == "predecessor-version" ||
         relation == "successor-version";
}

/// The links of one context.
struct context_links {
  std::string context;  ///< empty: the document itself
  std::string cite_as;  ///< its persistent identifier
  std::vector<std::string> licences;
  std::vector<related_dataset> other_versions, mirrors;
  std::vector<std::string> descriptions;
  std::vector<std::size_t> announced;  ///< places in `announcements::uris`
  std::uint64_t line = 0;
};

class announcer {
 public:
  announcer(std::string_view address, std::string_view base, announcements& found,
            const announcement_limits& limits)
      : address_(without_fragment(address)), base_(base), found_(found), limits_(limits) {
    contexts_.push_back({});
  }

  void add(const web_link& link) {
    if (link.relations.empty())
      return note(found_, limits_,
                  {errc::announcement_syntax, link.line,
                   "a link to `" + link.target.substr(0, 200) + "` without a relation; it is not used"});
    auto& of = context_of(link);
    const auto target = resolve(base_, encode_illegal(link.target));
    for (const auto& relation : link.relations) {
      if (relation == "cite-as" && of.cite_as.empty()) of.cite_as = target;
      if (relation == "license") of.licences.push_back(target);
      if (is_version_relation(relation)) add_related(of.other_versions, target, relation);
      if (relation == "duplicate") add_related(of.mirrors, target, relation);
      const auto kind = kind_of_link(relation, link.media_type, link.language);
      if (!kind || without_fragment(target) == address_) continue;
      const auto known = found_.uris.size();
      announce(found_, limits_,
               {target, *kind, {}, link.media_type, relation, {}, {}, {}, 0, link.line, of.context});
      if (found_.uris.size() > known) of.announced.push_back(known);
      if (*kind == announced_as::description) of.descriptions.push_back(target);
    }
  }

  void finish() {
    for (const auto& of : contexts_) make_dataset(of);
  }

 private:
  context_links& context_of(const web_link& link) {
    auto anchor = link.anchor.empty() ? std::string{} : resolve(base_, encode_illegal(link.anchor));
    if (anchor.empty() || without_fragment(anchor) == address_) return contexts_.front();
    const auto [at, is_new] = places_.try_emplace(anchor, contexts_.size());
    if (is_new) contexts_.push_back({anchor, {}, {}, {}, {}, {}, {}, link.line});
    return contexts_[at->second];
  }

  void make_dataset(const context_links& of) {
    if (of.cite_as.empty() && of.licences.empty()) return;
    const auto& page = of.context.empty() ? address_ : of.context;
    announced_dataset one;
    one.iri = of.cite_as.empty() ? page : of.cite_as;
    one.key = one.iri;
    if (found_.datasets.size() >= limits_.datasets) {
      if (!is_full_)
        note(found_, limits_,
             {errc::announcement_limit, of.line,
              "only the first " + number_of(limits_.datasets, "dataset") + " of the links are used"});
      is_full_ = true;
      return;
    }
    for (const auto place : of.announced) found_.uris[place].dataset = one.key;
    if (!keys_.insert(one.key).second) return;
    one.descriptions = of.descriptions;
    for (const auto& licence : of.licences) add_licence(one, licence);
    one.other_versions = of.other_versions;
    one.mirrors = of.mirrors;
    one.line = of.line;
    found_.datasets.push_back(std::move(one));
  }

  std::string address_, base_;
  announcements& found_;
  const announcement_limits& limits_;
  std::vector<context_links> contexts_;  ///< the first is the document itself
  keyed_map<std::string, std::size_t> places_;
  keyed_set<std::string> keys_;  ///< of datasets
  bool is_full_ = false;
};

}  // namespace

void announce_links(std::span<const web_link> links, std::string_view address, std::string_view base,
                    announcements& found, const announcement_limits& limits) {
  announcer all{address, base, found, limits};
  for (const auto& link : links) all.add(link);
  all.finish();
}

announcements announce_link_fields(std::span<const std::string> values, std::string_view address,
                                   const announcement_limits& limits) {
  announcements found;
  std::vector<web_link> links;
  for (const auto& value : values) {
    auto field = read_link_field(value, limits.announcements);
    for (auto& fault : field.faults)
      note(found, limits, {errc::announcement_syntax, 0, std::move(fault.message)});
    found.left_out += field.left_out;
    for (auto& link : field.links) {
      link.line = 0;
      links.push_back(std::move(link));
    }
  }
  announce_links(links, address, address, found, limits);
  return found;
}

}  // namespace laundromat
