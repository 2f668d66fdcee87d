// Tests of the paths of the file store: the given examples, round trips, names that every disk accepts.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/file_store_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using namespace std::chrono;

// 4:20:00pm on 2008 Nov 4.
const timestamp fetched = timestamp{sys_days{year{2008} / November / 4}} + hours{16} + minutes{20};

std::string path_of(std::string_view uri) {
  const auto path = encode_path(uri, fetched);
  return path ? *path : to_string(path.error());
}

// The path without its uuid, time and extension.
std::string stem_of(std::string_view uri) {
  const auto path = path_of(uri);
  return path.substr(0, path.find('+'));
}

bool every_name_fits(const std::string& path) {
  std::istringstream names{path};
  for (std::string name; std::getline(names, name, '/');)
    if (name.empty() || name == "." || name == ".." || name.size() > store_name_bytes ||
        name.find('\0') != std::string::npos)
      return false;
  return path.size() <= store_path_bytes && !path.starts_with('/');
}

}  // namespace

TEST(file_store_path, first_example_F10) {
  EXPECT_EQ(path_of("http://twitter.com/statuses/friends/bob.xml"),
            "_com/_tw/com.twitter/statuses/friends/_bo/"
            "bob.xml+3b78498d83a755e89b6e10cf7612ad8a+20081104-162000.xml");
}

TEST(file_store_path, second_example_F11) {
  EXPECT_EQ(path_of("http://twitter.com/statuses/friends/bob.xml?since=Tue%2C+27+Mar+2007+22%3A55%3A48+GMT"),
            "_com/_tw/com.twitter/statuses/friends/_bo/"
            "bob.xml%3Fsince%3DTue%252C%2B27%2BMar%2B2007%2B22%253A55%253A48%2BGMT+"
            "76eb6d0ad6fe5ae0b3128ec5e4a7a72f+"
            "20081104-162000.xml");
}

TEST(file_store_path, the_uuid_is_version_5_in_the_url_name_space_F08) {
  EXPECT_EQ(url_uuid("http://www.ietf.org/rfc/rfc4122.txt").substr(12, 1), "5");
  EXPECT_EQ(url_uuid("http://twitter.com/statuses/friends/bob.xml"), "3b78498d83a755e89b6e10cf7612ad8a");
}

TEST(file_store_path, the_appendage_has_port_user_and_password_F01) {
  EXPECT_EQ(stem_of("http://h.org:80/"), "_org/_h/org.h/");
  EXPECT_EQ(stem_of("http://h.org:8080/"), "_org/_h/org.h_8080__/");
  EXPECT_EQ(stem_of("https://h.org/"), "_org/_h/org.h_443__/");
  EXPECT_EQ(stem_of("http://a_b:c%40@h.org/"), "_org/_h/org.h_80_a%5Fb_c%2540/");
  EXPECT_EQ(stem_of("https://h.org:8443/"), "_org/_h/org.h_8443___https/");
  EXPECT_EQ(stem_of("http://h.org:443/"), "_org/_h/org.h_443___http/");
}

TEST(file_store_path, tiers_come_from_the_reversed_host_C03_F02_F03_F04) {
  EXPECT_EQ(stem_of("http://www.example.co.uk/"), "_uk/_co/uk.co.example.www/");
  EXPECT_EQ(stem_of("http://localhost/"), "_localhost/_/localhost/");
  EXPECT_EQ(stem_of("http://x.y/"), "_y/_x/y.x/");
  EXPECT_EQ(stem_of("http://10.0.0.1/"), "_1/_0./1.0.0.10/");
  EXPECT_EQ(stem_of("http://my_host.org/"), "_org/_my/org.my%5Fhost/");
  EXPECT_EQ(stem_of("http://[::1]:8000/"), "_%5B%3A%3A1%5D/_/%5B%3A%3A1%5D_8000__/");
}

TEST(file_store_path, segments_are_encoded_F05) {
  EXPECT_EQ(stem_of("http://h.org//a///b c/_d/2008/.e/"), "_org/_h/org.h/a/b%20c/%5Fd/%32008/%2Ee/");
  EXPECT_EQ(stem_of("http://h.org/a/../../.."), "_org/_h/org.h/a/%2E./%2E./_../%2E.");
  EXPECT_EQ(stem_of("http://h.org/a+b/c~d"), "_org/_h/org.h/a%2Bb/_c%7E/c%7Ed");
}

