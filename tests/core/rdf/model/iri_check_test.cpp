// Defects of IRIs in the three profiles, as rows; plain IRIs have none.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/iri_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "core/rdf/model/term_check.hpp"

namespace laundromat {
namespace {

constexpr auto same = "";  // unchanged
constexpr auto skipped = "skipped";

struct iri_row {
  std::string_view iri;
  std::vector<errc> rules;
  std::string_view strict, standard, max_recall;  ///< the resulting IRI
};

using enum errc;

const std::vector<iri_row>& iri_rows() {
  static const std::vector<iri_row> all = {
      {"http://example.org/", {}, same, same, same},
      {"HTTP://EXAMPLE.ORG/", {}, same, same, same},
      {"urn:isbn:0451450523", {}, same, same, same},
      {"mailto:a@example.org", {}, same, same, same},
      {"file:///etc/hosts", {}, same, same, same},
      {"tag:example.org,2020:x", {}, same, same, same},
      {"foaf:name", {}, same, same, same},
      {"http://a/b?c#d", {}, same, same, same},
      {"http://example.org/%41%e9", {}, same, same, same},
      {"http://[2001:db8::1]:8080/x", {}, same, same, same},
      {"http://[v1.fe80]/x", {}, same, same, same},
      {"http://example.org/caf\xC3\xA9", {}, same, same, same},
      {"http://example.org/?\xEE\x80\x80", {}, same, same, same},
      // D52
      {"http://example.org/a b",
       {iri_character},
       skipped,
       "http://example.org/a%20b",
       "http://example.org/a%20b"},
      {"http://example.org/<>\"{}|^`\\",
       {iri_character},
       skipped,
       "http://example.org/%3C%3E%22%7B%7D%7C%5E%60%5C",
       "http://example.org/%3C%3E%22%7B%7D%7C%5E%60%5C"},
      {"http://example.org/a\tb\n",
       {iri_character, iri_character},
       skipped,
       "http://example.org/a%09b",
       "http://example.org/a%09b"},
      {"http://exa mple.org/", {iri_character}, skipped, "http://exa%20mple.org/", "http://exa%20mple.org/"},
      {"urn:x:a b", {iri_character}, skipped, "urn:x:a%20b", "urn:x:a%20b"},
      {"http://example.org/\x7F",
       {iri_character},
       skipped,
       "http://example.org/%7F",
       "http://example.org/%7F"},
      // D53
      {"http://example.org/%2%", {bad_percent_code}, skipped, same, "http://example.org/%252%25"},
      {"http://example.org/%RR", {bad_percent_code}, skipped, same, "http://example.org/%25RR"},
      {"http://example.org/100%", {bad_percent_code}, skipped, same, "http://example.org/100%25"},
      {"http://example.org/#a#b#c", {iri_delimiter}, skipped, same, "http://example.org/#a%23b%23c"},
      {"http://example.org/a[1]", {iri_delimiter}, skipped, same, "http://example.org/a%5B1%5D"},
      {"http://[1]/x", {iri_delimiter}, skipped, same, "http://%5B1%5D/x"},
      {"http://[vz]/x", {iri_delimiter}, skipped, same, "http://%5Bvz%5D/x"},
      {"http://[v1.]/x", {iri_delimiter}, skipped, same, "http://%5Bv1.%5D/x"},
      {"http://[fe80::1%25eth0]/x", {iri_delimiter}, skipped, same, "http://%5Bfe80::1%25eth0%5D/x"},
      {"http://a@b@example.org/x@y", {iri_delimiter}, skipped, same, "http://a%40b@example.org/x@y"},
      {"http://[::1]/[", {iri_delimiter}, skipped, same, "http://[::1]/%5B"},
      {"http://example.org/ %z",
       {iri_character, bad_percent_code},
       skipped,
       "http://example.org/%20%z",
       "http://example.org/%20%25z"},
      // D54
      {"http://www:foobar/x", {suspicious_iri, bad_port}, skipped, same, same},
      {"http://example.org:/x", {odd_port}, same, same, same},
      {"http://81.173.3.20:80", {odd_port}, same, same, same},
      {"https://example.org:443/", {odd_port}, same, same, same},
      {"http://example.org:0080/", {odd_port}, same, same, same},
      {"http://example.org:65536/", {odd_port}, same, same, same},
      {"http://example.org:99999999999999999999/", {odd_port}, same, same, same},
      {"http://example.org:8080/", {}, same, same, same},
      {"http://example.org:65535/", {}, same, same, same},
      {"http://example.org:443/", {}, same, same, same},
      {"http://2001:db8::1/", {bad_port}, skipped, same, same},
      {"http://example.org:80:80/", {bad_port}, skipped, same, same},
      {"http://[::1]:80/", {odd_port}, same, same, same},
      // D55, D56
      {"doc", {relative_iri}, skipped, skipped, skipped},
      {"", {relative_iri}, skipped, skipped, skipped},
      {"//example.org/", {relative_iri}, skipped, skipped, skipped},
      {"1x:y", {bad_iri}, skipped, skipped, skipped},
      {"a b:c", {bad_iri, iri_character}, skipped, skipped, skipped},
      {"http://john@example.org", {suspicious_iri}, same, same, same},
      {"http://john@example.org/", {suspicious_iri}, same, same, same},
      {"http://john@example.org/x", {}, same, same, same},
      {"htp://example.org/", {suspicious_iri}, same, same, same},
      {"ttps://example.org/", {suspicious_iri}, same, same, same},
      {"http:/example.org/", {suspicious_iri}, same, same, same},
      {"http:example.org", {suspicious_iri}, same, same, same},
      {"http:///example.org/", {suspicious_iri}, same, same, same},
      {"http://http://example.org/", {suspicious_iri, odd_port}, same, same, same},
      {"http://http//example.org/", {suspicious_iri}, same, same, same},
      {"http://www/", {suspicious_iri}, same, same, same},
      {"http://www,example.org/", {suspicious_iri}, same, same, same},
      {"www.example.org:x", {suspicious_iri}, same, same, same},
      {"example.org:8080/x", {suspicious_iri}, same, same, same},
      {"localhost:8080", {suspicious_iri}, same, same, same},
      {"iris.beep:x", {}, same, same, same},
      // D58
      {"http://user:secret@example.org/x", {iri_not_normal}, same, same, same},
      {"http://xn--bcher-kva.example/", {iri_not_normal}, same, same, same},
      {"http://www.XN--bcher-kva.example/", {iri_not_normal}, same, same, same},
      {"http://example.org/xn--x", {}, same, same, same},
      {"http://example.org/cafe\xCC\x81", {iri_not_normal}, same, same, same},
      // D21, D24
      {"http://example.org/\xEF\xBF\xBD", {odd_iri_character}, skipped, same, same},
      {"http://example.org/\xE2\x80\xAE",
       {iri_character},
       skipped,
       "http://example.org/",
       "http://example.org/"},
      {"http://example.org/\xEE\x80\x80", {odd_iri_character}, skipped, same, same},
      {"http://example.org/?#\xEE\x80\x80", {odd_iri_character}, skipped, same, same},
      {"http://example.org/\xC2\x85", {odd_iri_character}, skipped, same, same},
      {"http://example.org/\xEF\xBF\xBF", {odd_iri_character}, skipped, same, same},
      {"http://example.org/\xF3\xA0\x84\x80", {odd_iri_character}, skipped, same, same},
      {"http://example.org/a\xC2\xA0", {iri_white_space}, skipped, same, same},
      {"http://example.org/\xE3\x80\x80#a\xE2\x80\xA8", {iri_white_space}, skipped, same, same},
      {std::string_view("http://example.org/\0", 20), {bad_iri}, skipped, skipped, skipped},
  };
  return all;
}

std::string outcome(term_checker& checker, std::string_view iri) {
  return checker.check_iri(iri) ? std::string(iri) : skipped;
}

TEST(iri_check, follows_the_profile) {
  for (const auto& row : iri_rows()) {
    const auto expect = [&](wash_profile profile, std::string_view becomes) {
      term_checker checker(profile);
      EXPECT_EQ(outcome(checker, row.iri), becomes.empty() && becomes != skipped ? row.iri : becomes)
          << row.iri << ", " << to_string(profile);
      std::vector<errc> rules;
      bool is_skipped = false, is_repaired = false;
      for (const auto& fault : checker.faults()) {
        rules.push_back(fault.rule);
        is_skipped = is_skipped || fault.done == treatment::skip;
        is_repaired = is_repaired || fault.done == treatment::repair;
        EXPECT_LE(fault.offset + fault.length, row.iri.size());
        EXPECT_LE(fault.done,
                  fault.rule == relative_iri ? treatment::skip : treatment_of(fault.rule, profile));
      }
      // A strict reader trims nothing: the last character is one of the others.
      const bool is_trimmed = row.iri.ends_with('\n') || row.iri.ends_with("\xE2\x80\xAE");
      if (is_trimmed && profile == wash_profile::strict)
        EXPECT_EQ(rules.size(), 1U) << row.iri;
      else
        EXPECT_EQ(rules, row.rules) << row.iri;
      EXPECT_EQ(is_skipped, becomes == skipped) << row.iri;
      EXPECT_EQ(is_repaired && !is_skipped, becomes != same && becomes != skipped) << row.iri;
    };
    expect(wash_profile::strict, row.strict);
    expect(wash_profile::standard, row.standard);
    expect(wash_profile::max_recall, row.max_recall);
  }
}

TEST(iri_check, a_fault_extends_from_the_first_to_the_last_occurrence) {
  term_checker checker(wash_profile::standard);
  std::string_view iri = "http://example.org/a b c";
  EXPECT_TRUE(checker.check_iri(iri));
  ASSERT_EQ(checker.faults().size(), 1u);
  EXPECT_EQ(checker.faults()[0].offset, 20u);
  EXPECT_EQ(checker.faults()[0].length, 3u);
}

TEST(iri_check, a_repaired_iri_needs_no_second_repair) {
  for (const auto profile : {wash_profile::standard, wash_profile::max_recall})
    for (const auto& row : iri_rows()) {
      term_checker first(profile), second(profile);
      std::string_view iri = row.iri;
      if (!first.check_iri(iri)) continue;
      auto again = iri;
      EXPECT_TRUE(second.check_iri(again)) << iri;
      EXPECT_EQ(again, iri);
    }
}

TEST(plain_iri, is_plain_only_without_faults) {
  for (const auto& row : iri_rows()) {
    EXPECT_FALSE(is_plain_iri(row.iri) && !row.rules.empty()) << row.iri;
  }
  for (const auto* iri :
       {"http://example.org/", "https://example.org", "http://a/b/c",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "http://dbpedia.org/resource/A_(b)",
        "http://127.0.0.1?x=1&y=2#z", "file:///home/me/a.ttl#b", "urn:isbn:0451450523"})
    EXPECT_TRUE(is_plain_iri(iri)) << iri;
}

// A plain IRI has no defect, for any length and any position of the unusual character.
TEST(plain_iri, agrees_with_the_full_check_on_random_text) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  term_checker checker(wash_profile::strict);
  const std::string good = "abcXYZ019-._~!$&'()*+,;=:@/?", odd = "#%[]{}<>\"|^`\\ \t\x7F\x01";
  int plain = 0;
  for (int round = 0; round < 20'000; ++round) {
    constexpr std::array heads{"http://", "http://ex-ample.org/", "https://x-y.z/#", "file:///", "urn:"};
    std::string iri = heads[static_cast<std::size_t>(round) % heads.size()];
    const auto length = random() % 50;
    for (unsigned i = 0; i < length; ++i) iri += good[random() % good.size()];
    for (auto n = random() % 3; n > 0; --n)
      iri.insert(random() % (iri.size() + 1), 1, odd[random() % odd.size()]);
    const bool is_plain = is_plain_iri(iri);
    plain += is_plain ? 1 : 0;
    EXPECT_EQ(plain_iri::has_usual_characters(iri), plain_iri::has_usual_characters_scalar(iri))
        << iri << ", seed " << seed;
    std::string_view checked = iri;
    const bool is_kept = checker.check_iri(checked);
    EXPECT_TRUE(!is_plain || (is_kept && checker.faults().empty())) << iri << ", seed " << seed;
  }
  EXPECT_GT(plain, 100);
}

}  // namespace
}  // namespace laundromat
