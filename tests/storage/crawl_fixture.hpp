// A journal test with crawls of seeds, one an hour.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "storage/journal/journal_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

class crawl_test : public journal_test {
 protected:
  record_hash begin_crawl(const record_hash& seed) { return start(seed, noon + seconds{3'600 * ++crawls_}); }
  void end_crawl(const record_hash& seed) {
    now(seed_change(seed, event::crawl_ended, noon + seconds{3'600 * crawls_ + 60}));
  }
  void wash(const record_hash& entry, const std::string& text) {
    leaf(entry);
    guess(entry);
    parse(entry, sha256(text));
  }
  record_hash crawl(const record_hash& seed, const std::string& text) {
    const auto download = begin_crawl(seed);
    file_body(download);
    wash(download, text);
    end_crawl(seed);
    return download;
  }
  /// A failure of the connection has no body; other failures have one.
  record_hash crawl_failing(const record_hash& seed, errc cause, bool has_body) {
    const auto download = begin_crawl(seed);
    if (has_body) file_body(download), leaf(download), claim(download);
    auto c = entry_change(download, has_body ? event::not_rdf : event::failed_for_good,
                          noon + seconds{3'600 * crawls_ + 30});
    c.cause = cause;
    if (has_body) c.fact = guess_outcome{};
    now(c);
    end_crawl(seed);
    return download;
  }
  record_hash crawl_unchanged(const record_hash& seed) {
    const auto download = begin_crawl(seed);
    now(entry_change(download, event::not_modified));
    end_crawl(seed);
    return download;
  }
  std::vector<record_hash> list(std::optional<status> wanted, crawl_scope crawls = crawl_scope::present) {
    document_filter filter;
    filter.current = wanted;
    filter.crawls = crawls;
    std::vector<record_hash> found;
    const auto rows = reader().documents(filter, 100).value();
    for (const auto& row : rows) found.push_back(row.entry);
    return found;
  }
  std::uint64_t count(status wanted, crawl_scope crawls = crawl_scope::present) {
    std::uint64_t sum = 0;
    const auto rows = reader().counts(crawls).value();
    for (const auto& row : rows)
      if (row.kind == record_kind::entry && row.current == wanted) sum += row.count;
    return sum;
  }
  seed_standing has_standing(const record_hash& seed) {
    const auto row = reader().listed_seed(seed).value();
    return standing_of(row.seed, row.crawled, noon + seconds{3'600 * crawls_ + 61});
  }
  journal_reader reader() { return journal_reader{j()}; }

  int crawls_ = 0;
};

}  // namespace laundromat
