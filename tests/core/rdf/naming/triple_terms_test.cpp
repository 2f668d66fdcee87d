// Names of blank nodes within triple terms.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/naming/blank_namer.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {
namespace {

struct own_statement {
  std::string subject;  ///< a label
  std::string predicate;
  std::string triple;  ///< empty: the object is a blank node with the label `object`
  std::string object;
};

std::set<std::string> lines_of(const std::vector<own_statement>& statements, naming_limits limits = {}) {
  std::set<std::string> lines;
  const auto take = [&](std::string_view key, std::string_view rest) -> result<void> {
    lines.insert(std::string(key) + std::string(rest));
    return {};
  };
  blank_namer namer("https://lodlaundromat.org/.well-known/genid/doc/", limits);
  for (const auto& one : statements) {
    const term_view object = one.triple.empty() ? term_view{term_kind::blank, one.object, {}, {}}
                                                : term_view{term_kind::triple, one.triple, {}, {}};
    const statement_view view{
        {term_kind::blank, one.subject, {}, {}}, {term_kind::iri, one.predicate, {}, {}}, object, {}};
    EXPECT_TRUE(mentions_blank(view));
    if (namer.is_beyond_limits()) {
      std::string line;
      append_canonical(line, view, "https://lodlaundromat.org/.well-known/genid/doc/");
      lines.insert(line);
    } else {
      EXPECT_TRUE(namer.take(view, take));
    }
  }
  EXPECT_TRUE(namer.finish("https://lodlaundromat.org/.well-known/genid/doc/", take));
  return lines;
}

std::string with(std::string text, const std::vector<std::string>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto place = "{" + std::to_string(i) + "}";
    for (auto at = text.find(place); at != text.npos; at = text.find(place))
      text.replace(at, place.size(), labels[i]);
  }
  return text;
}

std::vector<own_statement> reified_document(const std::vector<std::string>& labels) {
  const auto triple = [&](std::string text) { return with(std::move(text), labels); };
  return {
      {with("{0}", labels), "a:reifies", triple("<<( _:{1} <a:knows> _:{2} )>>"), {}},
      {with("{3}", labels), "a:reifies", triple("<<( _:{1} <a:knows> <<( <a:x> <a:says> _:{2} )>> )>>"), {}},
      {with("{3}", labels), "a:reifies", triple("<<( <a:s> <a:knows> \"_:{9} )>> \\\"\"@en )>>"), {}},
      {with("{1}", labels), "a:next", {}, with("{2}", labels)}};
}

TEST(triple_term_names, do_not_depend_on_labels_or_order) {
  auto one = reified_document({"r", "s", "o", "q"});
  auto other = reified_document({"z9", "z1", "~4", "a"});
  std::shuffle(other.begin(), other.end(), std::mt19937{7});
  const auto lines = lines_of(one);
  EXPECT_EQ(lines, lines_of(other));
  ASSERT_EQ(lines.size(), 4U);
  for (const auto& line : lines) {
    EXPECT_EQ(line.find("_:r"), line.npos);
    EXPECT_FALSE(next_label(line).is_there()) << line;
  }
}

TEST(triple_term_names, a_node_has_one_name_inside_and_outside) {
  const auto lines = lines_of({{"r", "a:reifies", "<<( _:s <a:p> \"x\" )>>", {}}, {"s", "a:next", {}, "r"}});
  ASSERT_EQ(lines.size(), 2U);
  const auto next =
      std::ranges::find_if(lines, [](const auto& line) { return line.find("a:next") != line.npos; });
  const auto subject = next->substr(0, next->find(' '));
  const auto reifies =
      std::ranges::find_if(lines, [](const auto& line) { return line.find("<<( ") != line.npos; });
  EXPECT_NE(reifies->find("<<( " + subject + " <a:p> \"x\" )>> .\n"), reifies->npos) << *reifies;
}

TEST(triple_term_names, another_part_gives_other_names) {
  EXPECT_NE(lines_of({{"r", "a:reifies", "<<( _:s <a:p> \"x\" )>>", {}}}),
            lines_of({{"r", "a:reifies", "<<( _:s <a:p> \"y\" )>>", {}}}));
  EXPECT_NE(lines_of({{"r", "a:reifies", "<<( _:s <a:p> _:r )>>", {}}}),
            lines_of({{"r", "a:reifies", "<<( _:r <a:p> _:s )>>", {}}}));
}

TEST(triple_term_names, are_the_same_where_statements_are_stored_in_runs) {
  const auto document = reified_document({"r", "s", "o", "q"});
  EXPECT_EQ(lines_of(document, {.resident_bytes = 0, .window_bytes = 1}), lines_of(document));
}

TEST(triple_term_names, a_component_with_too_many_statements_is_labelled) {
  auto document = reified_document({"r", "s", "o", "q"});
  const auto alone = lines_of({{"b", "a:p", {}, "c"}});
  document.push_back({"b", "a:p", {}, "c"});
  const auto lines = lines_of(document, {.statements = 4});
  EXPECT_TRUE(lines.contains(*alone.begin()));
  for (const auto& line : lines_of(reified_document({"r", "s", "o", "q"}), {.records = 2}))
    EXPECT_TRUE(lines.contains(line)) << line;
}

TEST(triple_term_names, are_labels_beyond_the_limits) {
  const auto lines = lines_of(reified_document({"r", "s", "o", "q"}), {.records = 2});
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_TRUE(
      lines.contains("<https://lodlaundromat.org/.well-known/genid/doc/r> <a:reifies> <<( "
                     "<https://lodlaundromat.org/.well-known/genid/doc/s> <a:knows> "
                     "<https://lodlaundromat.org/.well-known/genid/doc/o> )>> .\n"));
}

}  // namespace
}  // namespace laundromat
