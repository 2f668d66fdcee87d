// Tests of descriptions in the Data Quality Vocabulary.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_quality.hpp"

#include <gtest/gtest.h>

#include "core/records/failure_hint.hpp"

namespace laundromat {
namespace {

host_quality some() {
  host_quality known;
  known.documents = 3;
  known.failed = 1;
  known.rules = {{errc::bad_iri, 5, 2, {{}, "http://a.example/x"}}};
  known.failures = {{errc::http_status, 1, {{}, "http://a.example/gone"}, "404"}};
  return known;
}

}  // namespace

TEST(describe_quality, has_a_measurement_of_each_number_Q53) {
  const metadata_names names;
  const auto lines = to_nquads(describe_quality("a.example:81", some(), names), {});
  const std::string host = "<https://lodlaundromat.org/id/host/a.example:81>",
                    dqv = "<http://www.w3.org/ns/dqv#";
  const auto has = [&](const std::string& line) { return lines.find(line + " .\n") != lines.npos; };
  const auto defects = host.substr(0, host.size() - 1) + "/defects/bad_iri>";
  EXPECT_TRUE(has(host + ' ' + dqv + "hasQualityMeasurement> " + defects)) << lines;
  EXPECT_TRUE(has(defects + ' ' + dqv + "computedOn> " + host));
  EXPECT_TRUE(has(defects + ' ' + dqv + "value> \"5\"^^<http://www.w3.org/2001/XMLSchema#integer>")) << lines;
  EXPECT_TRUE(has("<https://lodlaundromat.org/def/metric/defects/bad_iri> " + dqv +
                  "inDimension> <http://www.w3.org/2016/05/ldqd#syntacticValidity>"));
  EXPECT_TRUE(has(host.substr(0, host.size() - 1) + "/failures/http_status> " + dqv +
                  "value> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"));
}

TEST(failure_hint, says_what_to_do_or_nothing_Q52) {
  EXPECT_NE(failure_hint(errc::http_status).find("200"), std::string_view::npos);
  EXPECT_FALSE(failure_hint(errc::truncated_stream).empty()) << "that of defects";
  EXPECT_TRUE(failure_hint(errc::budget_used).empty()) << "no matter of the publisher";
}

}  // namespace laundromat
