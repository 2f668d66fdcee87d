// The specifications of records that are in force, and which of them claims a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/mapping/record_reader.hpp"

namespace laundromat {

/// Which documents a specification claims. Each list that is not empty must have something that fits; without any, all documents are claimed,
/// but for the files in a workbook, which a URI with `!/` must name.
struct document_claims {
  std::vector<std::string> uris;  ///< of the address or the name, with `*` for any text
  std::vector<std::string> places =
      {};  ///< URIs of files, with `*` for any text without `/`; what is in an archive there, too
  std::vector<std::string> media_types;  ///< without parameters
  std::vector<std::string> file_names;   ///< the last part of the path
  bool only_tables = false;              ///< CSV and TSV, by media type or ending

  [[nodiscard]] bool fit(const document_hints& document) const;
};

/// A specification in force.
struct claiming_spec {
  std::string name;
  std::string encoding;  ///< of its documents; empty: by the document
  document_claims claims;
  std::shared_ptr<const record_plan>
      plan;                  ///< null when records and statements are described in another language
  hinted_reader_maker make;  ///< the readers of such a one

  /// A reader of the statements of a document. Errors: those of `make`. `counter`, which may be null, is set where the records are those of `plan`,
  /// and counts them; it outlives the reader.
  [[nodiscard]] result<std::unique_ptr<reader>> make_reader(
      const document_hints& hints, reader_options options, statement_sink& sink,
      std::optional<record_counter>* counter = nullptr) const;
};

/// In the order of their priority.
class record_plans {
 public:
  void add(claiming_spec spec) { specs_.push_back(std::move(spec)); }
  /// The user names the documents: what specifications claim does not matter.
  void ignore_claims() { ignores_claims_ = true; }
  [[nodiscard]] bool is_empty() const { return specs_.empty(); }
  [[nodiscard]] const std::vector<claiming_spec>& all() const { return specs_; }
  /// The first one that claims a document. Null: none does.
  [[nodiscard]] const claiming_spec* find(const document_hints& document) const;

 private:
  std::vector<claiming_spec> specs_;
  bool ignores_claims_ = false;
};

}  // namespace laundromat
