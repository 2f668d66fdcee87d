// Every document of the suites, written as JSON-LD and read again; needs LAUNDROMAT_SHARED, the folder that contains suites.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/rdf/model/format.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/expanded_json_ld_writer.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// The canonical lines of statements, without base directions, which readers of JSON-LD drop. Where there is a writer, blank nodes get
/// names that no reader changes, as they have in a clean document.
struct lines_without_direction final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    auto named = statement;
    std::string subject, object, graph;
    name(named.subject, subject);
    name(named.object, object);
    name(named.graph, graph);
    std::string line;
    for (auto term : {named.subject, named.predicate, named.object, named.graph}) {
      term.language = term.language.substr(0, term.language.find("--"));
      if (term.kind != term_kind::none) append_spelled_term(line, term);
      line.push_back(' ');
      has_triple_term |= term.kind == term_kind::triple;
    }
    lines.insert(line);
    return writer ? writer->write(named) : result<void>{};
  }
  void on_defect(const defect&) override {}
  void name(term_view& term, std::string& storage) const {
    if (!writer || term.kind != term_kind::blank) return;
    storage = (term.value.starts_with('~') ? "unlabelled" : "labelled_") + std::string(term.value);
    std::ranges::replace(storage, '~', '_');
    term.value = storage;
  }

  std::set<std::string> lines;
  bool has_triple_term = false;
  expanded_json_ld_writer* writer = nullptr;
};

result<void> read_into(statement_sink& sink, rdf_format format, const std::string& text) {
  auto reader = make_reader(format, {"https://example.org/base", {}, wash_profile::standard}, sink);
  if (!reader) return tl::unexpected(reader.error());
  auto read = (*reader)->push(text);
  return read ? (*reader)->finish() : read;
}

TEST(json_ld_round_trip, gives_the_statements_of_every_document_of_the_suites_S12) {
  const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder that contains suites";
  std::size_t documents = 0, statements = 0, refused = 0;
  for (const auto& file : fs::recursive_directory_iterator(fs::path(shared) / "suites")) {
    const auto extension = file.path().extension().string();
    const auto format = format_from_extension(extension.empty() ? extension : extension.substr(1));
    if (!file.is_regular_file() || !format) continue;
    SCOPED_TRACE(file.path().string());
    string_sink json;
    expanded_json_ld_writer writer{json};
    lines_without_direction given, back;
    given.writer = &writer;
    auto done = read_into(given, *format, read_file(file.path()));
    if (given.has_triple_term) {
      EXPECT_EQ(done ? errc::ok : done.error().code, errc::triple_term_out_of_place);
      ++refused;
      continue;
    }
    if (!done) continue;  // nothing can be read of it, or the reader ends
    ASSERT_TRUE(writer.finish());
    ASSERT_TRUE(read_into(back, rdf_format::json_ld, json.text));
    EXPECT_EQ(back.lines, given.lines) << json.text.substr(0, 2'000);
    ++documents;
    statements += given.lines.size();
  }
  RecordProperty("documents", std::to_string(documents));
  RecordProperty("statements", std::to_string(statements));
  RecordProperty("with_triple_terms", std::to_string(refused));
  EXPECT_GT(documents, 3'000U);
  EXPECT_GT(refused, 50U);
}

}  // namespace
}  // namespace laundromat
