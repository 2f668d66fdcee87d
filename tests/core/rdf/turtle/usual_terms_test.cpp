// The fast path to terms: what it reads, and what it leaves to the tokens.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/usual_terms.hpp"

#include <gtest/gtest.h>

#include "core/rdf/turtle/terms/held_term.hpp"
#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

constexpr std::string_view xsd = "http://www.w3.org/2001/XMLSchema#";

/// Reads the object at the start of a text. The prefix `e`, the tag `en` and the datatype `xsd:date` are known.
struct usual_on {
  explicit usual_on(std::string_view text) : on(text) {
    EXPECT_TRUE(known.declare("e", "http://e/"));
    known.prefixes.find("e")->set("http://e/", true);
    known.clean_tags.add("en");
    known.datatypes.keep("xsd:date", std::string(xsd) + "date");
    end = terms.read(on.at(), object.view, object.text);
  }
  [[nodiscard]] std::ptrdiff_t length() const { return end == nullptr ? 0 : end - on.at(); }

  testing::scanner_text on;
  known_terms known{1'000};
  usual_terms terms{on.window, reader_options{}, known};
  held_term object;
  const char* end = nullptr;
};

TEST(usual_terms, reads_what_is_short_and_plain) {
  const usual_on iri("<http://x/o> .");
  EXPECT_EQ(iri.length(), 12);
  EXPECT_EQ(iri.object.view.value, "http://x/o");
  const usual_on name("e:abc ;");
  EXPECT_EQ(name.length(), 5);
  EXPECT_EQ(name.object.view.value, "http://e/abc");
  const usual_on number("1.5 .");
  EXPECT_EQ(number.length(), 3);
  EXPECT_EQ(number.object.view.datatype, std::string(xsd) + "decimal");
  const usual_on literal("\"x y\" .");
  EXPECT_EQ(literal.length(), 5);
  EXPECT_EQ(literal.object.view.value, "x y");
}

TEST(usual_terms, reads_all_kinds_of_terms) {
  const usual_on label("_:b1 .");
  EXPECT_EQ(label.length(), 4);
  EXPECT_EQ(label.object.view.value, "b1");
  const usual_on boolean("true ;");
  EXPECT_EQ(boolean.length(), 4);
  EXPECT_EQ(boolean.object.view.datatype, std::string(xsd) + "boolean");
  const usual_on quoted("'x \"' .");
  EXPECT_EQ(quoted.object.view.value, "x \"");
  const usual_on escaped(R"("a\\\"b\n" .)");
  EXPECT_EQ(escaped.length(), 10);
  EXPECT_EQ(escaped.object.view.value, "a\\\"b\n");
  const usual_on long_name("e:0123456789-0123456789_0123456789 .");
  EXPECT_EQ(long_name.object.view.value, "http://e/0123456789-0123456789_0123456789");
}

TEST(usual_terms, takes_a_dot_before_space_for_the_end_of_the_statement) {
  EXPECT_EQ(usual_on("e:abc. ").length(), 5);
  EXPECT_EQ(usual_on("12.\n").length(), 2);
  EXPECT_EQ(usual_on("<http://x/o>.\n").length(), 12);
  EXPECT_EQ(usual_on("'x'@en.\n").length(), 6);
  EXPECT_EQ(usual_on("e:a.b. ").length(), 0);
}

TEST(usual_terms, reads_tags_and_datatypes_that_are_in_order) {
  const usual_on tag("\"x\"@en .");
  EXPECT_EQ(tag.length(), 6);
  EXPECT_EQ(tag.object.view.language, "en");
  EXPECT_EQ(usual_on("\"x\"@de .").length(), 6);
  EXPECT_EQ(usual_on("\"x\"@d-e-f .").length(), 0);
  EXPECT_EQ(usual_on("\"x\"^^<http://www.w3.org/2001/XMLSchema#string> .").object.view.datatype, "");
  const usual_on datatype("\"2026-01-01\"^^xsd:date .");
  EXPECT_EQ(datatype.length(), 22);
  EXPECT_EQ(datatype.object.view.datatype, std::string(xsd) + "date");
  EXPECT_EQ(usual_on("\"2026-13-01\"^^xsd:date .").length(), 0) << "it is no date";
  EXPECT_EQ(usual_on("\"x\"^^xsd:other .").length(), 0);
}

TEST(usual_terms, resolves_what_is_put_behind_the_base) {
  bool is_used = false;
  const auto resolve = [&](std::string_view reference, std::string_view base) {
    const testing::scanner_text on("<" + std::string(reference) + "> .");
    known_terms known(1'000);
    is_used = false;
    known.base.set_given(base, &is_used);
    usual_terms terms(on.window, reader_options{}, known);
    held_term object;
    const auto* const end = terms.read(on.at(), object.view, object.text);
    EXPECT_EQ(is_used, end != nullptr) << reference;
    return end == nullptr ? std::string() : std::string(object.view.value);
  };
  EXPECT_EQ(resolve("", "http://e.org/d/f?q#x"), "http://e.org/d/f?q");
  EXPECT_EQ(resolve("#a", "http://e.org/d/f?q#x"), "http://e.org/d/f?q#a");
  EXPECT_EQ(resolve("a-1", "http://e.org/d/f?q#x"), "http://e.org/d/a-1");
  for (const auto* other : {"../a", "a/b", "//a", "a%20b", "?a", "#a#b", "https//e.org/"})
    EXPECT_EQ(resolve(other, "http://e.org/d/f"), "") << other;
  for (const auto* base : {"", "urn:x:y", "http://e.org/a/../b"}) EXPECT_EQ(resolve("a", base), "") << base;
}

TEST(usual_terms, leaves_everything_else_to_the_tokens) {
  for (const auto* text :
       {"\"\" .", "\"a\\u0062\" .", "\"x\"y .", "007 .", "-1 .", "1.50 .", "none:x .", "e:a/b .", "e:-a .",
        "<relative> .", "<http://x/ o> .", "<http://x/o>x", "_:-b .", "_:b:c .", "truer .", "a ."})
    EXPECT_EQ(usual_on(text).length(), 0) << text;
}

TEST(usual_terms, reads_nothing_that_may_go_on_where_the_text_ends) {
  for (const auto* text : {"\"x\"", "<http://x/o>", "e:abc", "12", "\"x\"@en"})
    EXPECT_EQ(usual_on(text).length(), 0) << text;
}

}  // namespace
}  // namespace laundromat::turtle
