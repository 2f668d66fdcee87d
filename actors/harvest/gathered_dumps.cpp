// Looks at each crawl, and refuses what cannot be a dump.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/gathered_dumps.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/providers/graph_binding.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

void add_documents(const seed_crawl& crawl, std::vector<content_digest>& to) {
  for (const auto& one : crawl.documents)  // one without statements has no file
    if (one.statements > 0 && std::ranges::find(to, one.hash) == to.end()) to.push_back(one.hash);
}

/// Why a crawl cannot be a dump; empty: it can.
std::string fault_of_dump(const std::string& uri, const seed_crawl& crawl,
                          const std::vector<std::string>& formats) {
  if (crawl.has_failed) return "the dump " + uri + " could not be read: " + told_reason(crawl);
  if (crawl.documents.empty()) return "the dump " + uri + " could not be read: it has no RDF";
  if (is_downgraded(uri, crawl.uri)) return "the dump " + uri + " came by plain http from " + crawl.uri;
  // A page in the place of a dump is mostly about the dump, or about maintenance.
  constexpr std::string_view rdfa = "http://www.w3.org/ns/formats/RDFa";
  if (crawl.is_page && std::ranges::find(formats, rdfa) == formats.end())
    return "the dump " + uri + " is an HTML page; if that is meant, write void:feature <" +
           std::string{rdfa} + ">";
  return {};
}

}  // namespace

std::string told_reason(const seed_crawl& crawl) {
  std::string reason{meaning_of(crawl.cause)};
  if (crawl.cause == errc::address_refused) return reason;
  return crawl.detail.empty() ? reason : reason + ", " + crawl.detail;
}

gathered_dumps gather_dumps(const provider_dataset& dataset, const std::vector<seed_crawl>& crawls,
                            graph_import& import) {
  gathered_dumps all;
  for (std::size_t i = 0; i < crawls.size(); ++i) {
    const auto& crawl = crawls[i];
    const auto& uri = dataset.dumps[i];
    all.fault = fault_of_dump(uri, crawl, dataset.formats);
    if (!all.fault.empty()) {
      all.cause = crawl.has_failed ? crawl.cause : errc::ok;
      return all;
    }
    if (short_authority(uri) != short_authority(crawl.uri))
      add_line(import.detail, uri + " came from " + crawl.uri);
    add_documents(crawl, all.found.documents);
    import.defects += crawl.defects;
    import.skipped_bytes += crawl.skipped_bytes;
    all.found.is_damaged = all.found.is_damaged || crawl.is_damaged;
    if (crawl.failed_members > 0)
      add_line(import.detail,
               number_of(crawl.failed_members, "document") + " in " + uri + " could not be read");
  }
  return all;
}

}  // namespace laundromat
