// What the keys of an object mean, without a walk.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/object_reader.hpp"

#include "tests/core/rdf/jsonld/walk_parts.hpp"

namespace laundromat::testing {
namespace {

using jsonld::keyword;
using jsonld::object_view;
using texts = std::vector<std::string>;

struct json_ld_object : walk_parts {
  explicit json_ld_object(wash_profile profile = wash_profile::standard) : walk_parts(profile) {}

  bool read(std::string_view text) {
    view = {};
    return objects.read(contexts.initial(), nullptr, parse(text), false, view);
  }
  /// What the keys of the members expand to.
  [[nodiscard]] texts names() const {
    texts found;
    for (auto at = view.first; at < view.last; ++at) found.push_back(objects[at].name->iri);
    return found;
  }

  object_view view;
};

TEST_F(json_ld_object, keys_are_expanded_by_the_contexts_of_the_object) {
  ASSERT_TRUE(read(R"({"@context":{"a":"http://a/"},"@id":"x","a":1,"http://b/":2,"unknown":3})"));
  EXPECT_EQ(names(), (texts{"@id", "http://a/", "http://b/"}));
  EXPECT_EQ(view.mapped, 3U);
  ASSERT_NE(objects.slot(view, keyword::at_id), nullptr);
  EXPECT_EQ(objects.slot(view, keyword::at_id)->value->view(), "x");
  EXPECT_EQ(objects.slot(view, keyword::at_type), nullptr);
  ASSERT_EQ(log.defects.size(), 1U) << "the key that means nothing is noted";
  EXPECT_EQ(log.defects[0].rule, errc::unmapped_key);
}

TEST_F(json_ld_object, members_of_nest_are_the_objects_own) {
  ASSERT_TRUE(read(R"({"@nest":{"http://a/":1},"http://b/":2})"));
  EXPECT_EQ(names(), (texts{"http://b/", "http://a/"}));
}

TEST_F(json_ld_object, contexts_of_types_hold_for_members) {
  ASSERT_TRUE(read(
      R"({"@context":{"T":{"@id":"http://t/","@context":{"a":"http://scoped/"}},"a":"http://a/"},"@type":"T","a":1})"));
  EXPECT_EQ(names(), (texts{"@type", "http://scoped/"}));
  EXPECT_NE(view.context, view.type_context);
}

TEST_F(json_ld_object, a_keyword_may_stand_in_an_object_once) {
  EXPECT_FALSE(read(R"({"@context":{"id":"@id"},"@id":"x","id":"y"})"));
  EXPECT_EQ(log.messages(), texts{"colliding keywords"});
}

TEST_F(json_ld_object,
       a_member_whose_definition_is_broken_is_lost_and_the_object_too_where_it_may_be_its_name) {
  ASSERT_TRUE(read(R"({"@context":{"a":{"@id":"http://a/","@type":5}},"@id":"x","a":1,"http://b/":2})"));
  EXPECT_EQ(names(), (texts{"@id", "http://b/"}));
  EXPECT_FALSE(log.lost.empty());
  log.defects.clear();
  EXPECT_FALSE(read(R"({"@context":{"a":{"@id":5}},"a":"x","http://b/":2})"));
  EXPECT_EQ(log.messages().back(), "it has the key 'a', whose definition is broken");
}

TEST_F(json_ld_object, a_context_that_breaks_the_rules_costs_the_object) {
  EXPECT_FALSE(read(R"({"@context":5,"http://b/":2})"));
  EXPECT_EQ(log.messages(), texts{"invalid local context"});
}

TEST_F(json_ld_object, the_stack_goes_back_to_a_mark) {
  ASSERT_TRUE(read(R"({"http://a/":1})"));
  const auto outer = view;
  const auto mark = objects.mark();
  ASSERT_TRUE(read(R"({"http://b/":1,"http://c/":2})"));
  EXPECT_EQ(view.first, outer.last);
  objects.release(mark);
  EXPECT_EQ(objects.mark().members, outer.last);
}

TEST_F(json_ld_object, a_split_object_has_the_members_of_its_head_and_its_tail) {
  jsonld::json_tree head_tree, tail_tree;
  const std::string head = R"({"http://a/":1,"@graph":[)", tail = R"(,"@context":{"b":"http://b/"},"b":2})";
  ASSERT_TRUE(parser.parse(head, jsonld::json_chunk::head, head_tree));
  ASSERT_TRUE(parser.parse(tail, jsonld::json_chunk::tail, tail_tree));
  ASSERT_TRUE(objects.read_split(contexts.initial(), head_tree.root(), {head, 0}, &tail_tree.root(),
                                 {tail, 100}, view));
  EXPECT_EQ(names(), (texts{"http://a/", "@graph", "http://b/"}));
  objects.use(objects[view.last - 1]);
  EXPECT_EQ(terms.source().offset, 100U);
}

TEST_F(json_ld_object, a_graph_object_has_a_graph_and_at_most_a_name_and_an_index) {
  const auto& active = *contexts.initial();
  EXPECT_TRUE(objects.is_graph_object(active, parse(R"({"@graph":[],"@id":"x","@index":"i"})")));
  EXPECT_FALSE(objects.is_graph_object(active, parse(R"({"@graph":[],"http://a/":1})")));
  EXPECT_FALSE(objects.is_graph_object(active, parse(R"({"@id":"x"})")));
  EXPECT_TRUE(objects.has_key(active, parse(R"({"@value":1})"), keyword::at_value));
}

TEST_F(json_ld_object, what_was_cut_off_makes_a_missing_name_unsure) {
  jsonld::json_tree tree;
  const std::string text = R"({"http://a/":1,)";
  ASSERT_TRUE(parser.parse(text, jsonld::json_chunk::cut, tree));
  ASSERT_TRUE(objects.read(contexts.initial(), nullptr, tree.root(), false, view));
  EXPECT_FALSE(objects.has_sure_name(view));
  const std::string named = R"({"@id":"x",)";
  ASSERT_TRUE(parser.parse(named, jsonld::json_chunk::cut, tree));
  view = {};
  ASSERT_TRUE(objects.read(contexts.initial(), nullptr, tree.root(), false, view));
  EXPECT_TRUE(objects.has_sure_name(view));
}

}  // namespace
}  // namespace laundromat::testing
