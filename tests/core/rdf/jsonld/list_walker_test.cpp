// Lists on their own: their items are given by the test.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/list_walker.hpp"

#include "tests/core/rdf/jsonld/walk_parts.hpp"

namespace laundromat::testing {
namespace {

using jsonld::walk_target;
using lines = std::vector<std::string>;

/// Strings are IRIs; numbers are items that are lost.
struct json_ld_list : walk_parts, jsonld::value_walker {
  void walk_value(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node&,
                  const walk_target&, bool) override {
    ADD_FAILURE() << "a list holds items";
  }
  void walk_list(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node&,
                 const walk_target&, const jsonld::json_node&) override {
    ADD_FAILURE() << "nothing here is a list object";
  }
  void walk_item(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node& value,
                 const walk_target& list) override {
    ++walked;
    if (value.is_string()) return emitter.finish_item(list, iri(value.view()), false, value);
    terms.report(errc::bad_iri, treatment::skip, value, "lost");
    terms.lose(value);
  }
  void walk(std::string_view text, walk_target to = to_property()) {
    const auto& value = parse(text);
    lists.walk(contexts.initial(), nullptr, value, to, value);
  }

  jsonld::list_walker lists{terms, emitter, *this};
  int walked = 0;
};

TEST_F(json_ld_list, is_emitted_as_cells_behind_its_property) {
  walk(R"(["http://i/1","http://i/2"])");
  ASSERT_EQ(log.lines.size(), 5U);
  EXPECT_EQ(log.lines.back(), "<http://s/s> <http://p/p> <b:genid0> .");
  EXPECT_TRUE(log.defects.empty());
}

TEST_F(json_ld_list, without_items_is_nil) {
  walk("[]");
  EXPECT_EQ(log.lines, lines{"<http://s/s> <http://p/p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> ."});
}

TEST_F(json_ld_list, that_lacks_an_item_is_not_emitted_and_reported_once) {
  walk(R"(["http://i/1",5])");
  EXPECT_TRUE(log.lines.empty());
  EXPECT_EQ(log.messages(), (lines{"lost", "a list of which an item is lost"}));
  EXPECT_EQ(walked, 4) << "once to judge, once to report";
}

TEST_F(json_ld_list, of_no_subject_is_lost) {
  walk_target to;
  to.how = walk_target::kind::property;
  walk(R"(["http://i/1"])", to);
  EXPECT_TRUE(log.lines.empty());
  EXPECT_FALSE(log.lost.empty());
}

TEST_F(json_ld_list, cannot_be_the_value_of_a_reverse_property) {
  auto to = to_property();
  to.how = walk_target::kind::reverse;
  walk(R"(["http://i/1"])", to);
  EXPECT_EQ(log.messages(), lines{"invalid reverse property value"});
}

TEST_F(json_ld_list, labels_of_a_judgement_are_used_again) {
  walk(R"(["http://i/1",5])");
  walk(R"(["http://i/1"])");
  EXPECT_EQ(log.lines.back(), "<http://s/s> <http://p/p> <b:genid0> .");
}

}  // namespace
}  // namespace laundromat::testing
