// Tests of the sentences about plans.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/plan_sentences.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(plan_sentences, spans_have_the_largest_fitting_unit) {
  const std::pair<std::int64_t, const char*> cases[] = {
      {0, "0 ms"},
      {999, "999 ms"},
      {1'000, "1 second"},
      {45'000, "45 seconds"},
      {300'000, "5 minutes"},
      {5'400'000, "90 minutes"},
      {20'000'000, "5.6 hours"},
      {6'400'000'000, "2.5 months"},
      {1'000'000'000, "12 days"},
      {14'000'000'000, "5.4 months"},
      {98'000'000'000, "3.1 years"},
  };
  for (const auto& [ms, text] : cases) EXPECT_EQ(span_text(milliseconds{ms}), text);
}

TEST(plan_sentences, sizes_are_in_powers_of_a_thousand) {
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(999), "999 B");
  EXPECT_EQ(size_text(1'500), "1.5 kB");
  EXPECT_EQ(size_text(10'000'000'000), "10 GB");
}

TEST(plan_sentences, a_plan_says_what_is_taken_and_what_the_others_would_take) {
  announced_dataset dataset;
  dataset.label = "Geonames";
  dataset.dumps = {"http://download.geonames.org/all-geonames-rdf.zip"};
  dataset.samples = {"http://sws.geonames.org/3020251/"};
  dataset.prefixes = {{"http://sws.geonames.org/"}};
  dataset.endpoints = {{"http://sws.geonames.org/sparql"}};
  dataset.documents = 6'400'000;
  dataset.triples = 93'900'075;
  dataset.dump_bytes = 300'000'000;
  EXPECT_EQ(plan_access(dataset, {}).why,
            "The dump is used for the whole dataset: 1 request, 300 MB, 2.5 minutes. "
            "Linked Data below http://sws.geonames.org/ would take 6,400,000 requests, about 13 GB, about "
            "3.7 months, and may "
            "miss a part. "
            "The SPARQL endpoint http://sws.geonames.org/sparql would take about 11,739 requests, about 14 "
            "GB, about 22 hours.");
  EXPECT_EQ(
      plan_access(dataset, {access_wish::purpose::query, 0, {}}).why.substr(0, 96),
      "The SPARQL endpoint http://sws.geonames.org/sparql is used for queries: it answers them without ");
}

}  // namespace laundromat
