// Tests of the choice between dump, Linked Data and SPARQL endpoint.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/access_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/planning/plan_sentences.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t million = 1'000'000;

// One request a second, as Semantic Sitemaps counts: the time of the answers is within the second.
planning_policy one_request_a_second() {
  planning_policy out;
  out.assume.answer = milliseconds{0};
  out.assume.bytes_per_second = 1'000 * million;
  return out;
}

announced_dataset geonames() {
  announced_dataset out;
  out.label = "Geonames";
  out.dumps = {"http://download.geonames.org/all-geonames-rdf.zip"};
  out.samples = {"http://sws.geonames.org/3020251/"};
  out.prefixes = {{"http://sws.geonames.org/", slicing_method::cbd}};
  out.documents = 6'400'000;
  return out;
}

announced_dataset uniprot() {
  announced_dataset out;
  out.label = "UniProt";
  out.prefixes = {{"http://purl.uniprot.org/", slicing_method::subject}};
  out.samples = {"http://purl.uniprot.org/uniprot/P38398"};
  out.documents = 14 * million;
  out.triples = 1'400 * million;
  return out;
}

announced_dataset with_endpoint() {
  announced_dataset out;
  out.key = "http://example.org/data";
  out.endpoints = {{"http://example.org/sparql"}};
  out.triples = 2'000'000;
  return out;
}

const planned_way& way_of(const access_plan& plan, access_way kind) {
  const auto at =
      std::find_if(plan.ways.begin(), plan.ways.end(), [&](const auto& way) { return way.way == kind; });
  if (at == plan.ways.end()) throw std::out_of_range{"no such way"};
  return *at;
}

access_way chosen(const announced_dataset& dataset, const access_wish& wish = {},
                  const planning_policy& policy = {}) {
  const auto plan = plan_access(dataset, wish, policy);
  return plan.choice() ? plan.choice()->way : access_way{};
}

access_wish some_uris(std::uint64_t count) {
  return {access_wish::purpose::uris, count, {}};
}

std::chrono::milliseconds days(double count) {
  return milliseconds{static_cast<std::int64_t>(count * 86'400'000)};
}

known_host with_robots(std::string_view file) {
  return {parse_robots(file, "laundromat"), std::nullopt};
}

}  // namespace

TEST(access_plan, geonames_by_documents_takes_two_and_a_half_months_and_its_dump_one_request_R160) {
  const auto plan = plan_access(geonames(), {}, one_request_a_second());
  const auto& documents = way_of(plan, access_way::linked_data);
  EXPECT_EQ(documents.requests, (figure{6'400'000}));
  EXPECT_GE(documents.time, days(74));
  EXPECT_LE(documents.time, days(75));
  EXPECT_EQ(span_text(documents.time), "2.5 months");
  ASSERT_TRUE(plan.choice());
  EXPECT_EQ(plan.choice()->way, access_way::dump);
  EXPECT_EQ(plan.choice()->requests, (figure{1}));
}

TEST(access_plan, uniprot_by_documents_takes_more_than_five_months_R160) {
  const auto plan = plan_access(uniprot(), {}, one_request_a_second());
  const auto& documents = way_of(plan, access_way::linked_data);
  EXPECT_GT(documents.time, days(5 * 30.5));
  EXPECT_LT(documents.time, days(6 * 30.0));
  EXPECT_EQ(span_text(documents.time), "5.4 months");
  EXPECT_NE(std::find(documents.remarks.begin(), documents.remarks.end(),
                      "Each later crawl for changes takes as long again."),
            documents.remarks.end());
}