TEST(file_store_path, the_tier_is_the_first_two_characters_of_the_file_F06) {
  EXPECT_EQ(stem_of("http://h.org/b"), "_org/_h/org.h/_b/b");
  EXPECT_EQ(stem_of("http://h.org/2008.csv"), "_org/_h/org.h/_20/%32008.csv");
}

TEST(file_store_path, the_extension_is_that_of_the_file_F07) {
  const auto ending = [](std::string_view uri) { return decode_path(path_of(uri)).value().extension; };
  EXPECT_EQ(ending("http://h.org/x.tar.gz?a=b.c#d.e"), ".gz");
  EXPECT_EQ(ending("http://h.org/x?a=b.c"), "");
  EXPECT_EQ(ending("http://h.org/x."), "");
  EXPECT_EQ(ending("http://h.org/v1.0/x"), "");
}

TEST(file_store_path, a_path_that_ends_in_a_slash_has_no_file_name_and_no_tier) {
  EXPECT_EQ(path_of("http://h.org/a/"),
            "_org/_h/org.h/a/+" + url_uuid("http://h.org/a/") + "+20081104-162000");
  EXPECT_EQ(stem_of("http://h.org/?q=1"), "_org/_h/org.h/%3Fq%3D1");
}

TEST(file_store_path, an_uri_without_host_has_no_path) {
  for (std::string_view uri : {"", "a/b", "urn:x", "http:///x", "//h/x", "http://h:x/"})
    EXPECT_EQ(encode_path(uri, fetched).error().code, errc::uri_syntax) << uri;
}

TEST(file_store_path, decoding_gives_the_uri_back_F13) {
  for (std::string_view uri : {"http://twitter.com/statuses/friends/bob.xml",
                               "http://h.org",
                               "http://h.org/",
                               "http://h.org?x",
                               "http://h.org/?x",
                               "https://h.org/a",
                               "https://h.org:8443/a",
                               "http://h.org:443/a",
                               "http://h.org:80/a",
                               "https://h.org:443/a",
                               "http://u@h.org/",
                               "http://u:p_@h.org:81/a/b",
                               "http://:p@h.org/",
                               "http://h.org/a%2Fb/c%2f?d%20e+f#g/h",
                               "http://h.org/_x/_y",
                               "http://h.org/a/",
                               "http://h.org/2008/.x/..",
                               "http://[2001:db8::1]:8080/x",
                               "http://10.0.0.1/x",
                               "http://h.org./x",
                               "http://../x",
                               "http://my_host.org/a+b~c",
                               "ftp://h.org/x",
                               "ftp://h.org:2121/x",
                               "file:///data/x.nt",
                               "file://localhost/data/x",
                               "http://h.org/\xc3\xa9/\xff.xml?\xe6",
                               "http://h.org/a?b/c/d",
                               "http://h.org/#a/b+c"}) {
    const auto name = decode_path(path_of(uri));
    ASSERT_TRUE(name) << path_of(uri);
    EXPECT_EQ(name->uri, uri) << path_of(uri);
    EXPECT_TRUE(name->is_exact) << path_of(uri);
    EXPECT_EQ(name->uuid, url_uuid(uri));
    EXPECT_EQ(name->fetched, fetched);
  }
}

TEST(file_store_path, parts_that_a_path_does_not_store_are_not_exact) {
  const auto name = decode_path(path_of("http://H.org//a//b")).value();
  EXPECT_EQ(name.uri, "http://h.org/a/b");
  EXPECT_FALSE(name.is_exact);
}

