// Writes records as rows of an SQLite database.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/extraction/write/record_writer.hpp"

namespace laundromat {

/// A new database with one table, `table`, and a column for each of `columns`, and then for each other name that a record has, in the order in which they come; no column has a type, so that
/// values stay as they are: texts, whole numbers of 64 bits, fractions of at most 15 digits as REAL, other numbers as text, booleans as 0 and 1,
/// null. Lists and maps are JSON text. A record that is no map is in the column `value`. SQLite takes `a` and `A` for one name: the second
/// is `A_2`. Zero bytes of names are left out, and a table that would begin with `sqlite_` begins with `records_sqlite_`. The file appears with `finish_records`; without it nothing is left.
/// Errors: `no_space`, `io_failed`; `limit_exceeded` for more than 2,000 columns.
class record_database final : public record_writer {
 public:
  [[nodiscard]] static result<std::unique_ptr<record_database>> create(
      const std::filesystem::path& file, std::string table, const std::vector<std::string>& columns = {});
  ~record_database() override;
  record_database(const record_database&) = delete;
  record_database& operator=(const record_database&) = delete;

  [[nodiscard]] result<void> write(data_value record, const record_place& place,
                                   account_sink& defects) override;
  [[nodiscard]] result<void> finish_records() override;

 private:
  struct parts;
  explicit record_database(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
};

}  // namespace laundromat
