// What follows a bracket in a JSON text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/next_item_finder.hpp"

#include <gtest/gtest.h>

namespace laundromat::jsonld {
namespace {

using sequel = scan_event::sequel;

/// What follows the bracket that the text begins with.
sequel behind(std::string_view text, bool is_last = true, std::string_view item_key = {}) {
  next_item_finder items(1000);
  items.note_first_key(item_key);
  return items.see_behind({text, 0, is_last}, 0);
}

TEST(json_next_item, the_sequel_of_a_bracket_is_seen_behind_space_and_one_comma) {
  EXPECT_EQ(behind("} {"), sequel::root);
  EXPECT_EQ(behind("} ]"), sequel::closer);
  EXPECT_EQ(behind("} ]]>"), sequel::other);
  EXPECT_EQ(behind("} ] } , \"a\":1"), sequel::outer);
  EXPECT_EQ(behind("} ], {\"a\":1}"), sequel::closer);
  EXPECT_EQ(behind("}, [1]"), sequel::value);
  EXPECT_EQ(behind("}, {\"b\":1}"), sequel::value);
  EXPECT_EQ(behind("}, \"b\":1"), sequel::key);
  EXPECT_EQ(behind("}, \"b\", 1"), sequel::member);
  EXPECT_EQ(behind("} : 1"), sequel::member);
  EXPECT_EQ(behind("}x"), sequel::member);
  EXPECT_EQ(behind("} x"), sequel::other);
  EXPECT_EQ(behind("}"), sequel::other);
}

TEST(json_next_item, an_item_begins_with_the_key_of_the_items_before) {
  EXPECT_EQ(behind("}, {\"@id\":1}", true, "\"@id\""), sequel::item);
  EXPECT_EQ(behind("}, {\"name\":1}", true, "\"@id\""), sequel::value);
}

TEST(json_next_item, what_is_cut_off_is_unknown_until_the_document_ends) {
  for (const auto* text : {"}", "} ", "},", "}, \"b", "}, \"b\" ", "} ]]", "} ]", "} ],", "}, {\"@i"}) {
    EXPECT_EQ(behind(text, false, "\"@id\""), sequel::unknown) << text;
    EXPECT_NE(behind(text, true, "\"@id\""), sequel::unknown) << text;
  }
}

/// Whether the brace behind the last comma begins the next item of an array.
decision begins_next(std::string_view text, std::string_view item_key, bool is_last = true,
                     std::uint64_t reach = 1000) {
  next_item_finder items(reach);
  items.note_first_key(item_key);
  const auto brace = text.rfind('{');
  return items.begins_next_item({text, 0, is_last}, 1, text.rfind(',', brace), brace);
}

TEST(json_next_item, a_brace_where_a_key_is_expected_begins_an_item_that_looks_like_one) {
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":1,{"@id":"b"}])", "\"@id\""), decision::yes);
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":1,{"p":2}])", "\"@id\""), decision::yes)
      << "the object has that key already";
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":1,{"q":2}])", "\"@id\""), decision::no);
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":,{"@id":"b"}])", "\"@id\""), decision::no)
      << "it may be the value of that key";
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":1,{"@i)", "\"@id\"", false), decision::undecided);
}

TEST(json_next_item, an_item_beyond_the_reach_is_not_searched) {
  EXPECT_EQ(begins_next(R"([{"@id":"a","p":1,{"p":2}])", "\"@id\"", true, 5), decision::no);
}

}  // namespace
}  // namespace laundromat::jsonld
