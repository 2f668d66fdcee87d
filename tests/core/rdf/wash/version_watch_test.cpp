// Versions of RDF that media types and documents announce, compared with each other and with the statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/version_watch.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/wash/washing.hpp"

namespace laundromat {
namespace {

struct version_case {
  const char* name;
  rdf_format format;
  const char* media_type;
  const char* document;
  std::vector<std::string> notes;
  std::uint64_t statements = 1;
};

constexpr auto rdf_xml_root =
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e.example/\" ";

const std::vector<version_case>& version_cases() {
  using enum rdf_format;
  static const std::string xml = std::string(rdf_xml_root) +
                                 "rdf:version=\"1.2\"><rdf:Description rdf:about=\"http://e.example/s\" "
                                 "e:p=\"o\"/></rdf:RDF>";
  static const std::string basic =
      std::string(rdf_xml_root) +
      "rdf:version=\"1.2-basic\"><rdf:Description rdf:about=\"http://e.example/s\"><e:p "
      "rdf:parseType=\"Triple\"><rdf:Description rdf:about=\"http://e.example/s\" "
      "e:p=\"o\"/></e:p></rdf:Description></rdf:RDF>";
  static const std::vector<version_case> all{
      {"nothing", turtle, "text/turtle", "<s:> <p:> <<( <s:> <p:> 1 )>> .", {}},
      {"same", turtle, "text/turtle; version=1.2", "VERSION \"1.2\" <s:> <p:> <<( <s:> <p:> 1 )>> .", {}},
      {"old_type_triple_terms",
       turtle,
       "text/turtle;version=1.1",
       "<s:> <p:> <<( <s:> <p:> 1 )>>, <<( <s:> <p:> 2 )>> .",
       {"1:1 ``: the document has triple terms, which the announced version has not"},
       2},
      {"old_type_directions",
       n_triples,
       "application/n-triples; charset=utf-8; Version=\"1.1\"",
       "<s:> <p:> \"x\"@ar--rtl .\n<s:> <p:> <<( <s:> <p:> \"x\" )>> .\n",
       {"1:1 ``: the document has base directions, which the announced version has not",
        "1:1 ``: the document has triple terms, which the announced version has not"},
       2},
      {"basic_has_directions", trig, "application/trig;version=1.2-basic", "<s:> <p:> \"x\"@ar--rtl .", {}},
      {"basic_has_no_triple_terms",
       n_quads,
       "application/n-quads;version=1.2-basic",
       "<s:> <p:> <<( <s:> <p:> \"x\" )>> .\n",
       {"1:1 ``: the document has triple terms, which the announced version has not"}},
      {"text_against_type",
       turtle,
       "text/turtle;version=1.1",
       "@version \"1.2\" . <s:> <p:> <<( <s:> <p:> 1 )>> .",
       {"1:10 `\"1.2\"`: the document announces version \"1.2\", its media type \"1.1\""}},
      {"lines_against_type",
       n_triples,
       "application/n-triples;version=1.1",
       "VERSION \"1.2\"\n<s:> <p:> <o:> .\nVERSION \"1.2-basic\" # again\n",
       {"1:9 `\"1.2\"`: the document announces version \"1.2\", its media type \"1.1\""}},
      {"xml_against_type",
       rdf_xml,
       "application/rdf+xml;version=1.1",
       xml.c_str(),
       {"1:107 `1.2`: the document announces version \"1.2\", its media type \"1.1\""}},
      {"basic_xml_with_triple_term",
       rdf_xml,
       "application/rdf+xml",
       basic.c_str(),
       {"1:107 `1.2-basic`: the document has triple terms, which the announced version has not"}},
      {"text_alone",
       turtle,
       "",
       "VERSION '1.1' <s:> <p:> <<( <s:> <p:> 1 )>> .",
       {"1:9 `'1.1'`: the document has triple terms, which the announced version has not"}},
      {"unknown_in_text",
       turtle,
       "",
       "VERSION \"RDF of the far future\" VERSION \"3\" <s:> <p:> <<( <s:> <p:> 1 )>> .",
       {"1:9 `\"RDF of the far future\"`: the document announces version \"RDF of the far f…\", which RDF "
        "does not have"}},
      {"unknown_in_type",
       turtle,
       "text/turtle;version=2",
       "<s:> <p:> <<( <s:> <p:> 1 )>> .",
       {"1:1 ``: the media type announces version \"2\", which RDF does not have"}},
  };
  return all;
}

TEST(version_watch, notes_each_conflict_once_and_loses_nothing) {
  for (const auto& row : version_cases()) {
    for (const auto triple_terms : {triple_term_form::kept, triple_term_form::basic_encoding}) {
      wash_document_options options;
      options.media_type = row.media_type;
      options.forms.triple_terms = triple_terms;
      const auto read = testing::wash(row.document, row.format, options);
      std::vector<std::string> notes;
      for (const auto& one : read.report.defects) {
        if (one.rule != errc::version_conflict) continue;
        EXPECT_EQ(one.done, treatment::note) << row.name;
        notes.push_back(std::to_string(one.line) + ":" + std::to_string(one.column) + " `" + one.before +
                        "`: " + one.message);
      }
      EXPECT_EQ(notes, row.notes) << row.name;
      if (triple_terms == triple_term_form::kept) {
        EXPECT_EQ(read.report.statements, row.statements) << row.name;
      }
    }
  }
}

}  // namespace
}  // namespace laundromat
