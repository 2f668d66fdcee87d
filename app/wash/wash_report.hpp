// What `wash` says about each document, in words or as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/run/engine_port.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

struct washed_input {
  const std::string& name;
  rdf_format format;
  const std::string& encoding;  ///< of the document, before it became UTF-8
  const std::string& base_iri;  ///< against which references were resolved if there were any
  const std::string& output;    ///< the file of its statements; empty: none, or standard output
};

/// What many documents add up to.
struct wash_sum {
  std::uint64_t files = 0, documents = 0, failed = 0;
  std::uint64_t statements = 0, duplicates = 0, defects = 0;
  std::uint64_t rejected = 0;  ///< documents with a defect that `--fail-on` does not allow
};

/// Words go to standard error. Facts go to standard output, or to standard error when that belongs to the statements.
class wash_report {
 public:
  explicit wash_report(const wash_options& options) : options_(options) {}

  void report_failure(const std::string& name, errc code, const std::string& detail) const;
  /// What was lost of an archive whose members are told of one by one.
  void report_damage(const std::string& name, const unpack_outcome& archive) const;
  void report_result(const washed_input& document, const parse_outcome& washed) const;
  /// Of all files below folders.
  void report_sum(const wash_sum& all) const;

  /// What takes a live line away before something is told.
  std::function<void()> before = [] {};

 private:
  void print_in_words(const washed_input& document, const parse_outcome& washed) const;
  void print_as_json(const washed_input& document, const parse_outcome& washed) const;

  const wash_options& options_;
};

}  // namespace laundromat
