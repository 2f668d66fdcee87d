// Tests of the reading of sitemaps: limits, hostile documents, chunks, errors of the source.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/read_sitemap.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>

#include "core/rdf/model/format.hpp"
#include "tests/core/discovery/sitemap/reading.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

using testing::print;
using testing::read_text;

const sitemap_origin origin{.uri = "http://example.org/sitemap.xml"};

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out.append(text);
  return out;
}

TEST(read_sitemap, uses_the_first_50000_of_60000_entries_with_one_defect_robustness_13) {
  const auto found = read_text(
      "<urlset>" + repeat("<url><loc>http://example.org/</loc></url>", 60'000) + "</urlset>", origin);
  EXPECT_EQ(found.uris.size(), 50'000U);
  EXPECT_EQ(found.left_out, 10'000U);
  EXPECT_EQ(found.defects_found, 1U);
  EXPECT_EQ(found.defects.front().rule, errc::announcement_limit);
}

/// Spaces without an end, after a beginning, counted.
class endless_source final : public byte_source {
 public:
  endless_source(std::string begin, std::uint64_t& given) : begin_(std::move(begin)), given_(given) {}
  result<std::size_t> read(std::span<char> buffer) override {
    std::ranges::fill(buffer, ' ');
    if (given_ < begin_.size()) begin_.copy(buffer.data(), buffer.size(), given_);
    given_ += buffer.size();
    return buffer.size();
  }

 private:
  std::string begin_;
  std::uint64_t& given_;
};

void expect_stop(const std::string& begin, const announcement_limits& limits) {
  std::uint64_t given = 0;
  const auto found = read_sitemap(std::make_unique<endless_source>(begin, given), origin, limits);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->uris.size(), 1U) << begin;
  EXPECT_EQ(std::ranges::count(found->defects, errc::announcement_limit, &announcement_defect::rule), 1)
      << begin;
  EXPECT_LT(given, limits.bytes + 100'000) << begin;
}

TEST(read_sitemap, stops_at_50_mib_robustness_13) {
  EXPECT_EQ(announcement_limits{}.bytes, 52'428'800U);
  const std::string entry = "<urlset><url><loc>http://example.org/</loc></url>";
  expect_stop(entry, {});
  announcement_limits limits;
  limits.bytes = 1'000'000;
  for (const auto& begin : {std::string("http://example.org/\n"), entry + "<!--", entry + "<x a=\"",
                            entry + "<![CDATA[", entry + "<!DOCTYPE x ["})
    expect_stop(begin, limits);
}

TEST(read_sitemap, keeps_no_more_text_than_the_document_may_have) {
  // Each short reference gets as long as the address of the document.
  const sitemap_origin far{.uri = "http://example.org/" + std::string(4'000, 'a') + "/sitemap.xml"};
  announcement_limits limits;
  limits.bytes = 1'000'000;
  const auto found =
      read_text("<urlset>" + repeat("<url><loc>x</loc></url>", 2'000) + "</urlset>", far, limits);
  EXPECT_EQ(std::ranges::count(found.defects, errc::announcement_limit, &announcement_defect::rule), 1);
  EXPECT_LE(found.uris.size(), 250U);
  EXPECT_GE(found.uris.size(), 240U);
  EXPECT_EQ(found.uris.size() + found.left_out, 2'000U);
}

TEST(read_sitemap, keeps_no_more_text_of_datasets_than_the_document_may_have) {
  const sitemap_origin far{.uri = "http://example.org/" + std::string(4'000, 'a') + "/sitemap.xml"};
  announcement_limits limits;
  limits.bytes = 1'000'000;
  std::string dumps;
  for (auto i = 0; i < 2'000; ++i) dumps += "<sc:dataDump>" + std::to_string(i) + "</sc:dataDump>";
  const auto found = read_text("<urlset><sc:dataset>" + dumps + "</sc:dataset></urlset>", far, limits);
  ASSERT_EQ(found.datasets.size(), 1U);
  EXPECT_LE(found.datasets.front().dumps.size() + found.uris.size(), 250U);
  EXPECT_EQ(std::ranges::count(found.defects, errc::announcement_limit, &announcement_defect::rule), 1);
}

TEST(read_sitemap, counts_all_defects_and_keeps_the_first) {
  announcement_limits limits;
  limits.defects = 3;
  const auto found = read_text("<urlset>" + repeat("<url><loc/></url>", 10) + "</urlset>", origin, limits);
  EXPECT_EQ(found.defects.size(), 3U);
  EXPECT_EQ(found.defects_found, 10U);
}

TEST(read_sitemap, bounds_the_fields_of_a_record) {
  const auto found = read_text(
      "<urlset><url><loc>http://example.org/1</loc>" + repeat("<loc/>", 100'000) + "</url></urlset>", origin);
  EXPECT_EQ(found.uris.size(), 1U);
  EXPECT_GT(found.defects_found, 50'000U);
}

double seconds_for(const std::string& body) {
  const auto begin = std::clock();
  const auto found = read_text(body, origin);
  EXPECT_GE(found.uris.size(), 1U) << body.substr(0, 100);
  EXPECT_LT(found.uris.size(), 3U) << body.substr(0, 100);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Four times the input may cost eight times as much; quadratic cost is sixteen. The least of three counts is taken, because other work on the machine only
/// increases them, and one below 50 ms counts as that.
TEST(read_sitemap, reads_hostile_markup_in_linear_time) {
  for (const auto* piece : {"<a>", "</a>", "<url>", "<loc>", "<", "&", "<!DOCTYPE a [", "<a b='", "<![CDATA[",
                            "<!--", "<?x", "xmlns:a='b' ", "]]>", "<loc><url>", "<sc:dataset>",
                            "<sc:sparqlGraphName>", "\xFF", "<url xmlns='x'>"}) {
    const std::string begin = "<urlset><url><loc>http://example.org/1</loc></url>";
    auto little = 1e9, much = 1e9;
    const auto is_linear = [&] { return much < 8 * std::max(little, 0.05); };
    for (int trial = 0; trial < 3 && !is_linear(); ++trial) {
      little = std::min(little, seconds_for(begin + repeat(piece, 5'000)));
      much = std::min(much, seconds_for(begin + repeat(piece, 20'000)));
    }
    EXPECT_TRUE(is_linear()) << piece << ": " << little << " s, four times as much " << much << " s";
  }
}

TEST(read_sitemap, does_not_depend_on_chunks) {
  const auto folder = std::filesystem::path(source_path()) / "tests/core/discovery/sitemap/cases";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".expected" || file.file_size() > 20'000) continue;
    const auto body = read_file(file.path());
    const auto whole = print(read_text(body, origin));
    for (const auto step : {std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
      const auto cut = read_sitemap(std::make_unique<testing::stepping_source>(body, step), origin);
      ASSERT_TRUE(cut);
      EXPECT_EQ(print(*cut), whole) << file.path() << " in pieces of " << step;
    }
  }
}

/// Ends with an error behind its bytes.
class failing_source final : public byte_source {
 public:
  failing_source(std::string bytes, errc code) : bytes_(std::move(bytes)), code_(code) {}
  result<std::size_t> read(std::span<char> buffer) override {
    if (at_ == bytes_.size()) return fail(code_, "for this test");
    const auto count = bytes_.copy(buffer.data(), buffer.size(), at_);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  errc code_;
  std::size_t at_ = 0;
};

TEST(read_sitemap, uses_what_was_read_before_the_body_was_damaged) {
  const std::string body = "<urlset><url><loc>http://example.org/1</loc></url><url><loc>http://example.org/2";
  const auto damaged = read_sitemap(std::make_unique<failing_source>(body, errc::truncated_body), origin);
  ASSERT_TRUE(damaged);
  EXPECT_EQ(damaged->uris.size(), 1U);
  EXPECT_NE(print(*damaged).find("the body ends early"), std::string::npos);
  const auto failed = read_sitemap(std::make_unique<failing_source>(body, errc::io_failed), origin);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, errc::io_failed);
}

TEST(read_sitemap, does_not_use_a_line_that_the_limit_cuts) {
  announcement_limits limits;
  limits.bytes = 41;  // within the second line
  const auto found = read_text("http://example.org/1\nhttp://example.org/22222\n", origin, limits);
  ASSERT_EQ(found.uris.size(), 1U);
  EXPECT_EQ(found.uris.front().uri, "http://example.org/1");
  const auto damaged = read_sitemap(
      std::make_unique<failing_source>("http://example.org/1\nhttp://exa", errc::truncated_body), origin);
  ASSERT_TRUE(damaged);
  EXPECT_EQ(damaged->uris.size(), 1U);
}

TEST(read_sitemap, gives_up_on_a_text_without_uris) {
  const auto found = read_text("mailto:a@example.org\n" + repeat("words\n", 1'000), origin);
  EXPECT_TRUE(found.uris.empty());
  EXPECT_LT(found.defects_found, 110U);
}

}  // namespace
}  // namespace laundromat
