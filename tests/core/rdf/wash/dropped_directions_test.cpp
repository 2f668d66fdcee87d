// Documents of each format that has base directions, washed without them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/rdf/wash/washing.hpp"

namespace laundromat {
namespace {

struct direction_case {
  const char* name;
  rdf_format format;
  std::string document;
  std::uint64_t dropped = 1;
  const char* object = "\"x\"@ar";
};

std::string as_rdf_xml(const std::string& attributes, const std::string& inside) {
  return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e.example/\" "
         "xmlns:its=\"http://www.w3.org/2005/11/its\" rdf:version=\"1.2\" " +
         attributes + ">" + inside + "</rdf:RDF>";
}

std::string about(const std::string& inside) {
  return "<rdf:Description rdf:about=\"http://e.example/s\">" + inside + "</rdf:Description>";
}

const std::vector<direction_case>& direction_cases() {
  using enum rdf_format;
  static const std::string direct = "<http://e.example/s> <http://e.example/p> \"x\"@ar--rtl .\n",
                           deep =
                               "<http://e.example/s> <http://e.example/p> <<( <http://e.example/s> "
                               "<http://e.example/p> \"x\"@ar--rtl )>> .\n",
                           property = "<e:p xml:lang=\"ar\" its:dir=\"rtl\">x</e:p>";
  static const char* triple = "<<( <http://e.example/s> <http://e.example/p> \"x\"@ar )>>";
  static const std::vector<direction_case> all{
      {"n_triples", n_triples, direct},
      {"n_quads", n_quads, direct},
      {"turtle", turtle, direct},
      {"trig", trig, direct},
      {"n_triples_triple_term", n_triples, deep, 1, triple},
      {"n_quads_triple_term", n_quads, deep, 1, triple},
      {"turtle_triple_term", turtle, deep, 1, triple},
      {"trig_triple_term", trig, deep, 1, triple},
      {"rdf_xml", rdf_xml, as_rdf_xml("", about(property))},
      {"rdf_xml_inherited", rdf_xml,
       as_rdf_xml("xml:lang=\"ar\" its:dir=\"rtl\"", about("<e:p>x</e:p><e:q>y</e:q>")), 2},
      {"rdf_xml_attribute", rdf_xml,
       as_rdf_xml(
           "",
           "<rdf:Description rdf:about=\"http://e.example/s\" xml:lang=\"ar\" its:dir=\"rtl\" e:p=\"x\"/>")},
      {"rdf_xml_datatype", rdf_xml,
       as_rdf_xml("xml:lang=\"ar\" its:dir=\"rtl\"",
                  about("<e:p rdf:datatype=\"http://e.example/t\">x</e:p>")),
       0, "\"x\"^^<http://e.example/t>"},
      {"rdf_xml_triple_term", rdf_xml,
       as_rdf_xml("", about("<e:p rdf:parseType=\"Triple\">" + about(property) + "</e:p>")), 1, triple},
      {"rdf_xml_in_html", rdfa,
       "<html><head><script type=\"application/rdf+xml\">" + as_rdf_xml("", about(property)) +
           "</script></head><body></body></html>"},
      {"json_ld", json_ld,
       R"({"@id": "http://e.example/s", "http://e.example/p": {"@value": "x", "@language": "ar", "@direction": "rtl"}})"},
  };
  return all;
}

class dropped_directions : public ::testing::TestWithParam<direction_case> {};

TEST_P(dropped_directions, leave_the_language_and_have_a_row_each) {
  const auto& one = GetParam();
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    wash_document_options options;
    options.profile = profile;
    options.forms.directions = direction_form::dropped;
    const auto got = testing::wash(one.document, one.format, options);
    EXPECT_NE(got.bytes.find(std::string("<http://e.example/s> <http://e.example/p> ") + one.object + " .\n"),
              std::string::npos)
        << got.bytes;
    EXPECT_EQ(got.bytes.find("--rtl"), std::string::npos) << got.bytes;
    std::uint64_t dropped = 0;
    for (const auto& found : got.report.defects)
      if (found.rule == errc::base_direction && found.done == treatment::repair) ++dropped;
    EXPECT_EQ(dropped, one.dropped);
  }
}

INSTANTIATE_TEST_SUITE_P(, dropped_directions, ::testing::ValuesIn(direction_cases()),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace laundromat