TEST(file_store_path, long_names_are_shortened_and_keep_their_uuid_F14) {
  for (const auto& uri :
       {"http://h.org/" + std::string(1'000, 'a') + ".xml", "http://h.org/x.nt?q=" + std::string(9'000, '+'),
        "http://h.org/x." + std::string(300, 'e'), "http://" + std::string(400, 'h') + "/x",
        "http://" + std::string(400, 'u') + ":p@h.org/x",
        "http://h.org/" + std::string(500, '\xff') + "/x"}) {
    const auto path = path_of(uri);
    EXPECT_TRUE(every_name_fits(path)) << path;
    EXPECT_NE(path.find('~'), std::string::npos);
    const auto name = decode_path(path);
    ASSERT_TRUE(name) << path;
    EXPECT_FALSE(name->is_exact);
    EXPECT_EQ(name->uuid, url_uuid(uri));
  }
  EXPECT_TRUE(path_of("http://h.org/" + std::string(1'000, 'a') + ".xml").ends_with("+20081104-162000.xml"));
}

TEST(file_store_path, shortening_never_splits_a_percent_encoded_octet) {
  for (std::string_view shift : {"", "a", "ab"}) {
    const auto path = path_of("http://h.org/" + std::string{shift} + std::string(300, '\xff') + "/x" +
                              std::string{shift} + std::string(300, '+'));
    for (auto at = path.find('%'); at != std::string::npos; at = path.find('%', at + 1))
      EXPECT_TRUE(is_percent_encoded(path, at)) << path << " at " << at;
  }
}

TEST(file_store_path, deep_paths_fit_and_remain_different) {
  std::string deep = "http://h.org/";
  for (int i = 0; i < 3'000; ++i) deep += "ab/";
  EXPECT_TRUE(every_name_fits(path_of(deep + "x")));
  EXPECT_NE(stem_of(deep + "x"), stem_of(deep + "ab/x"));
}

TEST(file_store_path, no_path_leaves_the_store_or_collides) {
  constexpr std::string_view chunks[] = {"/", ".", "..", "_", "+", "~",    "%2e", "?",
                                         "#", "@", ":",  "a", "9", "\xff", " ",   "\\"};
  std::mt19937 random{20'260'102};
  for (int round = 0; round < 20'000; ++round) {
    std::string uri = "http://";
    for (auto length = random() % 14; length > 0; --length) uri += chunks[random() % std::size(chunks)];
    uri.push_back('\0');
    const auto path = encode_path(uri, fetched);
    if (!path) continue;
    ASSERT_TRUE(every_name_fits(*path)) << uri << " -> " << *path;
    const auto name = decode_path(*path);
    ASSERT_TRUE(name) << *path;
    ASSERT_EQ(name->uuid, url_uuid(uri));
  }
}

// The name of a file contains the `+` before its UUID; a segment that is spelled like one gets another name.
TEST(file_store_path, a_segment_and_a_file_have_different_names_F12) {
  const auto file = path_of("http://example.org/data.nt");
  const auto file_name = file.substr(file.rfind('/') + 1);
  for (const auto& segment : {file_name, std::string{"data.nt"}, std::string{"+"}, std::string{"a+b"}}) {
    const auto below = path_of("http://example.org/" + segment + "/x");
    std::istringstream names{below.substr(0, below.rfind('/'))};
    for (std::string name; std::getline(names, name, '/');) {
      EXPECT_EQ(name.find('+'), std::string::npos) << below;
      EXPECT_NE(name, file_name);
    }
    EXPECT_NE(below.find('+', below.rfind('/')), std::string::npos) << below;
  }
}

TEST(file_store_path, other_paths_are_refused) {
  for (std::string_view path :
       {"", "x", "_com/_tw/com.twitter/x", "_com/_tw/x+3b78498d83a755e89b6e10cf7612ad8a+20081104-162000",
        "_com/_tw/com.twitter/x+3b78498d83a755e89b6e10cf7612ad8z+20081104-162000",
        "_com/_tw/com.twitter/x+3b78498d83a755e89b6e10cf7612ad8a+20081304-162000",
        "_com/_tw/com.twitter/x+3b78498d83a755e89b6e10cf7612ad8a+2008110a-162000",
        "com_1_2/x+3b78498d83a755e89b6e10cf7612ad8a+20081104-162000"}) {
    const auto name = decode_path(path);
    ASSERT_FALSE(name) << path;
    EXPECT_EQ(name.error().code, errc::invalid_argument);
  }
}

}  // namespace laundromat
