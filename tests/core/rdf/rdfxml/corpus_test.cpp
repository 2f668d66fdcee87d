// Real RDF/XML files with the counts of other readers; they are read where LAUNDROMAT_SHARED holds `corpus`.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {
namespace {

using row = std::map<std::string, std::string>;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::vector<row> read_manifest(const std::string& corpus) {
  std::istringstream in(read_file(corpus + "/manifest.tsv"));
  std::vector<std::string> names;
  std::vector<row> rows;
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    row one;
    std::size_t i = 0;
    for (std::string cell; std::getline(cells, cell, '\t'); ++i) {
      if (rows.empty() && names.size() == i)
        names.push_back(cell);
      else
        one[names[i]] = cell;
    }
    if (!one.empty()) rows.push_back(one);
  }
  return rows;
}

/// The reader is given UTF-8; all files of the corpus that are not are in ISO-8859-1.
std::string decoded(std::string bytes) {
  if (find_bad_utf8(bytes) == std::string_view::npos) return bytes;
  std::string out;
  for (const unsigned char c : bytes) append_utf8(out, c);
  return out;
}

struct reading {
  std::size_t statements = 0, distinct = 0, losses = 0;
};

reading read_row(const std::string& corpus, row& r) {
  const auto read =
      read_text(rdf_format::rdf_xml, decoded(read_file(corpus + "/" + r["file"])), 65'536, {r["base_iri"]});
  const std::set<std::string> distinct(read.lines.begin(), read.lines.end());
  const auto losses = std::ranges::count(read.defects, treatment::skip, &defect::done);
  return {read.lines.size(), distinct.size(), static_cast<std::size_t>(losses)};
}

/// Why a dirty file gives fewer statements than the other reader took from it.
bool is_explained(const std::string& file) {
  return file.ends_with(
             "system.owl") ||  // a literal whose language tag has a dot is skipped by the standard profile
         file.ends_with(
             "extracted.owl");  // the report of an XML editor, with text and elements where RDF/XML has neither
}

TEST(rdf_xml_corpus, clean_files_give_all_statements_and_dirty_ones_no_fewer_than_other_readers) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with `corpus/`";
  const auto corpus = std::string(shared) + "/corpus";
  std::size_t clean = 0, dirty = 0;
  for (auto& r : read_manifest(corpus)) {
    if (r["actual_format"] != "RDF/XML" || r["packed"] != "no") continue;
    const auto got = read_row(corpus, r);
    const auto expected = std::stoull("0" + r["reference_distinct"]);
    if (r["condition"] == "dirty" || r["reference_tool"].starts_with("none")) {
      ++dirty;
      EXPECT_TRUE(got.distinct >= expected || is_explained(r["file"]))
          << r["file"] << ": " << got.distinct << " of " << expected;
    } else {
      ++clean;
      EXPECT_EQ(got.distinct, expected) << r["file"];
      EXPECT_EQ(got.losses, 0u) << r["file"];
    }
  }
  EXPECT_GE(clean, 19u);
  EXPECT_GE(dirty, 5u);
}

TEST(rdf_xml_corpus, files_that_are_only_named_rdf_give_no_statements) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with `corpus/`";
  const auto corpus = std::string(shared) + "/corpus";
  std::size_t read = 0;
  for (auto& r : read_manifest(corpus)) {
    if (r["actual_format"] != "OWL/XML (not RDF)" || r["packed"] != "no") continue;
    ++read;
    const auto got = read_row(corpus, r);
    EXPECT_EQ(got.statements, 0u) << r["file"];
    EXPECT_EQ(got.losses, 1u) << r["file"];
  }
  EXPECT_GE(read, 2u);
}

}  // namespace
}  // namespace laundromat::testing
