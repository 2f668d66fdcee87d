// Writing Turtle and TriG: the form of the output, and that reading it gives the same statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/turtle_writer.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {
namespace {

struct dataset_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    quads.add(statement);
    return {};
  }
  void on_defect(const defect& found) override {
    if (found.done != treatment::note)
      defects.append(to_string(found.rule)).append(" ").append(found.message).append("\n");
  }
  dataset quads;
  std::string defects;
};

constexpr std::string_view xsd = "http://www.w3.org/2001/XMLSchema#";
constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

term_view iri_term(std::string_view value) {
  return {term_kind::iri, value, {}, {}};
}
term_view plain(std::string_view value) {
  return {term_kind::literal, value, {}, {}};
}

std::string write(rdf_format syntax, const std::vector<statement_view>& statements,
                  std::vector<prefix> more = {}) {
  prefix_finder finder;
  for (const auto& one : statements) finder.examine(one);
  string_sink out;
  const auto found = finder.find();
  more.insert(more.end(), found.begin(), found.end());
  turtle_writer writer{syntax, more, out};
  for (const auto& one : statements) EXPECT_TRUE(writer.write(one));
  EXPECT_TRUE(writer.finish());
  return out.text;
}

/// Writes, reads the output, and expects the same dataset.
void expect_identity(rdf_format syntax, const std::vector<statement_view>& statements,
                     std::vector<prefix> more = {}) {
  const auto text = write(syntax, statements, std::move(more));
  dataset expected;
  for (const auto& one : statements) expected.add(one);
  dataset_sink got;
  const auto reader = make_reader(syntax, {{}, {}, wash_profile::standard}, got);
  ASSERT_TRUE((*reader)->push(text) && (*reader)->finish());
  EXPECT_EQ(got.defects, "") << text;
  const auto same = are_isomorphic(got.quads, expected);
  EXPECT_TRUE(same && *same) << text;
}

TEST(turtle_writer, statements_share_subject_predicate_and_graph_and_use_the_prefixes_that_occur) {
  const auto s = iri_term("http://sock.example/1"),
             t = iri_term("http://www.w3.org/2000/01/rdf-schema#label");
  const std::string integer = std::string(xsd) + "integer", type = std::string(rdf) + "type";
  EXPECT_EQ(write(rdf_format::trig, {{s, t, {term_kind::literal, "x", {}, "en"}, {}},
                                     {s, t, {term_kind::literal, "7", integer, {}}, {}},
                                     {s, iri_term(type), iri_term("http://sock.example/Sock"), {}}}),
            "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n"
            "<http://sock.example/1>\n\trdfs:label \"x\"@en ,\n\t\t7 ;\n\ta <http://sock.example/Sock> .\n");
}

TEST(turtle_writer, triple_terms_have_prefixed_names_and_base_directions_stay) {
  const auto s = iri_term("http://sock.example/1"),
             t = iri_term("http://www.w3.org/2000/01/rdf-schema#label");
  const std::string inner =
      "<<( _:b.1 <http://www.w3.org/2000/01/rdf-schema#label> \"x \\\" )>>\"@ar--rtl )>>";
  const std::string outer =
      "<<( <http://e.example/a> <http://www.w3.org/2000/01/rdf-schema#seeAlso> " + inner + " )>>";
  const std::vector<statement_view> statements{{s, t, {term_kind::triple, outer, {}, {}}, {}},
                                               {s, t, {term_kind::literal, "y", {}, "he--rtl"}, {}}};
  EXPECT_EQ(write(rdf_format::turtle, statements),
            "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n"
            "<http://sock.example/1>\n\trdfs:label <<( <http://e.example/a> rdfs:seeAlso <<( _:bb-2e1 "
            "rdfs:label \"x "
            "\\\" )>>\"@ar--rtl )>> )>> ,\n\t\t\"y\"@he--rtl .\n");
  expect_identity(rdf_format::turtle, statements);
}

TEST(turtle_writer, a_document_ends_with_one_line_break) {
  const auto s = iri_term("a:s"), g = iri_term("a:g");
  const auto text = write(rdf_format::trig, {{s, s, s, g}});
  EXPECT_TRUE(text.ends_with("}\n")) << text;
  EXPECT_EQ(write(rdf_format::trig, {}), "");
}

TEST(turtle_writer, rejects_terms_that_the_syntax_or_rdf_does_not_allow) {
  string_sink out;
  turtle_writer writer{rdf_format::turtle, {}, out};
  const auto code = [&](const statement_view& one) {
    const auto written = writer.write(one);
    return written ? errc::ok : written.error().code;
  };
  EXPECT_EQ(code({iri_term("a:s"), iri_term("a:p"), iri_term("a:o"), iri_term("a:g")}),
            errc::quad_in_triples);
  EXPECT_EQ(code({plain("s"), iri_term("a:p"), iri_term("a:o"), {}}), errc::literal_out_of_place);
  EXPECT_EQ(code({iri_term("a:s"), {term_kind::blank, "p", {}, {}}, iri_term("a:o"), {}}),
            errc::blank_predicate);
}

TEST(turtle_writer, an_error_of_the_sink_is_returned) {
  struct full_sink final : byte_sink {
    result<void> write(std::string_view) override { return fail(errc::no_space); }
  } out;
  turtle_writer writer{rdf_format::turtle, {}, out};
  static_cast<void>(writer.write({iri_term("a:s"), iri_term("a:p"), iri_term("a:o"), {}}));
  const auto done = writer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::no_space);
}

