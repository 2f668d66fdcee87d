// Estimates sizes of datasets, and the time that requests take.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/access_cost.hpp"

#include <algorithm>
#include <limits>

#include "core/base/count_words.hpp"
#include "core/planning/plan_sentences.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr auto most_figure = std::numeric_limits<std::int64_t>::max() / 4;  // no sum of a few overflows

// The product, at most `most_figure`.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  constexpr auto most = static_cast<std::uint64_t>(most_figure);
  return b != 0 && a > most / b ? most : a * b;
}

// As many milliseconds as fit.
milliseconds span(double ms) {
  return milliseconds{static_cast<std::int64_t>(std::min(ms, static_cast<double>(most_figure)))};
}

std::uint64_t rounded_up(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? a : a / b + (a % b == 0 ? 0 : 1);
}

std::string host_key(std::string_view uri) {
  return authority_key(uri).value_or(std::string{uri});
}

const known_host* host_of(const planning_policy& policy, std::string_view uri) {
  const auto at = policy.hosts.find(host_key(uri));
  return at == policy.hosts.end() ? nullptr : &at->second;
}

std::optional<milliseconds> crawl_delay_of(const planning_policy& policy, std::string_view uri) {
  const auto* host = host_of(policy, uri);
  return host && host->robots ? host->robots->asked_pause(policy.host.crawl_delay_most) : std::nullopt;
}

figure documents_of(const announced_dataset& dataset, const cost_assumptions& assume, std::uint64_t triples,
                    const std::string& why) {
  if (dataset.documents > 0) return {dataset.documents};
  if (dataset.entities > 0) return {dataset.entities, "one document for each of the announced entities"};
  return {std::max<std::uint64_t>(rounded_up(triples, assume.triples_per_document), 1),
          number_of(assume.triples_per_document, "triple") + " per document" + why};
}

}  // namespace

dataset_size estimate_size(const announced_dataset& dataset, const cost_assumptions& assume) {
  dataset_size out;
  const auto announced_documents = std::max(dataset.documents, dataset.documents ? 0 : dataset.entities);
  if (dataset.triples > 0)
    out.triples = {dataset.triples};
  else if (announced_documents > 0)
    out.triples = {times(announced_documents, assume.triples_per_document),
                   number_of(assume.triples_per_document, "triple") + " per document"};
  else if (dataset.dump_bytes > 0 && assume.dump_bytes_per_triple > 0)
    out.triples = {rounded_up(dataset.dump_bytes, assume.dump_bytes_per_triple),
                   number_of(assume.dump_bytes_per_triple, "byte") + " of the dump per triple"};
  else
    out.triples = {assume.triples, "nothing is announced about the size: " +
                                       number_of(assume.triples, "triple") + " are assumed"};
  const auto why = out.triples.is_estimate() ? "; " + out.triples.rule : std::string{};
  out.documents = documents_of(dataset, assume, out.triples.value, why);
  if (dataset.dump_bytes > 0)
    out.dump_bytes = {dataset.dump_bytes};
  else
    out.dump_bytes = {times(out.triples.value, assume.dump_bytes_per_triple),
                      number_of(assume.dump_bytes_per_triple, "byte") + " per triple, compressed" + why};
  return out;
}

milliseconds pause_between(const planning_policy& policy, std::string_view uri, milliseconds took) {
  const auto& host = policy.host;
  auto pause = host.delay;
  if (host.adaptive)
    pause = std::max(
        pause, std::min(span(static_cast<double>(took.count()) * host.adaptive_factor), host.adaptive_most));
  return std::max(pause, crawl_delay_of(policy, uri).value_or(milliseconds{0}));
}

milliseconds predict_time(const planning_policy& policy, const std::vector<host_requests>& hosts) {
  const auto per_second = static_cast<double>(std::max<std::uint64_t>(policy.assume.bytes_per_second, 1));
  double longest = 0, bytes = 0;
  for (const auto& one : hosts) {
    if (one.requests == 0) continue;
    const auto* known = host_of(policy, one.uri);
    const auto answer = known && known->answer ? *known->answer : one.answer;
    const auto count = static_cast<double>(one.requests);
    const auto transfer = static_cast<double>(one.bytes) * 1'000 / per_second;
    const auto took = span(static_cast<double>(answer.count()) + transfer / count);
    const auto pauses = (count - 1) * static_cast<double>(pause_between(policy, one.uri, took).count());
    const auto lanes = static_cast<double>(std::max<std::uint32_t>(policy.host.connections, 1));
    longest = std::max(longest, (count * static_cast<double>(answer.count()) + pauses) / lanes + transfer);
    bytes += static_cast<double>(one.bytes);
  }
  return span(std::max(longest, bytes * 1'000 / per_second));
}

std::string refusal_of(const planning_policy& policy, std::string_view uri) {
  const auto delay = crawl_delay_of(policy, uri).value_or(milliseconds{0});
  if (delay > policy.host.crawl_delay_most)
    return host_key(uri) + " asks for " + span_text(delay) +
           " between requests, and the campaign accepts at most " + span_text(policy.host.crawl_delay_most);
  const auto* host = host_of(policy, uri);
  if (!host || !host->robots) return {};
  const auto verdict = host->robots->judge_uri(uri);
  if (verdict.is_allowed) return {};
  return "robots.txt of " + host_key(uri) + " forbids " + std::string{uri} +
         (verdict.rule.empty() ? "" : " (" + verdict.rule + ")");
}

}  // namespace laundromat
