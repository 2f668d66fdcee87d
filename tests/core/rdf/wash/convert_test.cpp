// Clean documents in other formats.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/convert.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr std::string_view triples =
    "<http://e.example/a> <http://www.w3.org/2000/01/rdf-schema#label> \"A\"@en .\n"
    "<http://e.example/a> <http://www.w3.org/2000/01/rdf-schema#label> \"\\u0001\\n\" .\n";
constexpr std::string_view quad =
    "<http://e.example/a> <http://e.example/b> <http://e.example/c> <http://e.example/g> .\n";

result<std::string> convert(std::string text, rdf_format format) {
  string_sink out;
  auto done = convert_clean([&] { return result<byte_source_ptr>{make_memory_source(text)}; }, format, out);
  if (!done) return tl::unexpected(done.error());
  return out.text;
}

TEST(convert, line_formats_are_not_changed) {
  EXPECT_EQ(convert(std::string(triples), rdf_format::n_triples), std::string(triples));
  EXPECT_EQ(convert(std::string(triples) + std::string(quad), rdf_format::n_quads),
            std::string(triples) + std::string(quad));
}

TEST(convert, turtle_and_trig_group_statements_below_prefixes) {
  const std::string head = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n";
  const auto turtle = convert(std::string(triples), rdf_format::turtle);
  ASSERT_TRUE(turtle);
  EXPECT_TRUE(turtle->starts_with(head)) << *turtle;
  EXPECT_NE(turtle->find("<http://e.example/a>\n\trdfs:label \"A\"@en ,\n\t\t\"\\u0001\\n\" .\n"),
            turtle->npos)
      << *turtle;
  const auto trig = convert(std::string(quad), rdf_format::trig);
  ASSERT_TRUE(trig);
  EXPECT_TRUE(trig->find("@prefix") == trig->npos && trig->starts_with("<http://e.example/g> {\n")) << *trig;
}

TEST(convert, turtle_and_trig_have_the_prefixes_that_the_document_declares) {
  const std::string text =
      "<http://sock.example/1> <http://purl.org/dc/terms/title> \"A\" <urn:x:g> .\n"
      "<http://sock.example/1> <http://purl.org/dc/terms/type> <http://sock.example/GO_7> <urn:x:g> .\n";
  const std::vector<prefix> declared{{"", "http://sock.example/"},
                                     {"GO", "http://sock.example/GO_"},
                                     {"dc", "http://purl.org/dc/terms/"},
                                     {"none", "http://nobody.example/"},
                                     {"x", "urn:x:"}};
  string_sink out;
  ASSERT_TRUE(convert_clean([&] { return result<byte_source_ptr>{make_memory_source(text)}; },
                            rdf_format::trig, out, declared));
  EXPECT_TRUE(
      out.text.starts_with("@prefix : <http://sock.example/> .\n"
                           "@prefix GO: <http://sock.example/GO_> .\n"
                           "@prefix dc: <http://purl.org/dc/terms/> .\n@prefix x: <urn:x:> .\n"))
      << out.text;
  for (const auto* written : {"x:g {", " :1\n", "dc:title \"A\"", "dc:type GO:7"})
    EXPECT_NE(out.text.find(written), std::string::npos) << written << " in " << out.text;
  EXPECT_EQ(out.text.find("none"), std::string::npos) << "it is not used";
}

TEST(convert, formats_without_graphs_reject_them_before_writing) {
  for (const auto format : {rdf_format::n_triples, rdf_format::turtle}) {
    string_sink out;
    const auto text = std::string(triples) + std::string(quad);
    const auto done =
        convert_clean([&] { return result<byte_source_ptr>{make_memory_source(text)}; }, format, out);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, errc::quad_in_triples);
    EXPECT_EQ(done.error().detail, "http://e.example/g");
    EXPECT_EQ(out.text, "");
  }
}

TEST(convert, unclean_documents_and_unsupported_formats_are_errors) {
  EXPECT_EQ(convert("<a:b> <a:c> d .\n", rdf_format::turtle).error().code, errc::syntax_error);
  EXPECT_EQ(convert("", rdf_format::unknown).error().code, errc::no_reader);
}

}  // namespace
}  // namespace laundromat