TEST(access_plan, a_few_uris_are_dereferenced_and_many_come_from_the_dump_M27_R161) {
  EXPECT_EQ(chosen(geonames(), some_uris(1)), access_way::linked_data);
  EXPECT_EQ(chosen(geonames(), some_uris(1'000)), access_way::linked_data);
  EXPECT_EQ(chosen(geonames(), some_uris(5'000'000)), access_way::dump);
}

TEST(access_plan, their_own_documents_are_preferred_to_queries_about_them_M27_R161) {
  auto dataset = geonames();
  dataset.endpoints = {{"http://sws.geonames.org/sparql"}};
  EXPECT_EQ(chosen(dataset, some_uris(10)), access_way::linked_data);
}

TEST(access_plan, queries_are_for_the_endpoint_M27_R161) {
  auto dataset = geonames();
  const access_wish queries{access_wish::purpose::query, 0, {}};
  EXPECT_EQ(chosen(dataset, queries), access_way::dump) << "no endpoint, so a copy answers them";
  dataset.endpoints = {{"http://sws.geonames.org/sparql"}};
  EXPECT_EQ(chosen(dataset, queries), access_way::endpoint);
}

TEST(access_plan, an_endpoint_is_paged_in_the_rows_that_a_virtuoso_gives) {
  const auto plan = plan_access(with_endpoint(), {});
  const auto& way = way_of(plan, access_way::endpoint);
  EXPECT_EQ(way.requests.value, 1U + 200 + 50);
  EXPECT_TRUE(way.requests.is_estimate());
  EXPECT_EQ(way.bytes.value, 300U * million);
  // 251 answers of 5 s, a second between two, and 300 MB at 2 MB/s.
  EXPECT_EQ(way.time, seconds{251 * 5 + 250 + 150});
  EXPECT_EQ(plan.choice(), &way);
}

TEST(access_plan, complete_ways_are_chosen_before_faster_ones_R162) {
  auto dataset = with_endpoint();
  dataset.prefixes = {{"http://example.org/id/"}};
  dataset.samples = {"http://example.org/id/1"};
  dataset.documents = 10;
  const auto plan = plan_access(dataset, {});
  EXPECT_LT(way_of(plan, access_way::linked_data).time, way_of(plan, access_way::endpoint).time);
  EXPECT_EQ(plan.choice()->way, access_way::endpoint);
}

TEST(access_plan, a_crawl_without_a_sample_has_no_start_R162) {
  auto dataset = uniprot();
  dataset.samples = {"http://elsewhere.org/a"};
  const auto plan = plan_access(dataset, {});
  EXPECT_FALSE(plan.chosen);
  EXPECT_EQ(plan.why,
            "No announced way is possible. Linked Data below http://purl.uniprot.org/ is not possible: no "
            "sample URI below http://purl.uniprot.org/ is announced, so that a crawl has no start.");
  EXPECT_EQ(chosen(dataset, some_uris(3)), access_way::linked_data) << "URIs that are given need no start";
}

TEST(access_plan, scattered_files_are_a_list_of_documents_M30_R162) {
  announced_dataset dataset;
  dataset.key = "#1";
  dataset.samples = {"http://a.example/1.rdf", "http://b.example/2.rdf", "http://a.example/3.rdf"};
  const auto plan = plan_access(dataset, {});
  ASSERT_TRUE(plan.choice());
  EXPECT_EQ(plan.choice()->way, access_way::documents);
  EXPECT_EQ(plan.choice()->requests, (figure{3}));
  EXPECT_EQ(plan.choice()->gives, coverage::whole);
  dataset.dumps = {"http://a.example/all.nt"};
  EXPECT_EQ(plan_access(dataset, {}).ways.size(), 1U) << "beside a dump they are examples";
  dataset.dumps.clear();
  dataset.documents = 100;
  EXPECT_FALSE(plan_access(dataset, {}).chosen) << "three samples are not a list of 100 documents";
}

TEST(access_plan, hosts_are_requested_at_the_same_time) {
  announced_dataset dataset;
  dataset.key = "#1";
  for (const auto* host : {"a", "b", "c", "d"})
    dataset.dumps.push_back("http://" + std::string{host} + ".example/dump.nt.gz");
  dataset.dump_bytes = 4 * million;
  auto policy = one_request_a_second();
  policy.host.delay = seconds{10};
  policy.assume.bytes_per_second = million;
  EXPECT_EQ(plan_access(dataset, {}, policy).ways.front().time, seconds{4}) << "only the bandwidth is shared";
  for (auto& uri : dataset.dumps) uri = "http://a.example/" + uri.substr(7, 1);
  EXPECT_EQ(plan_access(dataset, {}, policy).ways.front().time, seconds{34});
}

TEST(access_plan, a_crawl_delay_counts_and_one_above_the_limit_forbids_the_host) {
  auto dataset = with_endpoint();
  dataset.triples = 70'000;
  auto policy = one_request_a_second();
  policy.assume.page_answer = milliseconds{0};
  policy.hosts["example.org:80"] = with_robots("User-agent: *\nCrawl-delay: 20\n");
  EXPECT_EQ(plan_access(dataset, {}, policy).ways.front().time.count() / 1'000, 20 * 8) << "nine requests";
  policy.hosts["example.org:80"] = with_robots("User-agent: *\nCrawl-delay: 600\n");
  const auto plan = plan_access(dataset, {}, policy);
  EXPECT_FALSE(plan.chosen);
  EXPECT_EQ(
      plan.ways.front().refusal,
      "example.org:80 asks for 10 minutes between requests, and the campaign accepts at most 5 minutes");
}

TEST(access_plan, what_robots_txt_forbids_is_not_chosen) {
  auto dataset = geonames();
  planning_policy policy;
  policy.hosts["download.geonames.org:80"] = with_robots("User-agent: *\nDisallow: /all\n");
  const auto plan = plan_access(dataset, {}, policy);
  EXPECT_EQ(plan.choice()->way, access_way::linked_data);
  EXPECT_EQ(way_of(plan, access_way::dump).refusal,
            "robots.txt of download.geonames.org:80 forbids "
            "http://download.geonames.org/all-geonames-rdf.zip (Disallow: /all)");
}

TEST(access_plan, a_slow_host_is_given_the_pauses_of_the_adaptive_delay) {
  auto dataset = with_endpoint();
  dataset.triples = 70'000;
  auto policy = one_request_a_second();
  policy.host.adaptive = true;
  EXPECT_EQ(plan_access(dataset, {}, policy).ways.front().time.count() / 1'000, 9 * 5 + 8 * 25);
  policy.hosts["example.org:80"].answer = seconds{60};
  EXPECT_EQ(plan_access(dataset, {}, policy).ways.front().time.count() / 1'000, 9 * 60 + 8 * 30);
}

TEST(access_plan, a_dump_that_is_too_old_is_not_chosen_M04_R163) {
  auto dataset = geonames();
  access_wish wish;
  wish.not_older_than = from_ms(1'200'000'000'000);
  dataset.modified = from_ms(1'100'000'000'000);
  const auto old = plan_access(dataset, wish);
  EXPECT_EQ(old.choice()->way, access_way::linked_data);
  EXPECT_EQ(way_of(old, access_way::dump).refusal,
            "the dump is of 2004-11-09, and data from 2008-01-10 on is wanted");
  dataset.modified = from_ms(1'250'000'000'000);
  EXPECT_EQ(chosen(dataset, wish), access_way::dump);
  dataset.modified = {};
  const auto unknown = plan_access(dataset, wish);
  EXPECT_EQ(unknown.choice()->way, access_way::dump);
  EXPECT_EQ(unknown.choice()->remarks.front(),
            "The date of the dump is not announced: it may be older than wanted.");
}

TEST(access_plan, a_dataset_that_changes_during_the_crawl_is_remarked) {
  auto dataset = geonames();
  dataset.change_interval = seconds{7 * 86'400};
  const auto plan = plan_access(dataset, {}, one_request_a_second());
  EXPECT_EQ(way_of(plan, access_way::linked_data).remarks.back(),
            "The dataset changes every 7 days, so that a crawl of 2.5 months mixes its states.");
}

TEST(access_plan, no_way_gives_no_choice) {
  const auto plan = plan_access({}, {});
  EXPECT_FALSE(plan.chosen);
  EXPECT_EQ(plan.why, "No way to the data is announced.");
}

TEST(access_plan, absurd_figures_do_not_overflow) {
  auto dataset = with_endpoint();
  dataset.dumps = {"http://example.org/dump"};
  dataset.prefixes = {{"http://example.org/"}};
  dataset.samples = {"http://example.org/a"};
  for (auto* number : {&dataset.triples, &dataset.documents, &dataset.entities, &dataset.dump_bytes})
    *number = std::numeric_limits<std::uint64_t>::max();
  const auto plan = plan_access(dataset, {});
  ASSERT_TRUE(plan.choice());
  for (const auto& way : plan.ways) EXPECT_GT(way.time, days(365)) << to_string(way.way);
}

TEST(dataset_size, is_as_announced_else_estimated_by_a_rule_that_is_named) {
  const cost_assumptions assume;
  announced_dataset dataset;
  auto size = estimate_size(dataset, assume);
  EXPECT_EQ(size.triples,
            (figure{million, "nothing is announced about the size: 1,000,000 triples are assumed"}));
  EXPECT_EQ(size.documents.value, 10'000U);
  EXPECT_EQ(size.dump_bytes.value, 8U * million);
  dataset.dump_bytes = 800;
  size = estimate_size(dataset, assume);
  EXPECT_EQ(size.triples, (figure{100, "8 bytes of the dump per triple"}));
  EXPECT_EQ(size.dump_bytes, (figure{800}));
  dataset.entities = 50;
  size = estimate_size(dataset, assume);
  EXPECT_EQ(size.documents, (figure{50, "one document for each of the announced entities"}));
  EXPECT_EQ(size.triples, (figure{5'000, "100 triples per document"}));
  dataset.documents = 7;
  EXPECT_EQ(estimate_size(dataset, assume).documents, (figure{7}));
  dataset.triples = 9;
  EXPECT_EQ(estimate_size(dataset, assume).triples, (figure{9}));
}

TEST(access_plan, what_is_here_already_is_not_counted_R216) {
  announced_dataset dataset;
  dataset.label = "Socks";
  dataset.dumps = {"http://example.org/a.nt", "http://example.org/b.nt", "http://example.org/c.nt"};
  dataset.dump_bytes = 3'000;
  auto policy = one_request_a_second();
  const auto requested = from_ms(1'700'000'000'000);
  std::uint64_t here = 1;
  policy.here = [&](const std::string& uri) -> std::optional<fetched_file> {
    const auto found = std::find(dataset.dumps.begin(), dataset.dumps.end(), uri) - dataset.dumps.begin();
    if (static_cast<std::uint64_t>(found) >= here) return std::nullopt;
    return fetched_file{requested, 800};
  };
  auto dump = way_of(plan_access(dataset, {}, policy), access_way::dump);
  EXPECT_EQ(dump.here, 1U);
  EXPECT_EQ(dump.requests.value, 2U);
  EXPECT_EQ(dump.bytes.value, 2'200U);
  ASSERT_FALSE(dump.remarks.empty());
  EXPECT_EQ(dump.remarks.front(), "1 file of 3 is here already (800 B); the costs are those of the rest.");
  here = 3;
  const auto plan = plan_access(dataset, {}, policy);
  EXPECT_EQ(plan.choice()->requests.value, 0U);
  EXPECT_EQ(plan.choice()->bytes.value, 0U);
  EXPECT_EQ(plan.choice()->time, milliseconds{0});
  EXPECT_EQ(plan.choice()->remarks.front(),
            "All of it is here already (2.4 kB); laundromat retry requests it again.");
  access_wish newer;
  newer.not_older_than = requested + seconds{1};
  dump = way_of(plan_access(dataset, newer, policy), access_way::dump);
  EXPECT_EQ(dump.here, 0U) << "the copy may be older than wanted";
  dataset.dump_bytes = 0;
  here = 1;
  const auto whole = way_of(plan_access(dataset, {}, one_request_a_second()), access_way::dump).bytes.value;
  EXPECT_EQ(way_of(plan_access(dataset, {}, policy), access_way::dump).bytes.value, whole * 2 / 3)
      << "the share of an estimate";
}

}  // namespace laundromat
