// Tests of finding labels in canonical lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/labels/label_scan.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {
namespace {

const std::vector<std::string> properties{"x:label", "x:name", "x:title2"};

struct scanned_label {
  std::string subject;
  std::size_t property;
  std::string language, text;

  friend bool operator==(const scanned_label&, const scanned_label&) = default;
};

std::vector<scanned_label> labels_in(const std::vector<std::string>& blocks) {
  std::vector<scanned_label> all;
  label_scan scan{properties, [&](const label_view& one) {
                    all.push_back({std::string{one.subject}, one.property, std::string{one.language},
                                   std::string{one.text}});
                  }};
  scan.begin_document();
  for (const auto& block : blocks) scan.add(block);
  return all;
}

/// The text of the only label.
std::string text_of(const std::string& literal) {
  const auto all = labels_in({"<x:s> <x:name> " + literal + " .\n"});
  return all.size() == 1 ? all[0].text : std::to_string(all.size()) + " labels";
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST(label_scan, finds_literals_of_the_properties_Q70) {
  EXPECT_EQ(
      labels_in({"<x:a> <x:name> \"Ada\" .\n<x:a> <x:nama> \"no\" .\n<x:b> <x:label> \"Bob\"@en-gb <x:g> .\n",
                 "<x:c> <x:title2> \"C\"@ar--rtl .\n<x:c> <x:title3> \"no\" .\n"}),
      (std::vector<scanned_label>{{"x:a", 1, "", "Ada"}, {"x:b", 0, "en-gb", "Bob"}, {"x:c", 2, "ar", "C"}}));
}

TEST(label_scan, leaves_out_what_is_no_label_Q70) {
  EXPECT_TRUE(
      labels_in({"<x:a> <x:name> <x:b> .\n", "<x:a> <x:name> \"5\"^^<x:type> .\n", "<x:a> <x:name> \"\" .\n",
                 "<x:a> <x:name> \"\"@en .\n", "<x:a> <x:name> <<( <x:a> <x:name> \"b\" )>> .\n",
                 "<x:a> <x:b> \"<x:name>\" .\n", "<x:name> <x:b> \"b\" .\n", "<x:a> <x:b> \"b\" <x:name> .\n",
                 "word\n", "\n", "", "<x:a> <x:name>\n", "<x:a> <x:name> \"b\n", "<x:a> <x:name> \"\n",
                 "<x:a> <x:na> \"b\" .\n", "<x:a> <x:a-name-that-is-longer-than-all> \"b\" .\n"})
          .empty());
  EXPECT_TRUE(labels_in({"<x:" + std::string(most_labelled_bytes, 'a') + "> <x:name> \"b\" .\n"}).empty());
}

TEST(label_scan, gives_a_label_of_several_graphs_once_Q70) {
  EXPECT_EQ(
      labels_in({"<x:a> <x:name> \"A\" .\n<x:a> <x:name> \"A\" <x:g> .\n", "<x:a> <x:name> \"A\" <x:h> .\n"})
          .size(),
      1U);
  EXPECT_EQ(
      labels_in({"<x:a> <x:name> \"A\" .\n<x:a> <x:name> \"A\"@en .\n<x:b> <x:name> \"A\"@en .\n"}).size(),
      3U);
}

TEST(label_scan, the_same_label_begins_another_document_Q70) {
  int count = 0;
  label_scan scan{properties, [&](const label_view&) { ++count; }};
  for (int document = 0; document < 2; ++document) {
    scan.begin_document();
    scan.add("<x:a> <x:name> \"A\" .\n");
  }
  EXPECT_EQ(count, 2);
}

TEST(label_scan, decodes_and_cuts_texts_at_characters_Q70) {
  EXPECT_EQ(text_of(R"("a\tb\n\"c\" \\ d\u0001")"), "a\tb\n\"c\" \\ d\x01");
  const std::string e = "\xC3\xA9";
  EXPECT_EQ(text_of('"' + std::string(most_label_bytes, 'a') + '"'), std::string(most_label_bytes, 'a'));
  EXPECT_EQ(text_of('"' + std::string(most_label_bytes - 1, 'a') + e + e + '"'),
            std::string(most_label_bytes - 1, 'a'));
  EXPECT_EQ(text_of('"' + repeated(e, 100'000) + '"'), repeated(e, most_label_bytes / 2));
  EXPECT_EQ(text_of('"' + repeated("\\u0001", 100'000) + '"'), std::string(most_label_bytes, '\x01'));
}

TEST(label_scan, without_properties_finds_nothing_Q76) {
  label_scan scan{{}, [&](const label_view&) { ADD_FAILURE(); }};
  scan.add("<x:a> <x:name> \"A\" .\n<x:a> <> \"A\" .\n");
}

}  // namespace laundromat::test