/// Terms that writers and readers often get wrong, in any position that RDF allows.
class term_pool {
 public:
  explicit term_pool(unsigned seed) : dice_(seed) {}

  term_view subject() { return below(4) == 0 ? blank() : any_iri(); }
  term_view predicate() { return any_iri(); }
  term_view object() { return below(2) == 0 ? literal() : subject(); }
  term_view graph() {
    return below(3) == 0 ? subject() : below(2) == 0 ? iri_term("http://e.example/g") : term_view{};
  }

 private:
  std::size_t below(std::size_t n) { return dice_() % n; }
  template <std::size_t N>
  std::string_view one_of(const std::string_view (&list)[N]) {
    return list[below(N)];
  }
  std::string_view keep(std::string text) {
    return kept_.emplace_back(std::make_unique<std::string>(std::move(text)))->c_str();
  }

  term_view any_iri() {
    static constexpr std::string_view iris[] = {"http://www.w3.org/1999/02/22-rdf-syntax-ns#nil",
                                                "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                                                "http://www.w3.org/1999/02/22-rdf-syntax-ns#first",
                                                "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                                                "http://www.w3.org/2001/XMLSchema#integer",
                                                "http://e.example/",
                                                "http://e.example/a",
                                                "http://e.example/-a",
                                                "http://e.example/1",
                                                "http://e.example/a-",
                                                "http://e.example/a.b",
                                                "http://e.example/a.",
                                                "http://e.example/%41",
                                                "http://e.example/a~b",
                                                "http://e.example/a(b)",
                                                "http://e.example/a'b",
                                                "http://e.example/\xC3\xA9",
                                                "http://e.example/\xF0\x9F\xA7\xA6#x",
                                                "http://e.example#true",
                                                "http://e.example/x:y",
                                                "urn:a:b",
                                                "urn:x",
                                                "x:",
                                                "http://e.example/?q=a#b",
                                                "http://e.example/a_b",
                                                "http://e.example/_",
                                                "mailto:a@b.example",
                                                "tag:a,2026:/x",
                                                "http://user@e.example:8080/p/",
                                                "http://e.example/a/../b",
                                                "a:/x",
                                                "http://xn--e.example/q?#"};
    return iri_term(one_of(iris));
  }
  term_view blank() {
    static constexpr std::string_view labels[] = {"a",  "a.b",      "a-b", "-",    "1", "_",
                                                  "b1", "\xC3\xA9", "a b", "a-2e", ""};
    return {term_kind::blank, one_of(labels), {}, {}};
  }
  term_view literal() {
    static constexpr std::string_view datatypes[] = {
        "integer", "boolean", "decimal", "double", "float", "int", "date", "anyURI", "", "negativeInteger"};
    static constexpr std::string_view forms[] = {"1",     "01",  "-1",  "+1",  "1.0",  ".5",       "1.",
                                                 "-1.50", "+.5", "1e3", "1E0", "true", "false",    "1true",
                                                 "TRUE",  "NaN", "",    "-",   "+",    ".",        "--1",
                                                 "1 ",    "\n1", "a",   "0x1", "1_0",  "\xD9\xA1", "INF"};
    switch (below(4)) {
      case 0:
        return {
            term_kind::literal, one_of(forms), keep(std::string(xsd) + std::string(one_of(datatypes))), {}};
      case 1:
        return {term_kind::literal, text(), keep("http://e.example/datatype"), {}};
      case 2:
        return {term_kind::literal, text(), {}, below(2) == 0 ? "en" : "de-ch-1996"};
      default:
        return plain(text());
    }
  }
  std::string_view text() {
    static constexpr std::string_view chunks[] = {"a",
                                                  "\"",
                                                  "\"\"\"",
                                                  "'",
                                                  "\\",
                                                  "\n",
                                                  "\r",
                                                  "\r\n",
                                                  "\t",
                                                  "\b",
                                                  "\f",
                                                  "\x01",
                                                  "\x7F",
                                                  "\xC3\xA9",
                                                  "\xEF\xBF\xBD",
                                                  "\xF0\x9F\xA7\xA6",
                                                  " ",
                                                  ".",
                                                  "#",
                                                  "\\u0041",
                                                  "\xC2\x85",
                                                  "\xE2\x80\xA8",
                                                  "<",
                                                  "@en",
                                                  "^^"};
    std::string all;
    for (auto count = below(6); count > 0; --count) all.append(one_of(chunks));
    const auto& stored = *kept_.emplace_back(std::make_unique<std::string>(std::move(all)));
    return stored;
  }

  std::mt19937 dice_;
  std::vector<std::unique_ptr<std::string>> kept_;
};

TEST(turtle_writer, reading_the_output_gives_the_same_dataset) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    term_pool pool{seed};
    std::vector<statement_view> triples, quads;
    for (int i = 0; i < 30; ++i) {
      triples.push_back({pool.subject(), pool.predicate(), pool.object(), {}});
      quads.push_back({pool.subject(), pool.predicate(), pool.object(), pool.graph()});
    }
    // Prefixed names, and the same IRIs in full.
    for (const auto& more : {std::vector<prefix>{}, {{"e", "http://e.example/"}}}) {
      expect_identity(rdf_format::turtle, triples, more);
      expect_identity(rdf_format::trig, quads, more);
    }
    if (HasFailure()) break;
  }
}

TEST(turtle_writer, a_literal_may_contain_the_character_zero) {
  expect_identity(rdf_format::turtle,
                  {{iri_term("a:s"), iri_term("a:p"), plain(std::string_view("a\0b", 3)), {}}});
}

}  // namespace
}  // namespace laundromat
