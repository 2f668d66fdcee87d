// Open tags with their indents, and how a tag that does not match is read by the tags ahead.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/recovery/tag_match.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace laundromat::rdfxml {
namespace {

TEST(open_tags, finds_names_from_the_innermost_on) {
  open_tags tags;
  EXPECT_EQ(tags.name(), "");
  EXPECT_EQ(tags.find("a"), open_tags::npos);
  tags.open("a", true, true);
  tags.open("b", true, false);
  tags.open("a", false, false);
  EXPECT_EQ(tags.count(), 3u);
  EXPECT_EQ(tags.name(1), "b");
  EXPECT_EQ(tags.name(3), "") << "further out than the root";
  EXPECT_EQ(tags.find("a"), 0u);
  EXPECT_EQ(tags.find("b"), 1u);
  EXPECT_TRUE(tags.at_depth(1).has_scope);
  EXPECT_FALSE(tags.at(0).is_read);
  tags.close();
  EXPECT_EQ(tags.find("a"), 1u);
  EXPECT_FALSE(tags.is_root_nameless());
}

TEST(open_tags, may_have_a_root_without_a_name) {
  open_tags tags;
  tags.open("", false, true);
  tags.open("a", false, true);
  EXPECT_TRUE(tags.is_root_nameless());
  EXPECT_EQ(tags.name(), "a");
}

TEST(open_tags, measures_the_indent_of_tags_that_are_first_on_their_line) {
  open_tags tags;
  tags.note_text("\n", false);
  EXPECT_EQ(tags.indent(), std::optional<std::size_t>(0));
  tags.open("root", true, true);
  tags.note_tag();
  EXPECT_EQ(tags.indent(), std::nullopt);
  tags.note_text("text\n  ", false);
  EXPECT_EQ(tags.indent(), std::optional<std::size_t>(2));
  tags.open("child", true, false);
  EXPECT_EQ(tags.at(1).child_indent, 2u);
  EXPECT_EQ(tags.indent_step(), 2u);
  tags.note_text("x  ", false);
  EXPECT_EQ(tags.indent(), std::nullopt) << "it is not first on its line";
  tags.note_text("\n  ", true);
  EXPECT_EQ(tags.indent(), std::nullopt) << "an end tag comes";
}

/// rdf:RDF, a node, and a property with the tags of the names given.
class tag_match_of : public ::testing::Test {
 protected:
  void open(rdf_role role, std::string_view name) {
    elements.open(role, 0, 0);
    tags.open(name, true, false);
  }
  void open_property() {
    open(rdf_role::rdf, "rdf:RDF");
    open(rdf_role::node, "Node");
    open(rdf_role::property, "p");
  }
  static tags_ahead ends(std::initializer_list<std::string_view> names) {
    tags_ahead out;
    for (const auto name : names) out.ends[out.count++] = name;
    return out;
  }

