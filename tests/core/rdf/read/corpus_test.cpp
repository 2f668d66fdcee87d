// Real files from the Web with the counts of other readers; needs LAUNDROMAT_SHARED, the folder that contains `corpus`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/rdf/guess/guess.hpp"
#include "core/rdf/wash/wash_document.hpp"
#include "tests/core/tsv_rows.hpp"

namespace laundromat {
namespace {

/// The files of the corpus that are not packed.
std::vector<tsv_row> read_manifest(const std::string& corpus) {
  auto rows = read_tsv_rows(corpus + "/manifest.tsv");
  EXPECT_FALSE(rows.empty()) << corpus;
  std::erase_if(rows, [](tsv_row& one) { return one["packed"] != "no"; });
  return rows;
}

struct no_sink final : byte_sink {
  result<void> write(std::string_view) override { return {}; }
};

std::string corpus() {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  return shared ? std::string(shared) + "/corpus" : std::string();
}

TEST(corpus,
     clean_files_have_the_statements_that_other_readers_count_and_dirty_ones_no_fewer_than_they_recover) {
  if (corpus().empty()) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with `corpus/`";
  std::size_t clean = 0;
  for (auto& r : read_manifest(corpus())) {
    const auto format = format_from_name(r["actual_format"]);
    if (!format || *format > rdf_format::trig) continue;
    const auto source = make_memory_source(read_file(corpus() + "/" + r["file"]));
    const auto runs = make_memory_run_store();
    no_sink out;
    wash_document_options options;
    options.base_iri = r["base_iri"];
    const auto got = wash_document(*source, *format, options, *runs, out);
    ASSERT_TRUE(got) << r["file"];
    std::uint64_t defects = 0;
    for (const auto& count : got->defect_counts) defects += count.count;
    if (r["condition"] == "dirty") {
      const auto least = std::stoull("0" + (r["valid_lines"].empty() ? r["serdi_strict"] : r["valid_lines"]));
      EXPECT_GE(got->read, least) << r["file"];
      EXPECT_GT(defects, 0u) << r["file"];
    } else {
      ++clean;
      EXPECT_EQ(got->statements, std::stoull(r["reference_distinct"])) << r["file"];
      // Values may be noted, but nothing is lost.
      for (const auto& found : got->defects)
        EXPECT_NE(found.done, treatment::skip) << r["file"] << ": " << found.line << " " << found.message;
    }
  }
  EXPECT_GE(clean, 45u);
}

/// Files that the corpus labels by their extension although their first 64 KiB contain no RDF.
bool is_rdf_by_name_only(const std::string& file) {
  return file.ends_with(
             "dcrFromRDF_reformatted_extracted.owl") ||  // an XML editor's report about an RDF/XML file
         file.ends_with("encoding-iso-8859-1.xhtml") ||  // plain XHTML, from which no reader gets a statement
         file.ends_with(
             "aat_labels.json");  // JSON without keyword, and a name that does not indicate JSON-LD
}

TEST(corpus, every_file_is_guessed_by_its_content_and_name) {
  if (corpus().empty()) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with `corpus/`";
  for (auto& r : read_manifest(corpus())) {
    const auto text = read_file(corpus() + "/" + r["file"]);
    const auto guess =
        guess_format(std::string_view(text).substr(0, 65536), text.size() <= 65536, "", r["file"]);
    const auto actual = r["actual_format"];
    const auto expected = is_rdf_by_name_only(r["file"])  ? "unknown"
                          : actual == "HTML+RDFa"         ? "RDFa"
                          : actual.ends_with("(not RDF)") ? "unknown"
                                                          : actual;
    EXPECT_EQ(to_string(guess.format.value_or(rdf_format::unknown)), expected)
        << r["file"] << ": " << guess.evidence[0].value << ", " << guess.evidence[0].note;
  }
}

}  // namespace
}  // namespace laundromat
