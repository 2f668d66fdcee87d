// Tests of the VoID files of providers: what is harvested, and what is reported.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/provider_void.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

using rules = std::vector<void_rule>;

constexpr auto now = from_ms(1'780'000'000'000);
const std::string site = "http://p.example/", terms = "http://schema.geolink.org/dev/voc/harvester#";

/// A file, line by line.
class void_file {
 public:
  void_file& type(const std::string& subject) {
    return add(subject, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
               "<http://rdfs.org/ns/void#Dataset>");
  }
  void_file& modified(const std::string& subject, const std::string& text) {
    return add(subject, "http://purl.org/dc/terms/modified", "\"" + text + "\"");
  }
  void_file& feature(const std::string& subject, const std::string& iri) {
    return add(subject, "http://rdfs.org/ns/void#feature", "<" + iri + ">");
  }
  void_file& dump(const std::string& subject, const std::string& object) {
    return add(subject, "http://rdfs.org/ns/void#dataDump", object);
  }
  void_file& add(const std::string& subject, const std::string& predicate, const std::string& object) {
    reader_.add("<" + subject + "> <" + predicate + "> " + object + " .");
    return *this;
  }
  /// With all that is required.
  void_file& whole(const std::string& subject) {
    return type(subject)
        .modified(subject, "2015-10-10T10:00:00Z")
        .feature(subject, terms + "FullDump")
        .dump(subject, "<" + site + "dump.ttl>");
  }
  [[nodiscard]] provider_void read() const { return reader_.finish(site + "void", now); }

 private:
  provider_void_reader reader_;
};

rules rules_of(const provider_void& found) {
  rules all;
  for (const auto& one : found.violations) all.push_back(one.rule);
  return all;
}

TEST(provider_void, has_datasets_with_date_extent_dumps_and_formats_G07_G08_G09) {
  const auto a = site + "void#a", b = site + "void#b";
  const auto found = void_file{}
                         .whole(a)
                         .dump(a, "<" + site + "another.nt>")
                         .feature(a, "http://www.w3.org/ns/formats/Turtle")
                         .add(a, "http://purl.org/dc/terms/title", "\"A\"")
                         .whole(b)
                         .read();
  EXPECT_EQ(rules_of(found), rules{});
  ASSERT_EQ(found.datasets.size(), 2U);
  EXPECT_EQ(found.datasets[0], (provider_dataset{a,
                                                 from_ms(1'444'471'200'000),
                                                 dump_extent::full,
                                                 {site + "another.nt", site + "dump.ttl"},
                                                 {"http://www.w3.org/ns/formats/Turtle"}}));
  EXPECT_EQ(found.datasets[1].key, b);
}

TEST(provider_void, has_the_features_in_both_namespaces_G10) {
  for (const auto* space :
       {"http://schema.geolink.org/dev/voc/harvester#", "http://lod.dataone.org/glharvest#"})
    for (const auto* name : {"FullDump", "PartialDump"}) {
      const auto found = void_file{}
                             .type("http://p.example/")
                             .modified("http://p.example/", "2015-10-10")
                             .feature("http://p.example/", std::string{space} + name)
                             .dump("http://p.example/", "<http://p.example/dump>")
                             .read();
      EXPECT_EQ(rules_of(found), rules{});
      EXPECT_EQ(found.datasets.at(0).extent == dump_extent::full, std::string_view{name} == "FullDump");
    }
}

