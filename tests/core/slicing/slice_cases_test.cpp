// Dumps as files: `NAME.nq`, and its documents, `NAME.expected`.
// SPDX-License-Identifier: Apache-2.0
//
// An expected file begins with lines `# OPTION VALUE`: `by`, `prefix`. With LAUNDROMAT_UPDATE_CASES=1 in the environment what follows these lines is
// rewritten instead of compared: then read the diff. Blank nodes are written `_:label` in both.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/rdf/write/skolem.hpp"
#include "core/slicing/slice_dump.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

/// Prints documents.
class printed_slices final : public slice_sink {
 public:
  result<void> take(const slice& one, std::string_view lines) override {
    text.append("\n").append(one.uri).append(one.has_graphs ? " (N-Quads)\n" : "\n").append(lines);
    return {};
  }
  result<void> take_long(const slice& /*one*/, const lines_opener& /*lines*/) override {
    return fail(errc::internal, "no case has a long document");
  }
  std::string text;
};

const std::string node_begin = "<" + std::string{genid_base} + std::string(genid_digits, '0') + "/";

/// `_:label ` as a clean document has it.
std::string with_names(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "_:") != 0) {
      out.push_back(text[at++]);
      continue;
    }
    const auto end = text.find(' ', at);
    out.append(node_begin).append(text, at + 2, end - at - 2).push_back('>');
    at = end;
  }
  return out;
}

std::string with_labels(std::string text) {
  for (auto at = text.find(node_begin); at != text.npos; at = text.find(node_begin, at)) {
    if (const auto end = text.find('>', at); end + 1 < text.size() && text[end + 1] == ' ')
      text.erase(end, 1);
    text.replace(at, node_begin.size(), "_:");
  }
  return text;
}

std::string cut_up(const std::string& text, const std::string& options) {
  slicing_settings settings;
  std::istringstream option_lines(options);
  for (std::string hash, name, value; option_lines >> hash >> name >> value;) {
    if (name == "by") settings.method = slicing_from_name(value);
    if (name == "prefix") settings.prefixes.push_back(value);
  }
  std::set<std::string> lines;
  std::istringstream all(with_names(text));
  for (std::string line; std::getline(all, line);) lines.insert(line + "\n");
  std::string sorted;
  for (const auto& line : lines) sorted += line;
  worker_pool workers{1};
  printed_slices documents;
  const auto done = slice_dump(settings,
                               {[&sorted] { return result<byte_source_ptr>{make_memory_source(sorted)}; },
                                make_memory_run_store, &workers},
                               documents);
  if (!done) return to_string(done.error()) + "\n";
  return with_labels(documents.text) + "\nleft out: " + std::to_string(done->left_out) + "\n";
}

std::string options_in(const std::string& expected) {
  std::size_t end = 0;
  while (expected.compare(end, 2, "# ") == 0) end = expected.find('\n', end) + 1;
  return expected.substr(0, end);
}

class slice_cases : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(slice_cases, are_the_documents_that_are_expected_M15_M16_M17_M18_M19_M20) {
  const auto& file = GetParam();
  auto expected_file = file;
  expected_file.replace_extension(".expected");
  const auto expected = read_file(expected_file);
  const auto options = options_in(expected);
  const auto actual = options + cut_up(read_file(file), options);
  if (std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr)
    std::ofstream{expected_file, std::ios::binary} << actual;
  else
    EXPECT_EQ(actual, expected) << file;
}

std::vector<std::filesystem::path> slice_case_files() {
  std::vector<std::filesystem::path> all;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(source_path()) / "tests/core/slicing/cases"))
    if (file.path().extension() == ".nq") all.push_back(file.path());
  std::ranges::sort(all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(files, slice_cases, ::testing::ValuesIn(slice_case_files()),
                         [](const auto& one) { return one.param.stem().string(); });

}  // namespace
}  // namespace laundromat
