// Sitemaps and feeds as files: `NAME.EXT` and what it announces, `NAME.expected`; and public files, in the folder that LAUNDROMAT_SHARED names.
// SPDX-License-Identifier: Apache-2.0
//
// An expected file begins with lines `# OPTION VALUE`: `uri`, `type` (the media type), `now`, `limit` (of announcements), `bytes`, `nested` (an index lists
// it). With LAUNDROMAT_UPDATE_CASES=1 in the environment what follows these lines is rewritten instead of compared: then read the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/base/digest.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/discovery/dates/announced_date.hpp"
#include "tests/core/discovery/sitemap/reading.hpp"
#include "tests/core/tsv_rows.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

using testing::print;

const std::filesystem::path folder = std::filesystem::path(source_path()) / "tests/core/discovery/sitemap";

bool updates() {
  return std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr;
}

/// The lines `# OPTION VALUE` at the front of an expected file.
std::string options_of(std::string_view expected) {
  std::size_t end = 0;
  while (expected.substr(end).starts_with("# "))
    end = std::min(expected.find('\n', end), expected.size() - 1) + 1;
  return std::string(expected.substr(0, end));
}

std::string read_with_options(const std::string& body, const std::string& options) {
  sitemap_origin from;
  announcement_limits limits;
  std::istringstream lines(options);
  for (std::string hash, name, value; lines >> hash >> name && std::getline(lines >> std::ws, value);) {
    if (name == "uri") from.uri = value;
    if (name == "type") from.media_type = value;
    if (name == "now") from.now = read_announced_date(value, date_style::w3c).value.value_or(timestamp{});
    if (name == "limit") limits.announcements = std::stoul(value);
    if (name == "datasets") limits.datasets = std::stoul(value);
    if (name == "bytes") limits.bytes = std::stoul(value);
  }
  const auto form = recognise_sitemap(body, from.media_type, true);
  return "form " + std::string(to_string(form.form)) + (form.is_rdf ? " and RDF" : "") + "\n" +
         print(testing::read_text(body, from, limits));
}

class sitemap_cases : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(sitemap_cases, announce_what_is_expected) {
  const auto& file = GetParam();
  auto expected_file = file;
  expected_file.replace_extension(".expected");
  const auto expected = read_file(expected_file);
  const auto options = options_of(expected);
  const auto actual = options + read_with_options(read_file(file), options);
  if (updates())
    std::ofstream{expected_file, std::ios::binary} << actual;
  else
    EXPECT_EQ(actual, expected) << file;
}

std::vector<std::filesystem::path> case_files() {
  std::vector<std::filesystem::path> all;
  for (const auto& file : std::filesystem::directory_iterator(folder / "cases"))
    if (file.path().extension() != ".expected") all.push_back(file.path());
  std::ranges::sort(all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(cases, sitemap_cases, ::testing::ValuesIn(case_files()), [](const auto& one) {
  auto name = one.param.stem().string();
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

/// Files that were published or are tests of other readers, unpacked where they are gzip.
std::map<std::string, std::string> public_files(const std::filesystem::path& conditions) {
  std::map<std::string, std::string> all;
  for (const auto& one : std::filesystem::directory_iterator(conditions / "sitemaps/files"))
    all[one.path().filename().string()] = read_file(one.path());
  for (const auto& one : std::filesystem::directory_iterator(conditions)) {
    const auto name = one.path().filename().string();
    if (one.is_regular_file() && name.find("itemap") != std::string::npos) all[name] = read_file(one.path());
  }
  for (auto& [name, body] : all) {
    if (!name.ends_with(".gz")) continue;
    warning_log warnings;
    body = read_all(*make_gzip_source(make_memory_source(body), warnings), 1 << 20).value_or("");
  }
  return all;
}

std::string row_of(const std::string& name, const std::string& body, const announcements& found) {
  const auto form = recognise_sitemap(body, {}, true);
  std::map<std::string_view, std::size_t> kinds, rules;
  for (const auto& one : found.uris) ++kinds[to_string(one.kind)];
  for (const auto& one : found.defects) ++rules[to_string(one.rule)];
  std::ostringstream row;
  const auto list = [&](const auto& counts) {
    row << '\t';
    for (const auto& [what, count] : counts)
      row << (what == counts.begin()->first ? "" : ", ") << what << ' ' << count;
  };
  row << name << '\t' << to_string(form.form) << (form.is_rdf ? " and RDF" : "");
  list(kinds);
  row << '\t' << found.datasets.size();
  list(rules);
  row << '\t' << (found.uris.empty() ? "" : found.uris.front().uri) << '\t'
      << sha256(print(found)).hex().substr(0, 16) << '\n';
  return row.str();
}

TEST(public_sitemaps, announce_what_the_table_says) {
  const auto* shared = std::getenv("LAUNDROMAT_SHARED");
  if (shared == nullptr)
    GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder that contains conditions/sitemaps";
  std::string actual = "file\tform\tannounced\tdatasets\tdefects\tfirst URI\tdigest of all\n";
  for (const auto& [name, body] : public_files(std::filesystem::path(shared) / "conditions"))
    actual += row_of(name, body, testing::read_text(body, {.uri = "http://www.example.com/sitemap.xml"}));
  const auto table = folder / "public_sitemaps.tsv";
  if (updates()) std::ofstream{table, std::ios::binary} << actual;
  EXPECT_EQ(actual, read_file(table));
}

}  // namespace
}  // namespace laundromat
