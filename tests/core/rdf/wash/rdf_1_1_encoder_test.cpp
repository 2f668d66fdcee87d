// Statements of RDF 1.2 in the terms of RDF 1.1.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/rdf_1_1_encoder.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/rdf/identity/isomorphism.hpp"

namespace laundromat {
namespace {

struct collecting_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    quads.add(statement);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  dataset quads;
  std::vector<defect> defects;
};

collecting_sink read(std::string_view text, rdf_forms forms, rdf_format format = rdf_format::trig) {
  collecting_sink out;
  rdf_1_1_encoder encoder(forms, out);
  reader_options options;
  options.directions = forms.directions;
  const auto reader =
      make_reader(format, options, needs_encoder(forms) ? static_cast<statement_sink&>(encoder) : out);
  EXPECT_TRUE((*reader)->push(text) && (*reader)->finish());
  return out;
}

struct encoding_case {
  const char* name;
  rdf_forms forms;
  const char* document;
  const char* means;  ///< in RDF 1.1, but for the first
};

constexpr const char* prefixes =
    "PREFIX e: <http://e.example/>\nPREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
    "PREFIX i18n: <https://www.w3.org/ns/i18n#>\n";

constexpr encoding_case encoding_cases[] = {
    {"kept", {}, "e:a e:p <<( e:s e:q \"x\"@ar--rtl )>> .", "e:a e:p <<( e:s e:q \"x\"@ar--rtl )>> ."},
    {"one_node_for_a_term_of_a_graph",
     {triple_term_form::basic_encoding, {}},
     "e:a e:p <<( e:s e:q \"x \\\" )>>\"@en )>> . e:b e:p <<( e:s e:q \"x \\\" )>>\"@en )>> .",
     "e:a e:p _:t . e:b e:p _:t . _:t a rdf:PropositionForm ; rdf:propositionFormSubject e:s ; "
     "rdf:propositionFormPredicate e:q ; rdf:propositionFormObject \"x \\\" )>>\"@en ."},
    {"nested_terms_and_blank_nodes",
     {triple_term_form::basic_encoding, {}},
     "e:a e:p <<( _:n e:q <<( e:s e:q 1 )>> )>> . _:n e:is e:here .",
     "e:a e:p _:t . _:n e:is e:here . _:t a rdf:PropositionForm ; rdf:propositionFormSubject _:n ; "
     "rdf:propositionFormPredicate e:q ; rdf:propositionFormObject _:u . _:u a rdf:PropositionForm ; "
     "rdf:propositionFormSubject e:s ; rdf:propositionFormPredicate e:q ; rdf:propositionFormObject 1 ."},
    {"each_graph_has_nodes_of_its_own",
     {triple_term_form::basic_encoding, {}},
     "e:g { e:a e:p <<( e:s e:q e:o )>> } e:a e:p <<( e:s e:q e:o )>> .",
     "e:g { e:a e:p _:t . _:t a rdf:PropositionForm ; rdf:propositionFormSubject e:s ; "
     "rdf:propositionFormPredicate e:q ; rdf:propositionFormObject e:o } e:a e:p _:u . _:u a "
     "rdf:PropositionForm ; "
     "rdf:propositionFormSubject e:s ; rdf:propositionFormPredicate e:q ; rdf:propositionFormObject e:o ."},
    {"i18n_datatypes",
     {{}, direction_form::i18n_datatype},
     "e:a e:p \"x\"@ar-EG--rtl , \"y\"@en , <<( e:s e:q \"z\"@he--rtl )>> .",
     "e:a e:p \"x\"^^i18n:ar-eg_rtl , \"y\"@en , <<( e:s e:q \"z\"^^i18n:he_rtl )>> ."},
    {"compound_literals",
     {{}, direction_form::compound_literal},
     "e:a e:p \"x\"@ar--rtl , \"y\"@en .",
     "e:a e:p [ rdf:value \"x\" ; rdf:language \"ar\" ; rdf:direction \"rtl\" ] , \"y\"@en ."},
    {"both",
     {triple_term_form::basic_encoding, direction_form::compound_literal},
     "e:a e:p <<( e:s e:q \"x\"@ar--rtl )>> .",
     "e:a e:p _:t . _:t a rdf:PropositionForm ; rdf:propositionFormSubject e:s ; "
     "rdf:propositionFormPredicate e:q ; "
     "rdf:propositionFormObject [ rdf:value \"x\" ; rdf:language \"ar\" ; rdf:direction \"rtl\" ] ."},
    {"dropped",
     {{}, direction_form::dropped},
     "e:a e:p \"x\"@ar--rtl , <<( e:s e:q \"z\"@HE--rtl )>> .",
     "e:a e:p \"x\"@ar , <<( e:s e:q \"z\"@he )>> ."},
};

TEST(rdf_1_1_encoder, writes_what_rdf_1_1_can_say) {
  for (const auto& one : encoding_cases) {
    const auto got = read(prefixes + std::string(one.document), one.forms);
    const auto expected = read(prefixes + std::string(one.means), {});
    const auto same = are_isomorphic(got.quads, expected.quads);
    EXPECT_TRUE(same && *same) << one.name;
    EXPECT_EQ(got.quads.quads().size(), expected.quads.quads().size()) << one.name;
  }
}

TEST(rdf_1_1_encoder, a_dropped_direction_is_a_defect_where_it_is) {
  const rdf_forms dropped{{}, direction_form::dropped};
  const auto turtle = read("<a:a> <a:p> \"x\"@en--ltr .", dropped);
  ASSERT_EQ(turtle.defects.size(), 1U);
  EXPECT_EQ(turtle.defects[0].rule, errc::base_direction);
  EXPECT_EQ(turtle.defects[0].before, "\"x\"@en--ltr");
  EXPECT_EQ(turtle.defects[0].after, "\"x\"@en");
  const auto lines = read("<a:a> <a:p> \"x\"@en--ltr .\n", dropped, rdf_format::n_triples);
  ASSERT_EQ(lines.defects.size(), 1U);
  EXPECT_EQ(lines.defects[0].before, "en--ltr");
}

TEST(rdf_1_1_encoder, forms_have_names) {
  for (const auto form : {direction_form::kept, direction_form::compound_literal,
                          direction_form::i18n_datatype, direction_form::dropped})
    EXPECT_EQ(direction_form_from_name(to_string(form)), form);
  for (const auto form : {triple_term_form::kept, triple_term_form::basic_encoding})
    EXPECT_EQ(triple_term_form_from_name(to_string(form)), form);
  EXPECT_FALSE(direction_form_from_name("lost"));
}

}  // namespace
}  // namespace laundromat
