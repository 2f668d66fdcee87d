// The schemas that `records` infers: of the records of a run, and of each table that it writes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/extraction/write/record_writer.hpp"
#include "core/schema/schema_builder.hpp"

namespace laundromat {

/// Adds each record to schemas, and passes it on.
class schema_taker final : public record_writer {
 public:
  /// Of the two schemas each may be null. All outlive this object.
  schema_taker(schema_builder* of_run, schema_builder* of_document, record_writer& next)
      : of_run_(of_run), of_document_(of_document), next_(next) {}

  result<void> write(data_value record, const record_place& place, account_sink& defects) override {
    if (of_run_ != nullptr) of_run_->add(record);
    if (of_document_ != nullptr) of_document_->add(record);
    return next_.write(record, place, defects);
  }
  result<void> finish_records() override { return next_.finish_records(); }

 private:
  schema_builder* of_run_;
  schema_builder* of_document_;
  record_writer& next_;
};

/// The metadata of a table with these columns, in which the records were written.
[[nodiscard]] std::string table_metadata(record_schema schema, std::span<const std::string> columns,
                                         std::string_view table_url);

/// The name of the table that a file of metadata describes: `a.csv` for `a.csv-metadata.json`, and for `a.json`.
[[nodiscard]] std::string table_of_metadata(const std::filesystem::path& metadata);

}  // namespace laundromat