  open_tags tags;
  element_stack elements;
  tag_match match{tags, elements};
};

TEST_F(tag_match_of, end_tags_fits_the_elements_that_are_open) {
  open_property();
  EXPECT_TRUE(match.fits_when_closed(ends({"p", "Node", "rdf:RDF"}), 0));
  EXPECT_TRUE(match.fits_when_closed(ends({"Node", "rdf:RDF"}), 1)) << "the end tag of p is missing";
  EXPECT_FALSE(match.fits_when_closed(ends({"Node", "rdf:RDF"}), 0));
  EXPECT_TRUE(match.fits_when_lost(ends({"q", "p", "Node"}), 1)) << "the start tag of q is lost";
  EXPECT_FALSE(match.fits_when_lost(ends({"q"}), 1)) << "nothing behind it shows that";
}

TEST_F(tag_match_of, end_tags_of_elements_that_are_not_open_show_how_many_start_tags_are_lost) {
  open_property();
  EXPECT_EQ(match.find_lost(ends({"p", "Node"})).starts, 0u);
  const auto lost = match.find_lost(ends({"q", "Other", "Node", "rdf:RDF"}));
  EXPECT_EQ(lost.starts, 2u);
  EXPECT_EQ(lost.ends, 1u) << "the end tag of p is lost, too";
  EXPECT_EQ(match.find_lost(ends({"rdf:RDF"})).ends, 2u);
  EXPECT_EQ(match.find_lost(ends({"q", "Other"})).starts, 2u);
}

TEST_F(tag_match_of, a_tag_in_a_filled_property_closes_it_when_the_end_of_its_node_comes_next) {
  open_property();
  EXPECT_EQ(match.read_child(ends({"Node", "rdf:RDF"})), tag_reading::close_top);
  EXPECT_EQ(match.read_child(ends({"p", "Node"})), tag_reading::keep);
  EXPECT_EQ(match.read_child(ends({"Node", "p"})), tag_reading::lost_start);
  EXPECT_EQ(match.read_child(ends({})), tag_reading::keep);
}

TEST_F(tag_match_of, a_node_among_properties_closes_the_node_before_it) {
  open(rdf_role::rdf, "rdf:RDF");
  open(rdf_role::node, "rdf:Description");
  auto ahead = ends({"rdf:RDF"});
  EXPECT_EQ(match.read_node(ahead, "rdf:Description"), tag_reading::close_top);
  ahead = ends({"rdf:Description", "rdf:RDF"});
  EXPECT_EQ(match.read_node(ahead, "rdf:Description"), tag_reading::keep) << "a property, by its place";
  ahead = ends({});
  EXPECT_EQ(match.read_node(ahead, "e:name"), tag_reading::keep) << "a lower case name is a property's";
  ahead.next.is = tags_ahead::kind::node;
  EXPECT_EQ(match.read_node(ahead, "e:Name"), tag_reading::close_top);
  ahead.next.is = tags_ahead::kind::other;
  EXPECT_EQ(match.read_node(ahead, "e:Name"), tag_reading::keep);
}

TEST_F(tag_match_of, a_namesake_is_an_end_tag_without_its_slash_when_no_end_tag_comes_for_it) {
  open_property();
  elements.top().has_text = true;
  auto behind = ends({"Node"});
  behind.first = {tags_ahead::kind::other, "q"};
  EXPECT_EQ(match.read_namesake(behind), tag_reading::end_top);
  behind.begins_with_text = true;
  EXPECT_EQ(match.read_namesake(behind), tag_reading::skip);
  EXPECT_EQ(match.read_namesake(ends({"p", "p"})), tag_reading::keep) << "an element of its own";
  elements.top().has_text = false;
  behind.begins_with_text = false;
  EXPECT_EQ(match.read_namesake(behind), tag_reading::skip) << "a property without a value does not end";
}

TEST_F(tag_match_of, a_list_without_its_end_tag_is_not_trusted) {
  open(rdf_role::rdf, "rdf:RDF");
  open(rdf_role::node, "Node");
  EXPECT_EQ(match.read_list(ends({"list"}), "list"), tag_reading::keep);
  EXPECT_EQ(match.read_list(ends({"Node"}), "list"), tag_reading::skip);
  auto behind = ends({"Node"});
  behind.unended = "list";
  EXPECT_EQ(match.read_list(behind, "list"), tag_reading::keep) << "its end tag lacks the slash";
}

TEST_F(tag_match_of, an_empty_tag_among_properties_may_show_a_lost_start_tag) {
  open(rdf_role::rdf, "rdf:RDF");
  open(rdf_role::node, "Node");
  EXPECT_EQ(match.read_empty(ends({"Node", "rdf:RDF"})), tag_reading::keep);
  EXPECT_EQ(match.read_empty(ends({"q", "Node"})), tag_reading::skip) << "it was in q";
  EXPECT_FALSE(match.shows_lost_node(ends({"Node", "rdf:RDF"})));
  EXPECT_TRUE(match.shows_lost_node(ends({"Node", "Other"}))) << "Node is a property of a lost Other";
}

TEST_F(tag_match_of, text_between_elements_may_be_what_is_left_of_a_start_tag) {
  open(rdf_role::rdf, "rdf:RDF");
  open(rdf_role::node, "Node");
  EXPECT_TRUE(match.shows_lost_start(ends({"q", "Node"})));
  EXPECT_FALSE(match.shows_lost_start(ends({"Node", "rdf:RDF"})));
  EXPECT_TRUE(match.shows_lost_start(ends({"Node", "Node"}))) << "two ends, but one start";
  EXPECT_FALSE(match.shows_lost_start(ends({})));
}

}  // namespace
}  // namespace laundromat::rdfxml