TEST(provider_void, reports_each_broken_rule_with_its_dataset_G07) {
  const auto a = site + "void#a";
  const auto judged = [&](void_file& file) {
    const auto found = file.read();
    for (const auto& one : found.violations)
      EXPECT_EQ(one.dataset, one.rule == void_rule::no_dataset ? "" : a);
    return std::pair{rules_of(found), found.datasets.size()};
  };
  using verdict = std::pair<rules, std::size_t>;
  const auto full = terms + "FullDump", dump = "<" + site + "dump.ttl>";
  void_file empty;
  EXPECT_EQ(judged(empty), (verdict{{void_rule::no_dataset}, 0}));
  void_file only_type;
  EXPECT_EQ(judged(only_type.type(a)),
            (verdict{{void_rule::no_modified, void_rule::no_extent, void_rule::no_dump}, 0}));
  void_file lost_type;
  EXPECT_EQ(judged(lost_type.modified(a, "2015-10-10").feature(a, full).dump(a, dump)),
            (verdict{{void_rule::no_type}, 1}));
  void_file no_date;
  EXPECT_EQ(judged(no_date.type(a).modified(a, "yesterday").feature(a, full).dump(a, dump)),
            (verdict{{void_rule::modified_not_a_date}, 0}));
  void_file later;
  EXPECT_EQ(judged(later.type(a).modified(a, "2030-01-01").feature(a, full).dump(a, dump)),
            (verdict{{void_rule::modified_in_future}, 1}));
  void_file two_dates;
  EXPECT_EQ(judged(two_dates.whole(a).modified(a, "2016-01-01")),
            (verdict{{void_rule::several_modified}, 1}));
  void_file both;
  EXPECT_EQ(judged(both.whole(a).feature(a, terms + "PartialDump")), (verdict{{void_rule::both_extents}, 1}));
  EXPECT_EQ(both.read().datasets[0].extent, dump_extent::partial) << "which removes less";
  void_file text;
  EXPECT_EQ(judged(text.whole(a).dump(a, "\"" + site + "dump.ttl\"")),
            (verdict{{void_rule::dump_as_text}, 1}));
  EXPECT_EQ(text.read().datasets[0].dumps.size(), 1U);
  void_file relative;
  EXPECT_EQ(judged(relative.whole(a).dump(a, "\"dump.ttl\"")), (verdict{{void_rule::dump_as_text}, 1}));
  EXPECT_EQ(relative.read().datasets[0].dumps.size(), 1U) << "relative to the file";
  void_file local;
  EXPECT_EQ(judged(local.whole(a).dump(a, "\"mailto:a@example.org\"")),
            (verdict{{void_rule::dump_as_text, void_rule::dump_not_absolute}, 0}))
      << "all dumps are one";
  void_file of_machine;
  EXPECT_EQ(
      judged(of_machine.type(a).modified(a, "2015-10-10").feature(a, full).dump(a, "<file:///etc/passwd>")),
      (verdict{{void_rule::dump_not_absolute}, 0}));
}

TEST(provider_void, names_the_only_blank_dataset_by_its_file_and_others_by_their_first_dumps_G07) {
  const auto node = "https://lodlaundromat.org/.well-known/genid/" + std::string(32, '0') + "/";
  auto found = void_file{}.whole(node + "0").dump(node + "0", "<" + site + "another.nt>").read();
  EXPECT_EQ(found.datasets.at(0).key, site + "void");
  found = void_file{}.whole(node + "0").dump(node + "0", "<" + site + "another.nt>").whole(node + "1").read();
  EXPECT_EQ(found.datasets.at(0).key, site + "another.nt");
  EXPECT_EQ(found.datasets.at(1).key, site + "dump.ttl");
}

