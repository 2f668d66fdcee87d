// Prints the result of each document of `wash`, as text or JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/wash/wash_files.hpp"
#include "core/records/outcomes.hpp"
#include "core/washing/extract.hpp"

namespace laundromat {

struct washed_input {
  const std::string& name;
  rdf_format format;
  const std::string& encoding;  ///< encoding of the document before conversion to UTF-8
  std::string_view base_iri;    ///< base of relative references
  const std::string& output;    ///< the file of its statements; empty: none, or standard output
};

/// The copy of a document in which repairs were made.
struct repaired_copy {
  std::string file, list;
  std::uint64_t repairs = 0;
  std::uint64_t left = 0;  ///< repairs of the reading that are none in the text
};

struct extracted_input {
  const std::string& name;
  const std::string& encoding;
  const std::string& output;                ///< the file of its records; empty: standard output
  const repaired_copy* repaired = nullptr;  ///< null: none was made
};

/// Totals of several documents.
struct wash_sum {
  std::uint64_t files = 0, documents = 0, failed = 0;
  std::uint64_t statements = 0, duplicates = 0, defects = 0;
  std::optional<std::uint64_t> records = {};  ///< of a command that makes no statements of them
  std::uint64_t rejected = 0;                 ///< documents with a defect that `--fail-on` does not allow
};

/// Text is printed on standard error. JSON is printed on standard output, or on standard error when standard output has the statements.
class wash_report {
 public:
  explicit wash_report(const wash_options& options) : options_(options) {}

  void report_failure(const std::string& name, errc code, const std::string& detail) const;
  /// Reports the defects of an archive; its members are reported separately.
  void report_damage(const std::string& name, const unpack_outcome& archive) const;
  void report_result(const washed_input& document, const parse_outcome& washed) const;
  void report_records(const extracted_input& document, const extract_outcome& made) const;
  /// Prints the totals of `wash -r`.
  void report_sum(const wash_sum& all) const;

  /// Sets a function that removes the live line before something is printed.
  std::function<void()> before = [] {};

 private:
  void print_in_words(const washed_input& document, const parse_outcome& washed) const;
  void print_as_json(const washed_input& document, const parse_outcome& washed) const;

  const wash_options& options_;
};

}  // namespace laundromat
