// Generated documents and the clean files of the corpus say the same to this reader and to libserd.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/serd_reading.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/turtle/turtle_reader.hpp"

namespace laundromat {
namespace {

struct dataset_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    quads.add(statement);
    return {};
  }
  void on_defect(const defect& found) override {
    defects += found.done == treatment::note || found.rule == errc::upper_case_language_tag ? 0 : 1;
  }

  dataset quads{tag_case::lower};
  std::size_t defects = 0;
};

/// Well-formed Turtle or TriG in all the forms of the grammar, without what serd is known to read wrongly.
class writer {
 public:
  writer(unsigned seed, bool has_graphs) : random_(seed), has_graphs_(has_graphs) {}

  std::string document() {
    std::string out =
        "@prefix a: <http://a.example/> .\nPREFIX : <http://b.example/x#>\n@base <http://c.example/d/e> .\n";
    for (int i = 0; i < 12; ++i) {
      const bool in_graph = has_graphs_ && pick(3) == 0;
      if (in_graph) out += pick(2) == 0 ? name() + gap() + "{ " : "GRAPH " + name() + " {";
      out += statement();
      if (in_graph) out += "}\n";
    }
    return out;
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  template <std::size_t N>
  std::string one_of(const char* const (&all)[N]) {
    return all[pick(N)];
  }
  std::string gap() { return one_of({" ", "\n  ", " # comment . ;\n", " # \"\n", "\t", "\r\n"}); }
  std::string name() {
    return one_of({"a:b", ":c.d", "a:", "<http://a.example/f>", "<#g>", "<h/i>", "_:n1", "_:n.2",
                   ":\xC3\xA9t\xC3\xA9", "a:%41", "a:k\\,l", "<http://a.example/\\u00E9>", ":1x"});
  }
  std::string statement() { return name() + gap() + pairs(0) + gap() + ".\n"; }
  std::string pairs(int depth) {
    std::string out = pair(depth);
    for (auto more = pick(4); more > 0; --more) out += gap() + one_of({";", "; ;"}) + gap() + pair(depth);
    return out + one_of({"", " ;"});
  }
  std::string pair(int depth) {
    std::string out = one_of({"a", "a:p", ":q", "<http://a.example/r>"}) + gap() + object(depth);
    for (auto more = pick(3); more > 0; --more) out += one_of({",", " ,\n"}) + gap() + object(depth);
    return out;
  }
  std::string object(int depth) {
    switch (pick(depth > 3 ? 3 : 5)) {
      case 0:
        return name();
      case 1:
        return one_of({"1", "-2.5", "+3e4", ".5E-1", "true", "false"}) + " ";
      case 2:
        return one_of({"\"s\"", "'t\\n\\\"'", "\"\"\"u\n\"v\" \"\"\"", "'''w'''", "\"\"", "\"x\"@en",
                       "\"y\"@de-AT", "\"1\"^^a:t", "\"\xE7\x89\xA9 \\u7269\"", "\"\"\"int x = 1;\n\"\"\"",
                       "\"\"\"see a:b ,\n\"\"\"", "'''x .\na:b a:p '''", "\"\"\"a:b a:p (\n\"\"\"",
                       "\"\"\"z ;\n\"\"\"# ; \"\n", "\"\"\"say \"a:b\" ;\n\"\"\"@en"});
      case 3:
        return "[" + gap() + (pick(3) == 0 ? "" : pairs(depth + 1)) + " ]";
      default: {
        std::string out = "(";
        for (auto items = pick(4); items > 0; --items) out += gap() + object(depth + 1);
        return out + " )";
      }
    }
  }

  std::mt19937 random_;
  bool has_graphs_;
};

const std::string document_base = "http://base.example/dir/doc";

/// Both readings; empty when they are the same, else what differs.
std::string difference(rdf_format format, std::string_view text, const std::string& base_iri) {
  dataset_sink ours, theirs;
  reader_options options{base_iri};
  options.profile = wash_profile::strict;
  const auto reader = make_turtle_reader(format, options, ours);
  if (!reader->push(text) || !reader->finish() || ours.defects > 0) return "our reader finds a defect";
  testing::serd_reading serd(format, base_iri, theirs);
  if (!serd.read(text)) return "serd finds an error";
  if (ours.quads.quads().size() != theirs.quads.quads().size())
    return std::to_string(ours.quads.quads().size()) + " statements, serd has " +
           std::to_string(theirs.quads.quads().size());
  if (testing::may_read_other_values(text)) return "";
  const auto same = are_isomorphic(ours.quads, theirs.quads);
  return !same ? "too symmetric" : *same ? "" : "different statements";
}

TEST(turtle_and_serd, read_generated_documents_alike) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const bool is_trig = seed % 2 == 0;
    const auto text = writer(seed, is_trig).document();
    const auto different = difference(is_trig ? rdf_format::trig : rdf_format::turtle, text, document_base);
    if (different == "too symmetric") continue;
    ASSERT_EQ(different, "") << "seed " << seed << '\n' << text;
  }
}

TEST(turtle_and_serd, read_clean_files_of_the_corpus_alike) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (shared == nullptr) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with `corpus/`";
  const auto folder = std::string(shared) + "/corpus/";
  std::ifstream manifest(folder + "manifest.tsv");
  std::string line;
  std::size_t read = 0;
  while (std::getline(manifest, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    if (row.size() < 13 || !row[0].starts_with("files/") || row[9] != "clean" ||
        (row[8] != "Turtle" && row[8] != "TriG"))
      continue;
    std::ifstream file(folder + row[0], std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(difference(row[8] == "TriG" ? rdf_format::trig : rdf_format::turtle, text.str(), row[12]), "")
        << row[0];
    ++read;
  }
  EXPECT_GE(read, 25u);
}

}  // namespace
}  // namespace laundromat
