// Predicts the costs of each announced way to a dataset, and chooses one.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/access_plan.hpp"

#include <algorithm>
#include <tuple>

#include "core/base/count_words.hpp"
#include "core/planning/plan_sentences.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

// `a`, but for the share that `b` has of a whole: no overflow, rounded down.
std::uint64_t share(std::uint64_t a, std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<std::uint64_t>(static_cast<long double>(a) * part / whole);
}

figure product(const figure& count, std::uint64_t each, const std::string& rule) {
  return {share(count.value, each, 1), count.is_estimate() ? rule + "; " + count.rule : rule};
}

class planner {
 public:
  planner(const announced_dataset& dataset, const access_wish& wish, const planning_policy& policy)
      : dataset_(dataset), policy_(policy), assume_(policy.assume) {
    plan_.dataset = dataset.label.empty() ? dataset.key : dataset.label;
    plan_.wish = wish;
    plan_.size = estimate_size(dataset, assume_);
  }

  access_plan plan() {
    if (!dataset_.dumps.empty()) add_dump();
    if (is_listed()) add_documents();
    for (const auto& prefix : dataset_.prefixes) add_linked_data(prefix.prefix);
    for (const auto& endpoint : dataset_.endpoints) add_endpoint(endpoint);
    choose();
    plan_.why = explain(plan_);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool wants_uris() const { return plan_.wish.what == access_wish::purpose::uris; }
  // Sample URIs without a prefix, and as many as there are documents: a list of scattered files (M30). Beside a dump or an endpoint, samples of
  // which no number is announced are examples.
  [[nodiscard]] bool is_listed() const {
    if (dataset_.samples.empty() || !dataset_.prefixes.empty()) return false;
    if (dataset_.documents > 0) return dataset_.samples.size() >= dataset_.documents;
    return dataset_.dumps.empty() && dataset_.endpoints.empty();
  }

  // Refuses the way for the first of its URIs that may not be requested.
  void check(planned_way& way) const {
    for (const auto& uri : way.uris) {
      if (way.refusal.empty()) way.refusal = refusal_of(policy_, uri);
      if (way.refusal.empty() && policy_.refuses) way.refusal = policy_.refuses(way.way, uri);
    }
  }
  void check_age(planned_way& way) const {
    const auto wanted = plan_.wish.not_older_than;
    if (way.age.is_current || wanted == timestamp{} || !way.refusal.empty()) return;
    if (way.age.as_of == timestamp{})
      way.remarks.emplace_back("The date of the dump is not announced: it may be older than wanted.");
    else if (way.age.as_of < wanted)
      way.refusal = "the dump is of " + to_iso8601(way.age.as_of).substr(0, 10) + ", and data from " +
                    to_iso8601(wanted).substr(0, 10) + " on is wanted";
  }

  // The URIs that are still to be requested; counts the others.
  [[nodiscard]] std::vector<std::string> left_of(planned_way& way) const {
    std::vector<std::string> left;
    for (const auto& uri : way.uris) {
      const auto file = policy_.here ? policy_.here(uri) : std::nullopt;
      if (!file || file->at < plan_.wish.not_older_than) {
        left.push_back(uri);
        continue;
      }
      ++way.here;
      way.here_bytes += file->bytes;
    }
    return left;
  }
  static void note_here(planned_way& way) {
    if (way.here == 0) return;
    if (way.here == way.uris.size())
      way.remarks.push_back("All of it is here already (" + size_text(way.here_bytes) +
                            "); laundromat retry requests it again.");
    else
      way.remarks.push_back(number_of(way.here, "file") + " of " + human_count(way.uris.size()) +
                            (way.here == 1 ? " is" : " are") + " here already (" + size_text(way.here_bytes) +
                            "); the costs are those of the rest.");
  }

  // Requests to several hosts, spread as their URIs are.
  static std::vector<host_requests> by_host(const planned_way& way, const std::vector<std::string>& uris,
                                            milliseconds answer) {
    std::vector<host_requests> out;
    std::uint64_t n = 0;
    const std::uint64_t all = uris.size();
    for (const auto& uri : uris) {
      auto host = std::find_if(out.begin(), out.end(), [&](const host_requests& known) {
        return authority_key(known.uri).value_or(known.uri) == authority_key(uri).value_or(uri);
      });
      if (host == out.end()) host = out.insert(out.end(), host_requests{uri, 0, 0, answer});
      // Differences of running sums, so that nothing is lost by rounding.
      host->requests += share(way.requests.value, n + 1, all) - share(way.requests.value, n, all);
      host->bytes += share(way.bytes.value, n + 1, all) - share(way.bytes.value, n, all);
      ++n;
    }
    return out;
  }

  void add_dump() {
    planned_way way;
    way.way = access_way::dump;
    way.uris = dataset_.dumps;
    const auto left = left_of(way);
    way.requests = {left.size()};
    way.bytes = plan_.size.dump_bytes;
    // Of an announced size what is here is known, of an estimated one its share.
    if (left.empty())
      way.bytes = {};
    else if (way.bytes.is_estimate())
      way.bytes.value = share(way.bytes.value, left.size(), way.uris.size());
    else
      way.bytes.value -= std::min(way.bytes.value, way.here_bytes);
    way.age.as_of = dataset_.modified;
    way.time = predict_time(policy_, by_host(way, left, assume_.answer));
    note_here(way);
    check(way);
    check_age(way);
    add(std::move(way));
  }

  void add_documents() {
    planned_way way;
    way.way = access_way::documents;
    way.uris = dataset_.samples;
    const auto left = left_of(way);
    way.requests = {left.size()};
    way.age.is_current = true;
    set_document_costs(way);
    way.time = predict_time(policy_, by_host(way, left, assume_.answer));
    note_here(way);
    check(way);
    if (dataset_.documents == 0)
      way.remarks.emplace_back(
          "The listed documents are taken for all of them, because no number is announced.");
    add(std::move(way));
  }

  void add_linked_data(const std::string& prefix) {
    planned_way way;
    way.way = access_way::linked_data;
    way.uris = {prefix};
    way.requests = wants_uris() ? figure{plan_.wish.uris} : plan_.size.documents;
    way.age.is_current = true;
    set_document_costs(way);
    way.time = predict_time(policy_, {{prefix, way.requests.value, way.bytes.value, assume_.answer}});
    check(way);
    if (!wants_uris()) describe_crawl(way, prefix);
    add(std::move(way));
  }

  void describe_crawl(planned_way& way, const std::string& prefix) const {
    way.gives = coverage::reachable;
    const auto samples =
        std::count_if(dataset_.samples.begin(), dataset_.samples.end(),
                      [&](const std::string& uri) { return uri.starts_with(prefix) || prefix.empty(); });
    if (samples == 0 && way.refusal.empty())
      way.refusal = "no sample URI below " + prefix + " is announced, so that a crawl has no start";
    way.remarks.push_back("A crawl from " + number_of(static_cast<std::uint64_t>(samples), "sample URI") +
                          " gives what its links reach; a component without a sample URI is missed.");
    if (dataset_.change_interval && *dataset_.change_interval < way.time)
      way.remarks.push_back("The dataset changes every " + span_text(*dataset_.change_interval) +
                            ", so that a crawl of " + span_text(way.time) + " mixes its states.");
    else
      way.remarks.push_back("Each later crawl for changes takes as long again.");
  }

  void add_endpoint(const announced_endpoint& endpoint) {
    planned_way way;
    way.way = access_way::endpoint;
    way.uris = {endpoint.uri};
    way.age.is_current = true;
    const bool wants_data = plan_.wish.what != access_wish::purpose::query;
    if (wants_uris()) {
      way.requests = {plan_.wish.uris};
      set_document_costs(way);
      way.time = predict_time(policy_, {{endpoint.uri, way.requests.value, way.bytes.value, assume_.answer}});
    } else if (wants_data) {
      set_page_costs(way);
      way.time =
          predict_time(policy_, {{endpoint.uri, way.requests.value, way.bytes.value, assume_.page_answer}});
      way.remarks.emplace_back(
          "Pages of an endpoint are of one state only if the data does not change meanwhile.");
    } else {
      way.remarks.emplace_back("The costs are those of the queries.");
    }
    if (endpoint.graph == "*")
      way.remarks.emplace_back("The dataset is in several named graphs of the endpoint.");
    check(way);
    add(std::move(way));
  }

  void set_document_costs(planned_way& way) const {
    const auto each = plan_.size.documents.value == 0 ? assume_.triples_per_document
                                                      : plan_.size.triples.value / plan_.size.documents.value;
    const auto triples = std::max<std::uint64_t>(each, 1);
    way.bytes = product(way.requests, triples * assume_.bytes_per_triple,
                        number_of(triples, "triple") + " per document, " +
                            number_of(assume_.bytes_per_triple, "byte") + " each");
  }

  void set_page_costs(planned_way& way) const {
    const auto rows = std::max<std::uint64_t>(assume_.rows_per_page, 1);
    const auto& triples = plan_.size.triples;
    const auto pages = triples.value / rows + (triples.value % rows == 0 ? 0 : 1);
    way.requests = {
        1 + pages + share(pages, assume_.repeated_pages_percent, 100),
        "pages of " + number_of(rows, "triple") + ", and " + std::to_string(assume_.repeated_pages_percent) +
            " % more for counts and repeated pages" + (triples.is_estimate() ? "; " + triples.rule : "")};
    way.bytes = product(triples, assume_.bytes_per_triple,
                        number_of(assume_.bytes_per_triple, "byte") + " per triple");
  }

  void add(planned_way way) { plan_.ways.push_back(std::move(way)); }

  void choose() {
    const bool wants_queries = plan_.wish.what == access_wish::purpose::query;
    const auto rank = [&](const planned_way& way) {
      const bool cannot_answer = wants_queries && way.way != access_way::endpoint;
      // The dump is first for the whole dataset; for some URIs their own documents, which are authoritative (M26).
      const int order =
          wants_uris() ? -static_cast<int>(way.way == access_way::linked_data) : static_cast<int>(way.way);
      return std::tuple{cannot_answer, way.gives, way.time, way.requests.value, order};
    };
    for (std::size_t i = 0; i < plan_.ways.size(); ++i) {
      if (!plan_.ways[i].is_possible()) continue;
      if (!plan_.chosen || rank(plan_.ways[i]) < rank(plan_.ways[*plan_.chosen])) plan_.chosen = i;
    }
  }

  const announced_dataset& dataset_;
  const planning_policy& policy_;
  const cost_assumptions& assume_;
  access_plan plan_;
};

}  // namespace

std::string_view to_string(access_way way) {
  switch (way) {
    case access_way::dump:
      return "dump";
    case access_way::documents:
      return "documents";
    case access_way::linked_data:
      return "linked-data";
    case access_way::endpoint:
      return "endpoint";
  }
  return "unknown";
}

std::optional<access_way> access_way_from_name(std::string_view name) {
  for (auto n = 1; n <= static_cast<int>(access_way::last); ++n)
    if (const auto way = static_cast<access_way>(n); to_string(way) == name) return way;
  return std::nullopt;
}

access_plan plan_access(const announced_dataset& dataset, const access_wish& wish,
                        const planning_policy& policy) {
  return planner{dataset, wish, policy}.plan();
}

}  // namespace laundromat
