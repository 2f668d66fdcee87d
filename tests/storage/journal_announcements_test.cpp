// Tests that what documents announce becomes seeds, in the transaction of the document, and that it stays known who announced what.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/dataset_facts.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "tests/storage/announcing_fixture.hpp"

namespace laundromat {
namespace {

using journal_announcements = announcing_test;

TEST_F(journal_announcements, become_seeds_that_are_due_at_once) {
  const auto list = add("http://example.org/sitemap.xml");
  const auto download = crawl_list(list, pages({"http://e/1", "http://e/2#part", "http://e/2", "http://f/"}));
  const auto due = j().due_seeds(noon + seconds{10}, 10);
  ASSERT_TRUE(due);
  ASSERT_EQ(due->size(), 3U);
  EXPECT_EQ((*due)[1].uri, "http://e/2");
  EXPECT_EQ((*due)[0].authority, "e:80");
  EXPECT_LT((*due)[0].priority, 0);
  const auto sums = announcement_reader{j()}.sums(download);
  ASSERT_EQ(sums->size(), 1U);
  EXPECT_EQ(sums->front().cause, errc::ok);
  EXPECT_EQ(sums->front().count, 4U);
  EXPECT_TRUE(j().check());
}

TEST_F(journal_announcements, are_counted_where_they_are_not_followed_with_the_first_of_each_cause) {
  policy_.own_bases = {"https://lod.example/"};
  j().follow(policy_);
  auto found = pages({"http://e/a/a/a/a", "http://e/b/b/b/b", "https://lod.example/clean/1", "http://e/1"});
  found.uris.push_back({"http://e/next", announced_as::next_page});
  const auto download = crawl_list(add("http://example.org/sitemap.xml"), found);
  std::map<errc, announced_sum> sums;
  const auto listed = announcement_reader{j()}.sums(download);
  ASSERT_TRUE(listed);
  for (const auto& one : *listed) sums[one.cause] = one;
  EXPECT_EQ(sums[errc::ok].count, 1U);
  EXPECT_TRUE(sums[errc::ok].refused_uris.empty());
  EXPECT_EQ(sums[errc::trap_suspected].count, 2U);
  EXPECT_EQ(sums[errc::trap_suspected].refused_uris,
            (std::vector<refused_uri>{{announced_as::page, "http://e/a/a/a/a"},
                                      {announced_as::page, "http://e/b/b/b/b"}}));
  EXPECT_EQ(sums[errc::own_output].count, 1U);
  EXPECT_EQ(sums[errc::kind_not_followed].refused_uris,
            (std::vector<refused_uri>{{announced_as::next_page, "http://e/next"}}));
  EXPECT_EQ(sums.count(errc::out_of_scope), 0U) << "that is another reason";
}

TEST_F(journal_announcements, are_kept_as_samples_within_bounds) {
  const std::string long_uri = "http://e/" + std::string(longest_refused_uri_bytes - 10, 'x') + "éé";
  announcements found;
  found.uris.push_back({long_uri, announced_as::next_page});
  found.uris.push_back({"http://e/a\nb", announced_as::next_page});
  for (int i = 0; i < 100; ++i)
    found.uris.push_back({"http://e/" + std::to_string(i), announced_as::next_page});
  const auto sums = announcement_reader{j()}.sums(crawl_list(add("http://example.org/sitemap.xml"), found));
  ASSERT_TRUE(sums);
  ASSERT_EQ(sums->size(), 1U);
  EXPECT_EQ(sums->front().count, 102U);
  ASSERT_EQ(sums->front().refused_uris.size(), most_refused_uris);
  EXPECT_EQ(sums->front().refused_uris[0].uri, long_uri.substr(0, longest_refused_uri_bytes - 1) + "…")
      << "no character is cut";
  EXPECT_EQ(sums->front().refused_uris[1].uri, "http://e/a%0Ab");
  EXPECT_EQ(sums->front().refused_uris[2].uri, "http://e/0");
}

TEST_F(journal_announcements, follow_ftp_where_the_campaign_does_R207) {
  announcements found;
  found.uris.push_back({"ftp://e/1", announced_as::dump, "", "", "dcat:downloadURL"});
  const auto sum_of = [&](const std::string& catalogue) {
    const auto sums = announcement_reader{j()}.sums(crawl_list(add(catalogue), found));
    return sums && sums->size() == 1 ? sums->front().cause : errc::internal;
  };
  EXPECT_EQ(sum_of("http://example.org/1"), errc::scheme_refused);
  policy_.ftp = true;
  j().follow(policy_);
  EXPECT_EQ(sum_of("http://example.org/2"), errc::ok);
}

TEST_F(journal_announcements, say_who_announced_a_seed_from_the_list_down) {
  const auto list = add("http://example.org/sitemap.xml");
  crawl_list(list, pages({"http://e/catalogue"}));
  auto found = pages({});
  found.datasets.push_back({"http://e/#dataset", "http://e/#dataset", "A dataset"});
  found.uris.push_back({"http://e/dump.nt.gz", announced_as::dump, "http://e/#dataset", "", "sc:dataDump"});
  crawl_list(seed_hash("http://e/catalogue"), found, noon + seconds{20});

  const auto dump = seed_hash("http://e/dump.nt.gz");
  const auto path = announcement_reader{j()}.path_to(dump);
  ASSERT_TRUE(path);
  ASSERT_EQ(path->size(), 2U);
  EXPECT_EQ((*path)[0].announcer_uri, "http://example.org/sitemap.xml");
  EXPECT_EQ((*path)[0].via, "loc");
  EXPECT_EQ((*path)[1].announcer_uri, "http://e/catalogue");
  EXPECT_EQ((*path)[1].kind, announced_as::dump);
  EXPECT_EQ((*path)[1].dataset, "http://e/#dataset");
  EXPECT_EQ(announcement_reader{j()}.origin(dump)->depth, 2U);
  EXPECT_EQ(announcement_reader{j()}.origin(dump)->found_as, announced_as::dump);
  EXPECT_TRUE(announcement_reader{j()}.path_to(list)->empty());
  EXPECT_FALSE(announcement_reader{j()}.origin(list)->found_as);
}

TEST_F(journal_announcements, as_a_sitemap_are_known_to_each_crawl_R225) {
  announcements found;
  found.uris.push_back({"http://example.org/sm.txt", announced_as::sitemap});
  found.uris.push_back({"http://example.org/1", announced_as::page});
  crawl_list(add("http://example.org/index.xml"), found);
  const auto map = seed_hash("http://example.org/sm.txt"), page = seed_hash("http://example.org/1");
  EXPECT_TRUE(j().seed(map)->is_sitemap);
  EXPECT_TRUE(j().entry(start(map, noon + seconds{20}))->is_sitemap);
  EXPECT_FALSE(j().seed(page)->is_sitemap);
  EXPECT_FALSE(j().entry(start(page, noon + seconds{20}))->is_sitemap);
}

TEST_F(journal_announcements, of_a_found_seed_that_is_added_to_the_list_leave_it_there) {
  const auto list = add("http://example.org/a.xml"), page = seed_hash("http://e/1");
  crawl_list(list, pages({"http://e/1"}));
  EXPECT_TRUE(j().seed(page)->is_found);
  EXPECT_TRUE(j().entry(start(page, noon + seconds{20}))->is_found);
  EXPECT_FALSE(j().seed(list)->is_found);
  ASSERT_TRUE(j().begin());
  EXPECT_FALSE(*j().add_seed({{"http://e/1", seconds{86'400}, 0}, page, "e:80", false}, noon));
  ASSERT_TRUE(j().commit());
  EXPECT_FALSE(j().seed(page)->is_found) << "its redirects may lead anywhere now";
  EXPECT_FALSE(announcement_reader{j()}.origin(page)->found_as);
  EXPECT_EQ(announcement_reader{j()}.announcers(page, 10)->size(), 1U);
}

TEST_F(journal_announcements, change_neither_a_known_seed_nor_its_place_on_the_list) {
  const auto known = add("http://e/1", 7);
  crawl_list(add("http://example.org/a.xml"), pages({"http://e/1"}));
  crawl_list(add("http://example.org/b.xml"), pages({"http://e/1"}), noon + seconds{30});
  EXPECT_EQ(j().seed(known)->priority, 7);
  EXPECT_FALSE(announcement_reader{j()}.origin(known)->found_as);
  const auto by = announcement_reader{j()}.announcers(seed_hash("http://e/1"), 10);
  ASSERT_EQ(by->size(), 2U);
  EXPECT_EQ((*by)[0].announcer_uri, "http://example.org/a.xml");
}

TEST_F(journal_announcements, a_list_that_names_itself_and_a_circle_of_lists_end) {
  const auto list = add("http://example.org/sitemap.xml");
  announcements found;
  found.uris.push_back({"http://e/b.xml", announced_as::sitemap});
  crawl_list(list, found);
  found.uris = {{"http://e/b.xml", announced_as::sitemap}, {"http://e/c.xml", announced_as::sitemap}};
  crawl_list(seed_hash("http://e/b.xml"), found, noon + seconds{20});
  found.uris = {{"http://e/b.xml", announced_as::sitemap}};
  crawl_list(seed_hash("http://e/c.xml"), found, noon + seconds{40});
  EXPECT_EQ(announcement_reader{j()}.path_to(seed_hash("http://e/c.xml"))->size(), 2U);
  EXPECT_EQ(announcement_reader{j()}.announcers(seed_hash("http://e/b.xml"), 10)->size(), 2U);
}

TEST_F(journal_announcements, stop_at_the_budget_of_a_host_whoever_announces) {
  policy_.per_host = 3;
  j().follow(policy_);
  crawl_list(add("http://example.org/a.xml"), pages({"http://e/1", "http://e/2"}));
  const auto second =
      crawl_list(add("http://example.org/b.xml"),
                 pages({"http://e/1", "http://e/3", "http://e/4", "http://f/1"}), noon + seconds{30});
  const auto sums = announcement_reader{j()}.sums(second);
  ASSERT_EQ(sums->size(), 2U);
  EXPECT_EQ((*sums)[0].count, 3U) << "a known one, the third of e, and one of f";
  EXPECT_EQ((*sums)[1].cause, errc::budget_used);
}

TEST_F(journal_announcements, stop_at_the_budget_of_a_domain_whatever_its_hosts_are_called_R12) {
  policy_.per_domain = 2;
  j().follow(policy_);
  ASSERT_TRUE(j().begin());
  for (const auto* host : {"a.trap.example:80", "b.trap.example:80", "c.trap.example:80", "d.trap.example:80",
                           "other.example:80"})
    name_sitemap(host, "http://example.org/final");
  ASSERT_TRUE(j().commit());
  const auto document =
      crawl_list(add("http://example.org/list.ttl"),
                 pages({"http://a.trap.example/", "http://b.trap.example/", "http://c.trap.example/",
                        "http://d.trap.example/", "http://other.example/"}));
  const auto sums = announcement_reader{j()}.sums(document);
  ASSERT_EQ(sums->size(), 2U);
  EXPECT_EQ((*sums)[0].count, 3U) << "two of the trap, and another";
  EXPECT_EQ((*sums)[1].cause, errc::budget_used);
  EXPECT_EQ((*sums)[1].count, 2U);
}

TEST_F(journal_announcements, of_a_sitemap_are_those_of_its_host_and_of_hosts_that_name_it) {
  ASSERT_TRUE(j().begin());
  name_sitemap("named:80", "http://e/map.xml");
  ASSERT_TRUE(j().commit());
  const auto list = add("http://e/map.xml");
  const auto download = start(list);
  auto body = entry_change(download, event::body_stored);
  fetch_outcome f;
  f.raw_path = "x";
  f.final_uri = "http://e/map.xml";
  body.fact = f;
  now(body);
  leaf(download);
  claim(download);
  auto c = entry_change(download, event::announcements_found);
  guess_outcome g;
  g.announced = pages({"http://e/1", "http://named/1", "http://other/1"});
  c.fact = g;
  now(c);
  EXPECT_TRUE(*journal_reader{j()}.has_seed(seed_hash("http://named/1")));
  EXPECT_FALSE(*journal_reader{j()}.has_seed(seed_hash("http://other/1")));
  ASSERT_EQ(journal_reader{j()}.defects(download, 10)->size(), 1U);
  EXPECT_EQ(journal_reader{j()}.defects(download, 10)->front().found.rule, errc::outside_uri_space);
  const auto sums = announcement_reader{j()}.sums(download);
  ASSERT_EQ(sums->size(), 2U);
  const auto& other = sums->front().cause == errc::ok ? sums->back() : sums->front();
  EXPECT_EQ(other.cause, errc::outside_uri_space);
  EXPECT_EQ(other.count, 1U);
  ASSERT_EQ(other.refused_uris.size(), 1U);
  EXPECT_EQ(other.refused_uris.front().uri, "http://other/1");
  const auto refused = announcement_reader{j()}.refused("http://other/1", 10);
  ASSERT_EQ(refused->size(), 1U);
  EXPECT_EQ(refused->front().announcer, list);
}

TEST_F(journal_announcements, of_an_index_that_an_index_lists_are_not_followed_R142) {
  const auto index = [](const std::string& sitemap) {
    announcements found;
    found.uris.push_back({sitemap, announced_as::sitemap, "", "", "sitemap"});
    return found;
  };
  crawl_list(add("http://e/index.xml"), index("http://e/second.xml"));
  const auto second =
      crawl_list(seed_hash("http://e/second.xml"), index("http://e/third.xml"), noon + seconds{30});
  const auto sums = announcement_reader{j()}.sums(second);
  ASSERT_EQ(sums->size(), 1U);
  EXPECT_EQ(sums->front().cause, errc::trap_suspected);
}

TEST_F(journal_announcements, keep_their_datasets_and_defects) {
  announcements found;
  announced_dataset dataset{"http://e/#d", "http://e/#d", "Lärm"};
  dataset.dumps = {"http://e/d.nt"};
  dataset.prefixes = {{"http://e/id/", slicing_method::cbd}};
  dataset.endpoints = {{"http://e/sparql", "*", slicing_method::unknown}};
  dataset.change_interval = seconds{7 * 86'400};
  dataset.triples = 42;
  found.datasets = {dataset};
  note(found, {}, {errc::dataset_rule, 12, "two graph names; the second is not used"});
  const auto list = add("http://example.org/sitemap.xml");
  const auto download = crawl_list(list, found);
  std::vector<dataset_row> rows;
  ASSERT_TRUE(announcement_reader{j()}.each_dataset({}, [&](const dataset_row& row) {
    rows.push_back(row);
    return true;
  }));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].dataset, dataset);
  EXPECT_EQ(rows[0].announcer, list);
  const auto defects = journal_reader{j()}.defects(download, 10);
  ASSERT_EQ(defects->size(), 1U);
  EXPECT_EQ(defects->front().found.line, 12U);
  EXPECT_EQ(journal_reader{j()}.defect_counts(download)->front().counted.count, 1U);
}

/// A dataset with a dump of a Semantic Sitemap that also lists its documents.
class journal_dataset_ways : public journal_announcements {
 protected:
  void SetUp() override {
    journal_announcements::SetUp();
    policy_.follow = kinds_of({announced_as::page, announced_as::dump, announced_as::sample});
    j().follow(policy_);
  }

  static announcements geonames() {
    announcements found;
    announced_dataset d{"http://e/#d", "http://e/#d", "Geonames"};
    d.dumps = {"http://e/all.nt.gz"};
    d.samples = {"http://e/id/1"};
    d.prefixes = {{"http://e/id/", slicing_method::cbd}};
    d.documents = 6'400'000;
    found.datasets = {d};
    found.uris = {{"http://e/all.nt.gz", announced_as::dump, d.key, "", "sc:dataDumpLocation"},
                  {"http://e/id/1", announced_as::sample, d.key, "", "sc:sampleURI"},
                  {"http://e/id/2", announced_as::page, "", "", "loc"},
                  {"http://e/about", announced_as::page, "", "", "loc"}};
    return found;
  }

  void crawl_in_vain(const std::string& uri, errc cause, const std::string& detail, timestamp at) {
    const auto download = start(seed_hash(uri), at);
    auto c = entry_change(download, event::failed_for_good, at + seconds{1});
    fetch_outcome f;
    f.cause = c.cause = cause;
    f.detail = c.detail = detail;
    c.fact = f;
    now(c);
    now(seed_change(seed_hash(uri), event::crawl_ended, at + seconds{2}));
  }

  std::optional<taken_way> taken() {
    std::optional<taken_way> out;
    EXPECT_TRUE(announcement_reader{j()}.each_dataset({}, [&](const dataset_row& row) {
      out = row.taken;
      return true;
    }));
    return out;
  }
  bool is_seed(const std::string& uri) { return *journal_reader{j()}.has_seed(seed_hash(uri)); }
  bool is_due(const record_hash& seed, timestamp at) {
    const auto due = j().due_seeds(at, 100);
    EXPECT_TRUE(due);
    return std::ranges::any_of(*due, [&](const auto& one) { return one.hash == seed; });
  }
};

TEST_F(journal_dataset_ways, that_take_more_are_not_followed_and_counted_R197) {
  const auto download = crawl_list(add("http://e/sitemap.xml"), geonames());
  EXPECT_TRUE(is_seed("http://e/all.nt.gz"));
  EXPECT_FALSE(is_seed("http://e/id/1"));
  EXPECT_FALSE(is_seed("http://e/id/2"));
  EXPECT_TRUE(is_seed("http://e/about")) << "below no prefix of the dataset";
  EXPECT_EQ(count_of(download, errc::other_way_taken), 2U);
  ASSERT_TRUE(taken());
  EXPECT_EQ(taken()->way, access_way::dump);
  EXPECT_TRUE(taken()->why.starts_with("The dump is used for the whole dataset: ")) << taken()->why;
  EXPECT_TRUE(j().check());
}

TEST_F(journal_dataset_ways, are_all_followed_where_the_campaign_says_so_R197) {
  policy_.ways = followed_ways::all;
  j().follow(policy_);
  const auto download = crawl_list(add("http://e/sitemap.xml"), geonames());
  EXPECT_TRUE(is_seed("http://e/id/1"));
  EXPECT_TRUE(is_seed("http://e/id/2"));
  EXPECT_EQ(count_of(download, errc::ok), 4U);
  EXPECT_FALSE(taken());
}

TEST_F(journal_dataset_ways, do_not_include_a_dump_that_is_not_followed_R197) {
  policy_.follow = kinds_of({announced_as::page, announced_as::sample});
  j().follow(policy_);
  crawl_list(add("http://e/sitemap.xml"), geonames());
  EXPECT_TRUE(is_seed("http://e/id/1"));
  EXPECT_TRUE(is_seed("http://e/id/2"));
  ASSERT_TRUE(taken());
  EXPECT_EQ(taken()->way, access_way::linked_data);
  EXPECT_NE(taken()->why.find("http://e/all.nt.gz is not followed, kind_not_followed"), std::string::npos)
      << taken()->why;
}

TEST_F(journal_dataset_ways, are_followed_when_the_dump_failed_for_good_R198) {
  const auto list = add("http://e/sitemap.xml", 0, seconds{86'400}, "e:80");
  crawl_list(list, geonames());
  const auto later = noon + seconds{100};
  EXPECT_FALSE(is_due(list, later));
  crawl_in_vain("http://e/all.nt.gz", errc::http_status, "404", later);
  EXPECT_TRUE(is_due(list, later + seconds{10})) << "to be read again";
  const auto kept = j().kept_of(list);
  ASSERT_TRUE(kept);
  EXPECT_FALSE(kept->is_there()) << "also when it has not changed";

  const auto again = crawl_list(list, geonames(), later + seconds{20});
  EXPECT_TRUE(is_seed("http://e/id/1"));
  EXPECT_TRUE(is_seed("http://e/id/2"));
  EXPECT_EQ(count_of(again, errc::other_way_taken), 1U) << "the dump";
  ASSERT_TRUE(taken());
  EXPECT_EQ(taken()->way, access_way::linked_data);
  EXPECT_NE(taken()->why.find("http://e/all.nt.gz was requested and gave nothing, http_status 404"),
            std::string::npos)
      << taken()->why;
  crawl_in_vain("http://e/all.nt.gz", errc::http_status, "404", later + seconds{100'000});
  EXPECT_FALSE(is_due(list, later + seconds{30})) << "its other way is taken already";
  EXPECT_TRUE(j().check());
}

TEST_F(journal_dataset_ways, are_followed_when_the_dump_is_excluded_R198) {
  const auto list = add("http://e/sitemap.xml", 0, seconds{86'400}, "e:80");
  crawl_list(list, geonames());
  EXPECT_TRUE(j().kept_of(list)->is_there());
  auto refusal = seed_change(seed_hash("http://e/all.nt.gz"), event::refused, noon + seconds{50});
  refusal.cause = errc::excluded;
  now(refusal);
  EXPECT_FALSE(j().kept_of(list)->is_there()) << "it is read again when it is due";
  crawl_list(list, geonames(), noon + seconds{100'000});
  EXPECT_EQ(taken()->way, access_way::linked_data);
  EXPECT_TRUE(is_seed("http://e/id/1"));
}

TEST_F(journal_dataset_ways, stay_when_the_dump_may_come_later_R198) {
  const auto list = add("http://e/sitemap.xml", 0, seconds{86'400}, "e:80");
  crawl_list(list, geonames());
  crawl_in_vain("http://e/all.nt.gz", errc::http_status, "503", noon + seconds{100});
  EXPECT_FALSE(is_due(list, noon + seconds{200}));
  crawl_list(list, geonames(), noon + seconds{100'000});
  EXPECT_EQ(taken()->way, access_way::dump);
  EXPECT_FALSE(is_seed("http://e/id/1"));
}

TEST_F(journal_announcements, of_a_host_have_no_document) {
  announcements found;
  found.uris.push_back(
      {"http://e/sitemap.xml", announced_as::sitemap, "", "", "Sitemap in http://e/robots.txt"});
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().announce(found, noon));
  ASSERT_TRUE(j().announce(found, noon + seconds{5}));
  ASSERT_TRUE(j().commit());
  const auto path = announcement_reader{j()}.path_to(seed_hash("http://e/sitemap.xml"));
  ASSERT_EQ(path->size(), 1U);
  EXPECT_TRUE(path->front().announcer.is_null());
  EXPECT_EQ(path->front().via, "Sitemap in http://e/robots.txt");
  EXPECT_EQ(path->front().last, noon + seconds{5});
}

TEST_F(journal_announcements, a_newer_document_is_due_after_the_shortest_interval_R234) {
  const auto page = add("http://e/1"), list = add("http://example.org/sitemap.xml");
  crawl_list(page, {});
  const auto due_after = [&](seconds passed) {
    const auto due = j().due_seeds(noon + passed, 10).value();
    return std::ranges::any_of(due, [&](const auto& seed) { return seed.hash == page; });
  };
  for (int n = 1; n <= 3; ++n) {
    auto found = pages({"http://e/1"});
    found.uris.front().modified = noon + std::chrono::minutes{n};
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().announce(found, noon + std::chrono::minutes{n}));
    ASSERT_TRUE(j().commit());
  }
  EXPECT_FALSE(due_after(std::chrono::minutes{59}));
  EXPECT_TRUE(due_after(std::chrono::minutes{61}));
  EXPECT_NE(j().seed(list)->hash, page);
}

TEST_F(journal_announcements, of_what_is_withdrawn_make_no_seed_and_a_known_one_due_Q85) {
  const auto known = add("http://e/1");
  crawl_list(known, {});
  auto found = pages({"http://e/1", "http://e/2"});
  for (auto& one : found.uris) {
    one.modified = noon + std::chrono::minutes{1};
    one.is_withdrawn = true;
  }
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().announce(found, noon + std::chrono::minutes{1}));
  ASSERT_TRUE(j().commit());
  EXPECT_FALSE(j().seed(seed_hash("http://e/2")));
  const auto is_due_after = [&](seconds passed) {
    const auto due = j().due_seeds(noon + passed, 10).value();
    return std::ranges::any_of(due, [&](const auto& seed) { return seed.hash == known; });
  };
  EXPECT_FALSE(is_due_after(std::chrono::minutes{59}));
  EXPECT_TRUE(is_due_after(std::chrono::minutes{61}));
}

TEST_F(journal_announcements, a_capture_of_an_excluded_uri_is_not_followed_R235) {
  policy_.follow = kinds_of({announced_as::archived});
  j().follow(policy_);
  j().steer(std::make_shared<const steering_rules>(
      std::vector{make_rule(steering_kind::exclude_host, "victim.example", "", noon).value()}));
  const auto index = add("http://example.org/index.cdxj");
  announcements found;
  for (const auto* uri : {"http://victim.example/doc", "http://other.example/doc"})
    found.uris.push_back({std::string{"http://e/x.warc.gz#bytes=0-99&uri="} + uri, announced_as::archived});
  const auto download = crawl_list(index, found);
  EXPECT_EQ(count_of(download, errc::excluded), 1U);
  EXPECT_EQ(count_of(download, errc::ok), 1U);
}

TEST_F(journal_announcements, of_a_refused_change_are_not_stored) {
  const auto list = add("http://example.org/sitemap.xml");
  const auto download = start(list);
  auto c = entry_change(download, event::announcements_found);
  guess_outcome g;
  g.announced = pages({"http://e/1"});
  c.fact = g;
  ASSERT_TRUE(j().begin());
  EXPECT_FALSE(j().apply(c)) << "it has no body yet";
  ASSERT_TRUE(j().commit());
  EXPECT_FALSE(*journal_reader{j()}.has_seed(seed_hash("http://e/1")));
}

TEST(dataset_facts, are_read_as_they_were_written) {
  announced_dataset dataset{"#1"};
  EXPECT_EQ(dataset_of(facts_of(dataset)), dataset);
  EXPECT_FALSE(*taken_way_of(facts_of(dataset)));
  const taken_way taken{access_way::linked_data, "Why."};
  EXPECT_EQ(taken_way_of(facts_of(dataset, taken)).value(), taken);
  EXPECT_EQ(taken_way_of(R"({"way": "raft"})").error().code, errc::journal_damaged);
  EXPECT_EQ(taken_way_of(R"({"way": "dump", "why": 3})").error().code, errc::journal_damaged);
  EXPECT_EQ(dataset_of("[]").error().code, errc::journal_damaged);
  EXPECT_EQ(dataset_of("{\"key\": 3}").error().code, errc::journal_damaged);
}

}  // namespace
}  // namespace laundromat
