// Tests of the identity of seeds: one test per step, the order of the steps, and what they do not change.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/web/uri.hpp"

namespace laundromat {

namespace {

struct pair_of_texts {
  std::string_view given, wanted;
};

}  // namespace

TEST(seed_hash_steps, scheme_and_host_in_lower_case_L13) {
  const pair_of_texts cases[] = {
      {"HTTP://User:PW@EXAMPLE.Org:80/Path?Q#F", "http://User:PW@example.org:80/Path?Q#F"},
      {"URN:ISBN:X", "urn:ISBN:X"},
      {"//HOST/X", "//host/X"},
      {"Relative/PATH", "Relative/PATH"},
      {"http://[2001:DB8::A]/A", "http://[2001:db8::a]/A"},
  };
  for (const auto& c : cases) EXPECT_EQ(lowercase_scheme_and_host(c.given), c.wanted);
}

TEST(seed_hash_steps, percent_encoding_in_upper_case_L14) {
  EXPECT_EQ(uppercase_percent_encoding("http://h/a%c3%a9b%2f?%3a#%e2"), "http://h/a%C3%A9b%2F?%3A#%E2");
  EXPECT_EQ(uppercase_percent_encoding("http://h/%zz%4%c"), "http://h/%zz%4%c");
}

TEST(seed_hash_steps, unreserved_octets_are_decoded_L15) {
  EXPECT_EQ(decode_unreserved("http://h/%41%7A%30%2D%2E%5F%7E"), "http://h/Az0-._~");
  EXPECT_EQ(decode_unreserved("http://h/%2F%3A%20%25%C3%A9%00"), "http://h/%2F%3A%20%25%C3%A9%00");
  EXPECT_EQ(decode_unreserved("http://h/%2541"), "http://h/%2541");
}

TEST(seed_hash_steps, dot_segments_are_removed_by_resolution_L16) {
  EXPECT_EQ(remove_dot_segments_by_resolution("http://h/a/./b/../c?d/../e#f/.."), "http://h/a/c?d/../e#f/..");
  EXPECT_EQ(remove_dot_segments_by_resolution("http://h/../.."), "http://h/");
  EXPECT_EQ(remove_dot_segments_by_resolution("../a"), "../a");
}

TEST(seed_hash_steps, the_hash_is_the_md5_of_the_normalised_text_L16) {
  EXPECT_EQ(seed_hash("HTTP://Example.ORG/a/%2e%2E/b").hex(), md5("http://example.org/b").hex());
  EXPECT_EQ(seed_hash("http://example.org/b").hex(), "cbc58b97d6d28af8ff424432f65437ae");
}

TEST(seed_hash_order, an_encoded_dot_is_decoded_before_dots_are_removed_L15) {
  EXPECT_EQ(normalize_seed("http://h/a/%2e%2e/b"), "http://h/b");
  EXPECT_EQ(normalize_seed("http://h/a/%2E/b/.%2e/c"), "http://h/a/c");
}

TEST(seed_hash_order, one_identity_for_all_spellings) {
  const auto hash = seed_hash("http://example.org/~a/b");
  for (std::string_view text :
       {"HTTP://EXAMPLE.ORG/%7ea/b", "http://example.org/%7Ea/./b", "http://ex%41mple.org/x/../~a/b"})
    EXPECT_EQ(seed_hash(text), hash) << text;
}

TEST(seed_hash_scope, nothing_else_is_normalised_L16) {
  for (std::string_view text :
       {"http://h:80/", "https://h:443/", "http://h", "http://h/?b=1&a=2", "http://h/?", "http://h/#",
        "http://h//a", "http://U:P@h/", "http://h/A", "http://h/a b", "http://h./", "http://h/%C3%A9",
        "http://h/\xc3\xa9", "a/../b", ""})
    EXPECT_EQ(normalize_seed(text), text);
  EXPECT_NE(seed_hash("http://h"), seed_hash("http://h/"));
  EXPECT_NE(seed_hash("http://h:80/"), seed_hash("http://h/"));
}

TEST(seed_hash_scope, broken_percent_signs_are_not_repaired) {
  for (std::string_view text :
       {"http://h/%", "http://h/%4", "http://h/%4%31", "http://h/%%34%31", "http://h/%%%41"}) {
    const auto once = normalize_seed(text);
    EXPECT_EQ(normalize_seed(once), once) << text;
  }
  EXPECT_EQ(normalize_seed("http://h/%4%31"), "http://h/%4%31");
}

TEST(seed_hash_scope, normalising_is_idempotent) {
  constexpr std::string_view chunks[] = {"%",  "4",     "1",       "%2e", "%2E",  "%41", "%5a", "/", "//",
                                         "..", ".",     ":",       "@",   "?",    "#",   "[",   "]", "A",
                                         "z",  "HTTP:", "http://", "H",   "\xc3", "%c3", "%2f", " "};
  std::mt19937 random{20'260'101};
  for (int round = 0; round < 50'000; ++round) {
    std::string text = round % 2 == 0 ? "hTTp://" : "";
    for (auto length = random() % 12; length > 0; --length) text += chunks[random() % std::size(chunks)];
    const auto once = normalize_seed(text);
    ASSERT_EQ(normalize_seed(once), once) << text;
  }
}

TEST(seed_classes, a_relative_seed_has_its_own_code_L18_D01) {
  for (std::string_view text : {"data/x.ttl", "../x", "/x", "x.ttl", "#x", "", "?q", "dataset.v1/x"})
    EXPECT_EQ(classify_seed(text), (seed_verdict{errc::relative_uri, ""})) << text;
}

TEST(seed_classes, a_missing_scheme_is_suggested_D02) {
  const pair_of_texts cases[] = {
      {"www.x.org/a", "http://www.x.org/a"},
      {"www.x.org", "http://www.x.org"},
      {"x.org/a?b", "http://x.org/a?b"},
      {"x.org:8080/a", "http://x.org:8080/a"},
      {"localhost:8080/a", "http://localhost:8080/a"},
      {"//x.org/a", "http://x.org/a"},
      {"://x.org/a", "http://x.org/a"},
      {"http//x.org/a", "http://x.org/a"},
      {"https;//x.org/a", "https://x.org/a"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(classify_seed(c.given), (seed_verdict{errc::relative_uri, std::string{c.wanted}})) << c.given;
  }
}

TEST(seed_classes, illegal_characters_are_encoded_D03) {
  const pair_of_texts cases[] = {
      {"http://h/a b", "http://h/a%20b"},
      {"http://h/a?b=<c>|\"{d}\"", "http://h/a?b=%3Cc%3E%7C%22%7Bd%7D%22"},
      {"http://h/\xc3\xa9", "http://h/%C3%A9"},
      {"http://h/100%", "http://h/100%25"},
      {"http://h/a[1]\\b^`", "http://h/a%5B1%5D%5Cb%5E%60"},
      {"http://h/a#b#c", "http://h/a#b%23c"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(classify_seed(c.given), (seed_verdict{errc::ok, std::string{c.wanted}})) << c.given;
    EXPECT_TRUE(parse_uri(c.wanted)) << c.wanted;
  }
}

TEST(seed_classes, other_schemes_are_refused_D04) {
  for (std::string_view text :
       {"file:///etc/passwd", "ftp://h/x", "mailto:a@b", "urn:x:y", "javascript:alert(1)", "doi:10.1/x"})
    EXPECT_EQ(classify_seed(text), (seed_verdict{errc::scheme_refused, ""})) << text;
  EXPECT_EQ(classify_seed("file:///data/x.nt", true), (seed_verdict{}));
}

TEST(seed_classes, a_misspelt_scheme_is_suggested_D05) {
  const pair_of_texts cases[] = {
      {"ttps://h/x", "https://h/x"},   {"ttp://h/x", "http://h/x"},        {"htp://h/x", "http://h/x"},
      {"hhttp://h/x", "http://h/x"},   {"htpps://h/x", "https://h/x"},     {"htpt://h/x", "http://h/x"},
      {"HTTPSS://h/x", "https://h/x"}, {"ttp://http://h/x", "http://h/x"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(classify_seed(c.given), (seed_verdict{errc::scheme_refused, std::string{c.wanted}})) << c.given;
  }
}

TEST(seed_classes, a_doubled_scheme_is_suggested_D05) {
  const pair_of_texts cases[] = {
      {"http://http://h/x", "http://h/x"},
      {"http://https://h/x", "https://h/x"},
      {"http://http//h/x", "http://h/x"},
      {"http:http://h/x", "http://h/x"},
      {"http://https//h/x", "https://h/x"},
      {"https://http://http://h/x", "http://h/x"},
      {"http:/h/x", "http://h/x"},
      {"http:h/x", "http://h/x"},
      {"http:///h/x", "http://h/x"},
      {"http:\\\\h/x", "http://h/x"},
      {"http://", ""},
      {"http://h:99999/", ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(classify_seed(c.given), (seed_verdict{errc::uri_syntax, std::string{c.wanted}})) << c.given;
  }
}

TEST(seed_classes, several_uris_in_one_field_are_taken_apart_D05) {
  const pair_of_texts cases[] = {
      {"http://a/x http://b/y", "http://a/x http://b/y"},
      {"http://a/x, https://b/y ; http://c/", "http://a/x https://b/y http://c/"},
      {"http://a/x;http://b/y", "http://a/x http://b/y"},
      {"http://a/x.rdfhttp://b/y", "http://a/x.rdf http://b/y"},
      {"http://a/x?q=1 http://b/y", "http://a/x?q=1 http://b/y"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(classify_seed(c.given), (seed_verdict{errc::uri_syntax, std::string{c.wanted}})) << c.given;
  }
}

TEST(seed_classes, a_uri_may_contain_another_one) {
  for (std::string_view text :
       {"http://web.archive.org/web/2015/http://h/x", "http://h/?u=http://b/&v=http://c/",
        "http://h/#http://b", "http://h/describe?uris=http://a,http://b", "https://HTTP.example.org/"})
    EXPECT_EQ(classify_seed(text), (seed_verdict{})) << text;
}

TEST(seed_classes, white_space_around_a_seed_is_ignored) {
  EXPECT_EQ(classify_seed(" \thttp://h/x\r\n"), (seed_verdict{}));
}

TEST(fetchable, is_encoded_and_has_no_fragment_and_no_user) {
  EXPECT_EQ(fetchable(" http://u:p@h:80/a b?c#d "), "http://h:80/a%20b?c");
  EXPECT_EQ(fetchable("http://h/a%20b%zz"), "http://h/a%20b%25zz");
  EXPECT_EQ(fetchable("http://b\xc3\xbc"
                      "cher.example/\xc3\xbc"),
            "http://b\xc3\xbc"
            "cher.example/%C3%BC");
  EXPECT_EQ(fetchable("http://[::1]:8080/[x]"), "http://[::1]:8080/%5Bx%5D");
}

TEST(fetchable, encodes_once) {
  for (std::string_view text : {"http://h/a b%", "http://h/\xff#x#y", "http://h/?a=\"b\""})
    EXPECT_EQ(fetchable(fetchable(text)), fetchable(text));
}

TEST(classify_seed, ftp_is_a_scheme_where_it_is_allowed_R207) {
  EXPECT_EQ(classify_seed("ftp://h/x").code, errc::scheme_refused);
  EXPECT_EQ(classify_seed("ftp://h/x", {false, true}).code, errc::ok);
  EXPECT_EQ(classify_seed("FTP://h/a b", {false, true}).suggestion, "FTP://h/a%20b");
  EXPECT_EQ(classify_seed("ftp:///x", {false, true}).code, errc::uri_syntax);
  EXPECT_EQ(classify_seed("sftp://h/x", {false, true}).code, errc::scheme_refused);
}

}  // namespace laundromat
