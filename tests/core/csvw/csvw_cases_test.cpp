// Tables with metadata beside them as the product washes them: statements, defects, and the account of bytes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/csvw/csvw_reader.hpp"
#include "core/csvw/find_metadata.hpp"
#include "core/rdf/identity/isomorphism.hpp"
#include "tests/core/csvw/csvw_suite.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {

namespace {

using std::filesystem::path;

constexpr std::string_view base = "http://example.org/";

const path& cases() {
  static const path folder = path(source_path()) / "tests/core/csvw/cases";
  return folder;
}

struct folder_loader final : csvw::metadata_loader {
  result<std::string> load(std::string_view url) override {
    const auto file = cases() / url.substr(base.size());
    if (!std::filesystem::is_regular_file(file)) return fail(errc::not_found);
    return read_file(file);
  }
};

/// What a reader passed on.
struct washed final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    statements.add(statement);
    return {};
  }
  void on_defect(const defect& found) override {
    defects += std::string(to_string(found.rule)) + " " + std::string(to_string(found.done)) + " line " +
               std::to_string(found.line) + ": " + found.message + "\n";
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans += std::string(to_string(kind)) + " " + std::to_string(length_bytes) + "\n";
    bytes += length_bytes;
  }
  dataset statements;
  std::string defects, spans;
  std::uint64_t bytes = 0;
};

washed wash(const std::string& name, std::size_t chunk) {
  washed sink;
  folder_loader loader;
  csvw::problem_list problems;
  csvw_options options;
  options.mode = csvw::rdf_mode::standard;
  const auto url = std::string(base) + name;
  options.group = csvw::find_metadata(url, {}, loader, problems).value_or(csvw::undescribed_table(url));
  EXPECT_TRUE(problems.is_empty()) << problems.all().front().message;
  const auto reader = make_csvw_reader(std::move(options), {}, sink);
  const auto text = read_file(cases() / name);
  for (std::size_t at = 0; at < text.size(); at += chunk)
    EXPECT_TRUE(reader->push(std::string_view(text).substr(at, chunk)));
  EXPECT_TRUE(reader->finish());
  EXPECT_EQ(sink.bytes, text.size());
  return sink;
}

class csvw_case : public testing::TestWithParam<std::string> {};

}  // namespace

TEST_P(csvw_case, is_washed_as_expected_X05) {
  const auto found = wash(GetParam() + ".csv", 1'000'000);
  const auto expected = read_turtle(cases() / (GetParam() + ".ttl"), std::string(base) + GetParam() + ".ttl");
  const auto is_same = are_isomorphic(found.statements, expected);
  EXPECT_TRUE(is_same && *is_same) << found.statements.quads().size() << " and " << expected.quads().size();
  EXPECT_EQ(found.defects, read_file(cases() / (GetParam() + ".txt")));
}

TEST_P(csvw_case, does_not_depend_on_chunks_X05) {
  const auto whole = wash(GetParam() + ".csv", 1'000'000), parts = wash(GetParam() + ".csv", 1);
  const auto is_same = are_isomorphic(whole.statements, parts.statements);
  EXPECT_TRUE(is_same && *is_same);
  EXPECT_EQ(whole.defects, parts.defects);
  EXPECT_EQ(whole.spans, parts.spans);
}

INSTANTIATE_TEST_SUITE_P(all, csvw_case,
                         testing::Values("plain", "formats", "templates", "dialect", "defects"),
                         [](const auto& one) { return one.param; });

TEST(csvw_reader, puts_skipped_rows_in_quarantine_X05) {
  const auto found = wash("defects.csv", 1'000'000);
  EXPECT_EQ(found.spans, "syntax 13\nstatement 31\nquarantine 22\nstatement 12\n");
}

}  // namespace laundromat
