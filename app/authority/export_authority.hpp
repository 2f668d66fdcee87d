// What an export tells about authority: a column beside its statements, and who publishes its documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/authority/authority_column.hpp"
#include "app/authority/uri_owners.hpp"
#include "app/publish/part_files.hpp"
#include "core/metadata/description.hpp"
#include "storage/journal/announcement_reader.hpp"

namespace laundromat {

/// The files to write; an empty name: none. Compressed when the name ends in `.gz`.
struct export_authority_files {
  std::string column;      ///< `authority_column`
  std::string publishers;  ///< `<document> dc:publisher <authority>` in the graph `graph/publishers` (M23)
  [[nodiscard]] bool is_wanted() const { return !column.empty() || !publishers.empty(); }
};

/// Of a document with more sources the first ones count.
inline constexpr std::size_t most_exported_sources = 1'000;

/// Begin each document before its lines are written to `statements`.
class export_authority {
 public:
  /// `from` and `out` outlive it. `public_base` ends with a slash.
  export_authority(journal& from, const export_authority_files& files, std::string_view public_base,
                   byte_sink& out);

  /// Errors: those of the journal and of the files.
  [[nodiscard]] result<void> begin_document(const content_digest& document);
  /// Where the statements go.
  [[nodiscard]] byte_sink& statements() { return column_ ? static_cast<byte_sink&>(*column_) : out_; }
  [[nodiscard]] result<void> finish();
  /// The counts of the column; null without one.
  [[nodiscard]] const authority_column* column() const { return column_ ? &*column_ : nullptr; }
  [[nodiscard]] std::uint64_t publishers() const { return publishers_written_; }

 private:
  [[nodiscard]] result<void> write_publishers(const std::vector<document_source>& sources);

  journal& from_;
  byte_sink& out_;
  uri_owners owners_;
  source_judge judge_;
  std::string graph_;
  std::optional<part_files> column_file_, publishers_file_;
  std::optional<authority_column> column_;
  std::uint64_t publishers_written_ = 0;
};

}  // namespace laundromat
