// Counts refusals by host.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/refusing_hosts.hpp"

#include "core/base/http_status_of.hpp"

namespace laundromat {

namespace {

bool is_answer(const ended_crawl& crawl) {
  return crawl.root == status::parsed || crawl.root == status::depleted || crawl.root == status::unchanged ||
         crawl.cause == errc::http_status || crawl.cause == errc::non_rdf_format;
}

bool is_refusal(const ended_crawl& crawl) {
  const auto code = http_status_of(crawl.cause, crawl.detail);
  return code == "403" || code == "429" || code == "451";
}

}  // namespace

refusing_hosts::finding refusing_hosts::add(const ended_crawl& crawl) {
  if (!is_answer(crawl)) return finding::nothing;
  if (!is_refusal(crawl)) {
    rows_.erase(crawl.authority);
    return finding::answers;
  }
  const auto known = rows_.find(crawl.authority);
  if (known == rows_.end() && rows_.size() >= most_hosts) return finding::nothing;
  auto& count = known == rows_.end() ? rows_[crawl.authority] : known->second;
  if (count < refusals_to_tell) return ++count == refusals_to_tell ? finding::refuses : finding::nothing;
  return finding::nothing;
}

}  // namespace laundromat
