// Guessing the format: content over media type over extension, and content that is not RDF.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/guess/guess.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace laundromat {
namespace {

struct guess_case {
  std::string_view head, media_type, name;
  rdf_format expected;
};

constexpr auto none = rdf_format::unknown;
constexpr auto nt = rdf_format::n_triples;
constexpr auto nq = rdf_format::n_quads;
constexpr auto ttl = rdf_format::turtle;
constexpr auto trig = rdf_format::trig;
constexpr auto xml = rdf_format::rdf_xml;
constexpr auto rdfa = rdf_format::rdfa;
constexpr auto json = rdf_format::json_ld;

TEST(guess_format, believes_the_name_where_a_comment_fills_the_sample) {
  const auto head = "# " + std::string(60'000, 'x') + "\nGRAPH a:g";
  const auto found = guess_format(head, false, "", "x.ttl");
  EXPECT_EQ(found.format, ttl);
  EXPECT_EQ(found.evidence.front().source, "extension");
  EXPECT_EQ(guess_format(head, true, "", "x.ttl").format, std::nullopt) << "there is no more of it";
}

TEST(guess_format, finds_the_format_or_none) {
  constexpr guess_case cases[] = {
      // The Turtle family: the most general format that is seen or declared (L37, D31).
      {"<a:s> <a:p> <a:o> .\n", "", "", nt},
      {"<a:s> <a:p> <a:o> <a:g> .\n", "", "x.nt", nq},
      {"<a:s> <a:p> <a:o> .\n", "application/n-quads", "", nq},
      {"<a:s> <a:p> <a:o> .\n", "text/turtle; charset=utf-8", "", ttl},
      {"<a:s> <a:p> <a:o> .\n", "", "http://example.org/x.ttl?a=b.nt", ttl},
      {"<a:s> <a:p> <a:o> <a:g> .\n", "", "x.ttl", nq},
      {"<a:s> <a:p> <a:o> .\n", "", "x.trig", trig},
      {"@prefix : <a:> . :s :p :o .", "application/n-triples", "x.nt", ttl},
      {"PREFIX : <a:> :s :p :o .", "", "", ttl},
      {"@prefix : <a:> .\n:g { :s :p :o }", "text/turtle", "x.ttl", trig},
      {"{ <a:s> <a:p> <a:o> }\n<a:g> { <a:s> <a:p> <a:o> }", "", "", trig},
      {"[] <a:p> <a:o> .", "", "", ttl},
      // A version may stand before directives, and before N-Triples.
      {"VERSION \"1.2\"\nPREFIX e: <a:>\ne:s e:p e:x, e:y .\ne:t e:p e:x, e:y .\ne:u e:p e:x, e:y .\n", "",
       "", ttl},
      {"# a\nVERSION '1.2' # b\n@prefix e: <a:> .\ne:s e:p e:x .\ne:t e:p e:x .\ne:u e:p e:x .\n", "", "",
       ttl},
      {"@version \"1.2\" .\n<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:q> .\n", "", "", ttl},
      {"VERSION \"1.2\"\n<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:q> .\n", "", "", nt},
      // A directive on several lines.
      {"PREFIX\ne: <a:>\n<a:g> { e:s e:p e:x }\n", "", "", trig},
      {"@prefix # a\n e:\n # b\n<a:> . e:s e:p e:x .\n", "", "x.nt", ttl},
      {"BASE\n<a:>\n<a:s> <a:p> <a:o> .\n", "", "", ttl},
      {"<x> <#p> <y> .", "", "x.ttl", ttl},
      {"<a:s> a <a:t> ; <a:p> 1 .", "", "", ttl},
      {"<a> <b> <c>; <d> <e> .", "", "", ttl},
      {"<a:s> <a:p> <a:o>, <a:q> .\n", "", "", ttl},
      {"<a:s> <a:p> <a:o>; a <a:q> .\n<a:s> <a:p> <a:r> .\n", "", "x.nt", ttl},
      {"<a:s> <a:p> <a:o> .\n<a:s> <a:p> .\n<a:s> <a:p> <a:q>\n", "", "", nt},
      {"<a:s> <a:p> <a:o>, <a:r> .\n<a:s> <a:p> <a:o> .\n<a:t> <a:p> <a:o> .\n<a:u> <a:p> <a:o> .\n<a:v> "
       "<a:p> "
       "<a:o> .\n",
       "", "", nt},
      {"<a:s> <a:p> <a:o> . <a:s> <a:p> <a:q> .\n", "", "", nt},
      {"# comment\n\n<s> <p> _:o .\n", "", "data.nt.gz", nt},
      {"<http://a/s> <http://a/p> <http://a/o>\n", "", "", nt},
      {"\xEF\xBB\xBF@prefix x: <a:> .", "", "", ttl},
      {"\xEF\xBB\xBF\xEF\xBB\xBF{\"@id\":\"a:s\"}", "", "", json},
      // Undeclared prefixes: Turtle only where it is declared so; the reader reports them.
      {"ex:a ex:b ex:c .\n", "", "x.ttl", ttl},
      {"ex:a ex:b ex:c .\n", "text/turtle", "", ttl},
      {":a a :C ; ex:n \"x\" .\n", "", "x.ttl", ttl},
      {"# a\nex:g { ex:a ex:b <http://a/c> }\n", "application/trig", "", trig},
      {"ex:a ex:b ex:c .\n", "", "x.nt", ttl},
      {"<http://a/x> ex:b ex:c .\nex:a a ex:C .\n", "", "x.ttl", ttl},
      {"ex:a ex:b ex:c .\n", "text/plain", "x.txt", none},
      {"ex:a ex:b ex:c .\n", "application/rdf+xml", "x.owl", none},
      {"@prefx ex: <http://a/> .\nex:a ex:b ex:c .\n", "", "x.ttl", ttl},
      {"@import url(\"x\");\nbody { color: red }\n", "", "x.css", none},
      {"@article{a,\n  title = {B: <c>}\n}\n", "", "x.ttl", none},
      {"Note: this is no RDF: at all.\n", "text/turtle", "x.ttl", none},
      {"name: Turtle\nversion: 1.0\non:\n  push:\n", "text/turtle", "x.ttl", none},
      {"HTTP/1.1 404 Not Found\nContent-Type: text/html\nDate: today\n", "text/turtle", "x.ttl", none},
      {"format-version: 1.2\nontology: go\n\n[Term]\nid: GO:0000001\nname: mitochondrion inheritance\n"
       "namespace: biological_process\nis_a: GO:0048308 ! organelle inheritance\n",
       "text/turtle", "x.ttl", none},
      {"subject_id,predicate_id,object_id\nex:a,ex:b,ex:c\n", "text/turtle", "x.ttl", none},
      {"http://a/1\nhttp://a/2\nhttp://a/3\n", "text/turtle", "x.ttl", none},
      {"Class: ex:A\n  SubClassOf: ex:B\n  Annotations: rdfs:label \"a\"\n", "", "x.owl", none},
      // Comments only, or empty: media type, then extension (D26).
      {"# nothing yet\n", "text/turtle", "x.nt", ttl},
      {"", "", "x.nq", nq},
      {" \n", "text/plain", "x.trig", trig},
      {"", "text/plain", "README", none},
      // XML and HTML.
      {"<?xml version=\"1.0\"?><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>",
       "text/html", "x.xml", xml},
      {"<foaf:Person xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" rdf:about=\"x\"/>", "", "",
       xml},
      {"<!DOCTYPE html><html><body property='a:b'>x</body></html>", "", "", rdfa},
      {"<!doctype html><p about=x>y", "text/turtle", "x.ttl", rdfa},
      {"<html><a rel=\"cc:license\" href=\"x\">y</a></html>", "", "", rdfa},
      {"<html><a rel='nofollow license' href=\"x\">y</a></html>", "", "", rdfa},
      {"<html><a rel='nofollow next' href=\"x\">y</a></html>", "", "", none},
      {"<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML+RDFa 1.0//EN\" \"x.dtd\"><html><a rel='next' "
       "href='x'/></html>",
       "", "", rdfa},
      {"<html><a rel='next' href='x'/></html>", "application/xhtml+xml", "", rdfa},
      {"<html><a rel='next' href='x'/></html>", "", "x.xhtml", rdfa},
      {"<html><a href='x'/></html>", "application/xhtml+xml", "x.xhtml", none},
      {"<html version='XHTML+RDFa 1.1'><a rel='next' href='x'/></html>", "", "", rdfa},
      {"<html version='XHTML+RDFa 1.1'><a href='x'/></html>", "", "", none},
      {"<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\"><html><a rel='next' "
       "href='x'/></html>",
       "", "", none},
      {"<!DOCTYPE html><div itemscope itemtype='http://schema.org/Thing'></div>", "", "", rdfa},
      {"<html><script type=\"application/ld+json\">{}</script></html>", "", "", rdfa},
      {"<svg xmlns=\"http://www.w3.org/2000/svg\"><g typeof=\"a:b\"/></svg>", "", "", rdfa},
      {"<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>"
       "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
       "about=\"\"/></rdf:RDF>"
       "</metadata><g/></svg>",
       "image/svg+xml", "x.svg", xml},
      {"<svg:svg xmlns:svg=\"http://www.w3.org/2000/svg\"><metadata>"
       "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>"
       "</metadata><g property=\"a:b\">c</g></svg:svg>",
       "", "", rdfa},
      {"<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>"
       "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"></rdf:RDF>"
       "</metadata><g property=\"a:b\">c</g></svg>",
       "image/svg+xml", "x.svg", rdfa},
      {"<html><head><link rel=stylesheet href=x><script>var property=1; '<p about=1>'</script></head></html>",
       "text/html", "x.html", none},
      {"<!DOCTYPE html><html><h1>404</h1></html>", "application/rdf+xml", "x.rdf", none},
      {"<?xml version='1.0'?><urlset><url/></urlset>", "application/rdf+xml", "x.rdf", none},
      {"<Ontology xmlns=\"http://www.w3.org/2002/07/owl#\" "
       "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
       "", "x.owl", none},
      // JSON.
      {"{\"@context\": {}}", "application/json", "x.json", json},
      {"[ {\"@id\" : \"x\"} ]", "", "", json},
      {"// socks\n{\"@context\": {}}", "", "", json},
      {"/* socks */ /* more */ [ {\"@id\" : \"x\"} ]", "", "", json},
      {"<!-- socks -->\n{\"@context\": {}}", "", "", json},
      {"<!--\n{\"@context\": {}}\n-->", "", "", json},
      {"<![CDATA[{\"@context\": {}}]]>", "", "", json},
      {"<!-- {} --><html><body property='a:b'>x</body></html>", "", "", rdfa},
      {"{ // socks\n\"@context\": {}}", "", "", json},
      {"{ /* socks */ \"@context\": {}}", "", "x.json", json},
      {"[ // socks\n {\"@id\": \"x\"}]", "", "", json},
      {"{'@context': {}}", "", "", json},
      {"[{'@id': 'x'}]", "", "", json},
      {"{@context: {}}", "", "", json},
      {"{'a': 1}", "", "x.jsonld", json},
      {"{'a': 1}", "", "x.json", none},
      {"{ # socks\n\"@context\": {}}", "", "x.jsonld", json},
      {"{\xE2\x80\x9C@context\xE2\x80\x9D: {}}", "", "x.jsonld", json},
      {"{, \"@context\": {}}", "application/ld+json", "", json},
      {"var socks = {\"@context\": {}};", "", "x.jsonld", json},
      {"callback({\"@context\": {}});", "application/ld+json", "", json},
      {"callback({\"@context\": {}});", "text/javascript", "x.js", none},
      {")]}'\n{\"@context\": {}}", "application/ld+json", "", json},
      {"A context is {\"@context\": {}}, as you know.", "application/ld+json", "", none},
      {"{ a { b } }", "application/ld+json", "", none},
      {"{\"a\": \"an @id: x\"}", "application/json", "x.json", none},
      {"{\"a\": 1}", "application/ld+json", "", json},
      {"{\"a\": 1}", "", "x.jsonld", json},
      {"{\"a\": \"@id\"}", "application/json", "x.json", none},
      // Other content, whatever its declaration (D11, D28).
      {"Prefix(owl:=<http://www.w3.org/2002/07/owl#>)\nOntology(<x:y>)", "", "x.owl", none},
      {"Prefix: owl: <http://www.w3.org/2002/07/owl#>\nOntology: <x:y>", "", "x.owl", none},
      {"%PDF-1.4", "text/turtle", "x.ttl", none},
      {"\x89PNG\r\n", "", "x.rdf", none},
      {"id,name\n1,a\n", "", "x.nt", none},
      {"# Title\n\nThis is a data set. It has a license.\n", "", "README.ttl", none},
      {"PREFIX : <a:>\nSELECT * WHERE { ?s ?p ?o }", "", "", none},
      {"Not found", "application/n-triples", "x.nt", none},
  };
  for (const auto& c : cases) {
    const auto guess = guess_format(c.head, true, c.media_type, c.name);
    EXPECT_EQ(to_string(guess.format.value_or(none)), to_string(c.expected))
        << c.head << " | " << c.media_type << " | " << c.name;
    EXPECT_LE(std::ranges::count_if(guess.evidence, &format_evidence::chosen), 1);
  }
}

TEST(guess_format, control_characters_in_literals_do_not_make_statements_binary) {
  std::string text, noise;
  for (int i = 0; i < 40; ++i) text += "<a:s> <a:p> \"a\x01\x02z\" .\n";
  for (int i = 0; i < 4'000; ++i) noise.push_back(static_cast<char>(i * 7 % 128));
  EXPECT_EQ(guess_format(text, true, "", "").format.value_or(none), nt);
  EXPECT_EQ(guess_format(noise, true, "application/n-triples", "x.nt").format.value_or(none), none);
}

TEST(guess_format, an_iri_longer_than_the_sample_begins_a_statement) {
  const auto text = "<http://example.org/" + std::string(65'536, 'x');
  EXPECT_EQ(guess_format(text, false, "", "").format.value_or(none), nt);
  EXPECT_EQ(guess_format(text, true, "", "").format.value_or(none), none) << "nothing follows it";
}

/// `<?xml?>`, a document type with many entities, and a root element beyond the head.
TEST(guess_format, a_document_type_is_evidence_of_a_root_outside_of_the_sample) {
  const std::string rdf_entity = "<!ENTITY rdf \"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n";
  std::string entities = rdf_entity;
  for (int i = 0; i < 2'000; ++i)
    entities += "<!ENTITY e" + std::to_string(i) + " \"http://example.org/a/b/c#\">\n";
  const auto guess = [&](const std::string& name, std::string_view type = {}) {
    const auto text = "<?xml version=\"1.0\"?>\n<!-- ] -->\n<!DOCTYPE " + name + " [\n" + entities;
    return guess_format(std::string_view(text).substr(0, 65'536), false, type, "").format.value_or(none);
  };
  EXPECT_EQ(guess("rdf:RDF"), xml);
  EXPECT_EQ(guess("owl"), xml);
  EXPECT_EQ(guess("Ontology"), none);
  EXPECT_EQ(guess("html"), rdfa);
  entities.erase(0, rdf_entity.size());
  EXPECT_EQ(guess("rdf:RDF"), xml);
  EXPECT_EQ(guess("owl"), none);
  EXPECT_EQ(guess("owl", "application/rdf+xml"), xml);
}

TEST(guess_format, all_evidence_is_recorded_and_one_piece_is_chosen_D14) {
  const auto guess = guess_format("@prefix : <a:> . :s :p :o .", true, "text/plain", "x.nt");
  ASSERT_EQ(guess.evidence.size(), 3u);
  EXPECT_EQ(guess.evidence[0].source, "content");
  EXPECT_EQ(guess.evidence[0].value, "Turtle");
  EXPECT_TRUE(guess.evidence[0].chosen);
  EXPECT_EQ(guess.evidence[1].value, "text/plain");
  EXPECT_EQ(guess.evidence[2].value, "nt");
  EXPECT_EQ(guess.evidence[2].rank, 3u);
}

TEST(guess_format, a_head_of_any_length_has_the_same_family) {
  std::string text = "@prefix : <http://example.org/> .\n";
  for (int i = 0; i < 50; ++i)
    text += ":s" + std::to_string(i) + " :p \"some text\"@en , \"\"\"long\n text\"\"\" .\n";
  for (std::size_t length = 40; length < text.size(); length += 7)
    EXPECT_EQ(guess_format(text.substr(0, length), false, "", "").format, ttl) << length;
}

TEST(guess_format, a_head_that_shows_no_format_has_the_declared_one_D26) {
  std::string comments, shared;
  for (int i = 0; i < 1'000; ++i) {
    comments += "# line " + std::to_string(i) + '\n';
    shared += "<http://a/s" + std::to_string(i) + "> <http://a/p> <http://a/o> .\n";
  }
  EXPECT_EQ(guess_format(comments, false, "text/turtle", "x.nq").format, ttl);
  EXPECT_EQ(guess_format(comments, false, "", "x.nq").format, nq);
  EXPECT_EQ(guess_format(comments, false, "", "x.jsonld").format, json);
  EXPECT_EQ(guess_format(comments, false, "", "").format, std::nullopt);
  // Every format of the family has these statements.
  EXPECT_EQ(guess_format(shared, false, "application/trig", "").format, trig);
  EXPECT_EQ(guess_format(shared, false, "", "x.ttl").format, ttl);
  EXPECT_EQ(guess_format(shared, false, "", "x.nt").format, nt);
}

TEST(guess_format, evidence_has_the_version_that_the_media_type_announces) {
  const auto guess = guess_format("<a:s> <a:p> <a:o> .", true, "text/turtle; version=\"1.2\"", "");
  ASSERT_EQ(guess.evidence.size(), 2U);
  EXPECT_EQ(guess.evidence[1].value, "text/turtle");
  EXPECT_EQ(guess.evidence[1].note, "means Turtle, version 1.2");
  EXPECT_EQ(guess.format, ttl);
}

TEST(formats, accept_names_rdf_1_2_and_what_older_servers_know) {
  const auto accepted = accept_header();
  for (const auto* both :
       {"application/n-triples;version=1.2, application/n-triples, ",
        "text/turtle;version=1.2, text/turtle, ", "application/rdf+xml;version=1.2, application/rdf+xml, "})
    EXPECT_NE(accepted.find(both), accepted.npos) << accepted;
  EXPECT_EQ(accepted.find("ld+json;version"), accepted.npos) << accepted;
  EXPECT_EQ(accepted.find("html;version"), accepted.npos) << accepted;
}

TEST(formats, html_is_read_with_what_is_embedded_in_it) {
  for (const auto& row : format_table()) {
    EXPECT_EQ(row.embedded.size(), row.format == rdf_format::rdfa ? 2U : 0U) << row.name;
    EXPECT_TRUE(row.rdf_version == "1.2" || row.rdf_version == "1.1") << row.name;
  }
}

TEST(formats, every_name_type_and_extension_finds_its_row) {
  for (const auto& row : format_table()) {
    EXPECT_EQ(format_from_name(row.name), row.format);
    EXPECT_EQ(format_from_name(row.key), row.format);
    for (const auto type : row.media_types) EXPECT_EQ(format_from_media_type(type), row.format);
    for (const auto extension : row.extensions) EXPECT_EQ(format_from_extension(extension), row.format);
  }
  EXPECT_EQ(format_table().size(), static_cast<std::size_t>(rdf_format::json_ld));
  EXPECT_EQ(format_from_media_type("Text/Turtle"), ttl);
  EXPECT_FALSE(format_from_media_type("text/plain"));
  EXPECT_EQ(to_string(none), "unknown");
}

}  // namespace
}  // namespace laundromat
