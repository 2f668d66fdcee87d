// Makes a measurement of each number.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_quality.hpp"

#include "core/metadata/metadata_vocabulary.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

constexpr std::string_view dimensions = "http://www.w3.org/2016/05/ldqd#";

struct measured {
  std::string_view what;  ///< a rule, or a cause
  std::string_view of;    ///< `defects`, `documents` or `failures`
  std::string_view meaning, dimension;
  std::uint64_t value;
};

void add_measured(description& to, const measured& one) {
  const auto name = std::string{one.of} + '/' + std::string{one.what};
  description metric(std::string(v::ll) + "metric/" + name, {v::quality_metric});
  metric.add(v::metric_definition, std::string{one.meaning})
      .add(v::in_dimension, iri_value{std::string(dimensions).append(one.dimension)})
      .add(v::expected_datatype, iri_value{"http://www.w3.org/2001/XMLSchema#integer"});
  description measurement(to.below(name), {v::quality_measurement});
  measurement.add(v::computed_on, iri_value{to.iri()})
      .add(v::is_measurement_of, std::move(metric))
      .add(v::measured_value, one.value);
  to.add(v::has_quality_measurement, std::move(measurement), fact_shape::many);
}

}  // namespace

description describe_quality(std::string_view host, const host_quality& known, const metadata_names& names) {
  description made(names.id("host/" + std::string{host}), {v::dcat_dataset, v::entity});
  made.add(v::title, "Clean documents of " + std::string{host})
      .add(v::host, std::string{host})
      .add(v::modified, known.newest)
      .add(v::documents, known.documents - known.failed)
      .add(v::statements, known.statements);
  constexpr std::string_view valid = "syntacticValidity", available = "availability";
  for (const auto& one : known.rules) {
    const auto rule = to_string(one.rule);
    const auto meaning = std::string{meaning_of(one.rule)};
    add_measured(made, {rule, "defects", "Number of defects: " + meaning, valid, one.defects});
    add_measured(
        made, {rule, "documents", "Number of documents with this defect: " + meaning, valid, one.documents});
  }
  for (const auto& one : known.failures)
    add_measured(made, {to_string(one.cause), "failures",
                        "Number of documents that could not be read: " + std::string{meaning_of(one.cause)},
                        available, one.documents});
  return made;
}

}  // namespace laundromat