TEST(provider_void, separates_blank_datasets_with_the_same_first_dump_whatever_their_names_are_G07) {
  const auto node = "https://lodlaundromat.org/.well-known/genid/" + std::string(32, '0') + "/";
  const auto dump = [](const std::string& name) { return "<" + site + name + ">"; };
  using keys = std::vector<std::string>;
  const auto keys_of = [](const provider_void& found) {
    keys all;
    for (const auto& one : found.datasets) all.push_back(one.key.substr(site.size()));
    return all;
  };
  for (const auto& [a, b] : {std::pair{node + "0", node + "1"}, std::pair{node + "1", node + "0"}}) {
    void_file file;
    file.whole(a).dump(a, dump("a")).dump(a, dump("x")).whole(b).dump(b, dump("a"));
    EXPECT_EQ(keys_of(file.read()), (keys{"x", "a"})) << "a and dump.ttl are those of both";
    EXPECT_EQ(rules_of(file.read()), rules{});
    file.whole(node + "2");
    EXPECT_EQ(keys_of(file.read()), (keys{"x", "a", "dump.ttl"}));
  }
  // An IRI that is the URI of a dump.
  void_file iri;
  iri.whole(site + "dump.ttl").whole(node + "0").dump(node + "0", dump("e"));
  EXPECT_EQ(keys_of(iri.read()), (keys{"dump.ttl", "e"}));
  void_file taken;
  taken.whole(site + "dump.ttl").whole(node + "0");
  EXPECT_EQ(keys_of(taken.read()), keys{"dump.ttl"});
  EXPECT_EQ(rules_of(taken.read()), rules{void_rule::same_dumps});
  EXPECT_EQ(taken.read().violations.at(0).dataset, node + "0");
  // Nothing tells them apart: the newest is used, and the others are reported.
  for (const auto& newest : {node + "0", node + "1", node + "2"}) {
    void_file same;
    for (const auto& one : {node + "0", node + "1", node + "2"})
      same.type(one)
          .modified(one, one == newest ? "2020-01-01" : "2015-01-01")
          .feature(one, terms + "FullDump")
          .dump(one, dump("dump.ttl"));
    same.whole(site + "void#d");
    const auto found = same.read();
    EXPECT_EQ(keys_of(found), (keys{"dump.ttl", "void#d"}));
    EXPECT_EQ(to_iso8601(found.datasets.at(0).modified).substr(0, 4), "2020");
    EXPECT_EQ(rules_of(found), (rules{void_rule::same_dumps, void_rule::same_dumps}));
    for (const auto& one : found.violations) EXPECT_NE(one.dataset, newest);
  }
}

TEST(provider_void, has_bounds) {
  void_file file;
  for (std::size_t i = 0; i <= provider_void_reader::most_datasets; ++i) file.type(site + std::to_string(i));
  auto found = file.read();
  EXPECT_EQ(found.violations.back().rule, void_rule::too_many);
  EXPECT_LE(found.violations.size(), provider_void_reader::most_violations + 2);
  void_file dumps;
  dumps.whole(site);
  for (std::size_t i = 0; i < provider_void_reader::most_values; ++i)
    dumps.dump(site, "<" + site + std::to_string(i) + ">");
  found = dumps.read();
  EXPECT_EQ(rules_of(found), rules{void_rule::too_many});
  EXPECT_TRUE(found.datasets.empty()) << "all dumps are one";
  void_file in_all;
  for (std::size_t i = 0; i < 11; ++i) {
    in_all.whole(site + std::to_string(i));
    for (std::size_t j = 1; j < provider_void_reader::most_values; ++j)
      in_all.dump(site + std::to_string(i), "<" + site + std::to_string(i * 10'000 + j) + ">");
  }
  found = in_all.read();
  EXPECT_EQ(rules_of(found), rules{void_rule::too_many});
  EXPECT_EQ(found.datasets.size(), 10U);
  void_file large;
  for (std::size_t i = 0; i < 100; ++i)
    large.whole(site + std::to_string(i))
        .dump(site + std::to_string(i), "<" + site + std::string(1U << 20, 'x') + ">");
  EXPECT_LT(large.read().datasets.size(), 16U) << "16 MiB are kept at most";
}

TEST(provider_void, is_harvested_when_its_date_is_later_G04_G11) {
  const auto found = void_file{}.whole(site).read().datasets.at(0);
  EXPECT_EQ(verdict_of(found, std::nullopt, now), harvest_verdict::first);
  EXPECT_EQ(verdict_of(found, found.modified, now), harvest_verdict::same);
  EXPECT_EQ(verdict_of(found, found.modified - seconds{1}, now), harvest_verdict::newer);
  EXPECT_EQ(verdict_of(found, found.modified + seconds{1}, now), harvest_verdict::older);
}

TEST(provider_void, is_harvested_again_when_a_date_of_the_future_was_corrected_G04_D75) {
  const auto found = void_file{}.whole(site).read().datasets.at(0);
  const auto mistaken = now + std::chrono::hours{24 * 365};
  EXPECT_EQ(verdict_of(found, mistaken, now), harvest_verdict::newer);
  auto again = found;
  again.modified = mistaken;
  EXPECT_EQ(verdict_of(again, mistaken, now), harvest_verdict::same) << "it is not harvested for ever";
}

}  // namespace
}  // namespace laundromat
