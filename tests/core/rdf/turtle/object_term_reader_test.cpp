// Objects: terms, and the tags and datatypes of literals.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/object_term_reader.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

struct object_on : parser_parts {
  explicit object_on(std::string_view text, wash_profile profile = wash_profile::standard)
      : parser_parts(text, rdf_format::trig, profile) {
    begin_statement();
    EXPECT_TRUE(all.terms.declare("xsd", "http://www.w3.org/2001/XMLSchema#"));
    all.now.object_begin = all.tokens.offset();
    outcome = objects.read(last);
    read_suffixes();
  }
  void read_suffixes() {
    while (outcome == read_progress::more) {
      accept();
      outcome = objects.read_suffix(next());
    }
  }
  /// The object as N-Quads write it, or the first defect.
  std::string object() {
    if (all.now.skips_object) {
      region.close(all.tokens.last_end());
      return defects().at(0);
    }
    nested.write_object();
    auto line = lines().at(0);
    return line.substr(12, line.size() - 14);
  }

  object_term_reader objects{all, strings, graphs, region, declarations, nested};
  read_progress outcome{};
};

TEST(object_term_reader, reads_each_kind_of_term) {
  EXPECT_EQ(object_on("<a:o> .").object(), "<a:o>");
  EXPECT_EQ(object_on("xsd:o .").object(), "<http://www.w3.org/2001/XMLSchema#o>");
  EXPECT_EQ(object_on("_:b .").object(), "<b:b>");
  EXPECT_EQ(object_on("true .").object(), "\"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>");
  EXPECT_EQ(object_on("12 .").object(), "\"12\"^^<http://www.w3.org/2001/XMLSchema#integer>");
}

TEST(object_term_reader, a_literal_ends_before_what_is_neither_tag_nor_datatype) {
  object_on on("\"x\" .");
  EXPECT_EQ(on.outcome, read_progress::done_before);
  EXPECT_EQ(on.object(), "\"x\"");
  object_on tag("\"x\"@en .");
  EXPECT_EQ(tag.outcome, read_progress::done);
  EXPECT_EQ(tag.object(), "\"x\"@en");
  object_on datatype("\"x\"^^<a:d> .");
  EXPECT_EQ(datatype.outcome, read_progress::done);
  EXPECT_EQ(datatype.object(), "\"x\"^^<a:d>");
}

TEST(object_term_reader, a_term_that_cannot_be_kept_is_skipped) {
  object_on on("none:o .");
  EXPECT_EQ(on.outcome, read_progress::done);
  EXPECT_EQ(on.object(), "skip 0+0");
  object_on word("words .");
  EXPECT_EQ(word.outcome, read_progress::done);
  EXPECT_EQ(word.object(), "skip 0+0");
  object_on datatype("\"x\"^^word .");
  EXPECT_EQ(datatype.outcome, read_progress::done);
  EXPECT_EQ(datatype.object(), "skip 0+5");
  EXPECT_NE(datatype.sink.defects[0].message.find("no datatype"), std::string::npos);
}

TEST(object_term_reader, a_delimiter_is_no_term) {
  EXPECT_EQ(object_on(", <a:o> .").outcome, read_progress::none);
  EXPECT_EQ(object_on("").outcome, read_progress::none);
}

TEST(object_term_reader, a_broken_string_with_a_brace_may_hide_the_end_of_a_graph) {
  EXPECT_EQ(object_on("\"x . }\n<a:s> .").outcome, read_progress::none);
  object_on on("\"x .\n<a:s> .");
  EXPECT_EQ(on.outcome, read_progress::done);
  EXPECT_TRUE(on.strings.has_broken());
}

TEST(object_term_reader, a_datatype_must_follow_two_carets) {
  object_on on("\"x\"^^ .");
  EXPECT_EQ(on.outcome, read_progress::failed);
  EXPECT_EQ(on.objects.why().rule, errc::syntax_error);
  EXPECT_EQ(on.objects.why().message, "no datatype");
}

TEST(object_term_reader, a_tag_wins_over_the_datatype_of_strings) {
  object_on on("\"x\"@en^^xsd:string .");
  on.accept();
  on.outcome = on.objects.read_late_suffix(on.next());
  on.read_suffixes();
  EXPECT_EQ(on.object(), "\"x\"@en");
  object_on other("\"x\"@en^^xsd:token .");
  other.accept();
  other.outcome = other.objects.read_late_suffix(other.next());
  other.read_suffixes();
  EXPECT_EQ(other.object(), "\"x\"^^<http://www.w3.org/2001/XMLSchema#token>");
}

TEST(object_term_reader, the_strict_profile_skips_a_literal_with_both) {
  object_on on("\"x\"^^xsd:string@en .", wash_profile::strict);
  on.accept();
  on.outcome = on.objects.read_late_suffix(on.next());
  EXPECT_EQ(on.outcome, read_progress::done);
  EXPECT_EQ(on.object(), "skip 0+15");
  EXPECT_EQ(on.sink.defects[0].rule, errc::tag_and_datatype);
}

TEST(object_term_reader, a_second_tag_has_no_literal) {
  object_on on("\"x\"@en @de .");
  on.accept();
  EXPECT_EQ(on.objects.read_late_suffix(on.next()), read_progress::failed);
}

}  // namespace
}  // namespace laundromat::turtle
