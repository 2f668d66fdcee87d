// Reads one document for all sources of a mapping that are in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/model/extraction_limits.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rml/merged_account.hpp"
#include "core/rml/rml_mapper.hpp"

namespace laundromat {

struct rml_limits {
  extraction_limits extraction = {};
  std::uint64_t join_bytes = std::uint64_t{256} << 20;  ///< of the records of all joins
};

/// Each source has a reader of its own. Where there are several, they get the document in blocks, so that chunks have no effect on the order.
class rml_document_reader final : public reader {
 public:
  /// `mapping`, `mapper` and `account` outlive it. Errors: `configuration`, when no source is in the document.
  [[nodiscard]] static result<std::unique_ptr<rml_document_reader>> make(
      const rml_mapping& mapping, std::string_view path, wash_profile profile, const rml_limits& limits,
      rml_mapper& mapper, account_sink& account);

  ~rml_document_reader() override;

  [[nodiscard]] result<void> push(std::string_view bytes) override;
  /// The sources are then complete.
  [[nodiscard]] result<void> finish() override;

 private:
  class source_records;

  explicit rml_document_reader(rml_mapper& mapper);
  [[nodiscard]] result<void> push_block(std::string_view block);

  rml_mapper& mapper_;
  std::unique_ptr<merged_account> account_;  ///< null for a single source
  std::vector<std::unique_ptr<source_records>> sources_;
  std::string block_;
};

}  // namespace laundromat
