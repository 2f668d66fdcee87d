// Containers on their own: the values in them are taken by the test.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/container_walker.hpp"

#include "tests/core/rdf/jsonld/walk_parts.hpp"

namespace laundromat::testing {
namespace {

using jsonld::walk_target;
using lines = std::vector<std::string>;

/// Remembers what comes back to the walk, with what the key of a map adds.
struct json_ld_container : walk_parts, jsonld::value_walker {
  void walk_value(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node& value,
                  const walk_target& to, bool is_from_map) override {
    std::string seen = is_from_map ? "from map " : "";
    if (to.map != nullptr && to.map->has_id) seen += "id " + std::string(to.map->id.value) + " ";
    if (to.map != nullptr && to.map->type.kind != term_kind::none)
      seen += "type " + std::string(to.map->type.value) + " ";
    if (to.graph.kind != term_kind::none) seen += "graph " + std::string(to.graph.value) + " ";
    seen += documents.back().text.substr(value.begin, value.end - value.begin);
    values.push_back(seen);
  }
  void walk_list(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node& value,
                 const walk_target&, const jsonld::json_node&) override {
    values.push_back("list " + documents.back().text.substr(value.begin, value.end - value.begin));
  }
  void walk_item(const jsonld::context_ptr&, const jsonld::expanded_key*, const jsonld::json_node&,
                 const walk_target&) override {
    ADD_FAILURE() << "items belong to lists";
  }
  /// Walks the value of the term `p`, which is defined by a JSON text.
  void walk(std::string_view definition, std::string_view value) {
    const auto active = context("{\"T\":\"http://t/\",\"p\":" + std::string(definition) + "}");
    const auto& key = property(active, "p");
    const auto& node = parse(value);
    containers.walk({&node, &node, &key, &active, 0}, to_property());
  }

  jsonld::container_walker containers{contexts, terms, emitter, objects, literals, *this};
  lines values;
};

TEST_F(json_ld_container, language_maps_give_tagged_strings) {
  walk(R"({"@id":"http://p/p","@container":"@language"})", R"({"en":["a","b"],"@none":"c","de":null})");
  EXPECT_EQ(log.lines, (lines{"<http://s/s> <http://p/p> \"a\"@en .", "<http://s/s> <http://p/p> \"b\"@en .",
                              "<http://s/s> <http://p/p> \"c\" ."}));
  walk(R"({"@id":"http://p/p","@container":"@language"})", R"({"en":5})");
  EXPECT_EQ(log.messages(), lines{"invalid language map value"});
}

TEST_F(json_ld_container, id_and_type_maps_name_and_type_their_items) {
  walk(R"({"@id":"http://p/p","@container":"@id"})", R"({"x":{},"@none":{"a":1}})");
  walk(R"({"@id":"http://p/p","@container":"@type"})", R"({"T":[{}]})");
  EXPECT_EQ(values,
            (lines{"from map id http://base/x {}", "from map {\"a\":1}", "from map type http://t/ {}"}));
}

TEST_F(json_ld_container, index_maps_go_back_to_the_walk_item_by_item) {
  walk(R"({"@id":"http://p/p","@container":"@index"})", R"({"a":[1,2],"b":3})");
  EXPECT_EQ(values, (lines{"from map 1", "from map 2", "from map 3"}));
}

TEST_F(json_ld_container, a_value_of_a_list_container_is_a_list_unless_it_is_a_list_object) {
  walk(R"({"@id":"http://p/p","@container":"@list"})", "[1]");
  walk(R"({"@id":"http://p/p","@container":"@list"})", R"({"@list":[1]})");
  EXPECT_EQ(values, (lines{"list [1]", "{\"@list\":[1]}"}));
}

TEST_F(json_ld_container, a_graph_container_puts_each_item_into_a_graph_of_its_own) {
  walk(R"({"@id":"http://p/p","@container":"@graph"})", "[{},{}]");
  EXPECT_EQ(values, (lines{"graph genid0 {}", "graph genid1 {}"}));
  EXPECT_EQ(log.lines.size(), 2U) << "the names of the graphs are the values of the property";
}

TEST_F(json_ld_container, json_is_one_literal) {
  walk(R"({"@id":"http://p/p","@type":"@json"})", R"({"a":[1]})");
  EXPECT_TRUE(values.empty());
  ASSERT_EQ(log.lines.size(), 1U);
  EXPECT_TRUE(log.lines[0].ends_with("22-rdf-syntax-ns#JSON> ."));
}

TEST_F(json_ld_container, an_entry_whose_key_has_a_broken_definition_is_lost) {
  const auto active = context(R"({"bad":{"@id":5},"p":{"@id":"http://p/p","@container":"@language"}})");
  const auto& key = property(active, "p");
  const auto& node = parse(R"({"bad":"x","en":"y"})");
  containers.walk({&node, &node, &key, &active, 0}, to_property());
  EXPECT_EQ(log.lines, lines{"<http://s/s> <http://p/p> \"y\"@en ."});
  EXPECT_EQ(log.messages(), lines{"its definition is broken"});
  EXPECT_EQ(log.lost.size(), 2U);
}

}  // namespace
}  // namespace laundromat::testing
