// Writes documents into archives of many documents each, and lists them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/worker_pool.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/stores.hpp"
#include "core/slicing/slice_sink.hpp"

namespace laundromat {

enum class slice_format : std::uint8_t { tar, warc };

struct archive_settings {
  slice_format format = slice_format::tar;
  std::uint64_t documents = 10'000;  ///< of each archive; the last one may have fewer
  std::string software;              ///< for the first record of a WARC
};

/// One archive while it is written. Errors of all functions: those of the file.
class slice_archive {
 public:
  virtual ~slice_archive() = default;
  [[nodiscard]] virtual result<void> add(const std::string& name, const slice& one,
                                         std::string_view lines) = 0;
  [[nodiscard]] virtual result<void> add_long(const std::string& name, const slice& one,
                                              const slice_sink::lines_opener& lines) = 0;
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// A gzip-compressed tar, whose files are in a folder with its name, dated 1970-01-01.
[[nodiscard]] std::unique_ptr<slice_archive> make_tar_slices(byte_sink& file, worker_pool& workers);
/// A WARC with a `warcinfo` record, and a `resource` record for each document, all dated 1990-01-01, so that equal dumps give equal bytes. The body
/// of a long document is not compressed.
[[nodiscard]] std::unique_ptr<slice_archive> make_warc_slices(byte_sink& file, worker_pool& workers,
                                                              std::string_view name,
                                                              std::string_view software);

/// Writes `slices-00001.tar.gz` or `slices-00001.warc.gz` and so on, and `documents.tsv.gz`, a line for each document:
/// ```
/// place TAB URI TAB number of statements TAB "cut", or nothing
/// ```
/// The place is `slices-00001/NAME` in a tar, and the name of the WARC. The bytes of all files depend only on the documents.
/// Memory: some blocks of compressed text for each worker. Errors: those of the files.
class slice_archives final : public slice_sink {
 public:
  using file_maker = std::function<result<std::unique_ptr<staged_file>>(const std::string& name)>;
  static constexpr std::string_view list_name = "documents.tsv.gz";
  [[nodiscard]] static std::string name_of(slice_format format, std::uint64_t number);

  /// `workers` outlives it.
  slice_archives(archive_settings settings, file_maker make_file, worker_pool& workers);
  ~slice_archives() override;

  [[nodiscard]] result<void> take(const slice& one, std::string_view lines) override;
  [[nodiscard]] result<void> take_long(const slice& one, const lines_opener& lines) override;
  /// Ends the last archive and the list.
  [[nodiscard]] result<void> finish();

  [[nodiscard]] std::uint64_t archives() const { return archives_; }

 private:
  /// Opens an archive if there is none, and lists the document. Returns its name in the archive.
  [[nodiscard]] result<std::string> begin(const slice& one);
  [[nodiscard]] result<void> end();
  [[nodiscard]] result<void> end_archive();

  archive_settings settings_;
  file_maker make_file_;
  worker_pool& workers_;
  std::string folder_;  ///< of the names in this archive
  std::unique_ptr<staged_file> file_, list_file_;
  std::unique_ptr<slice_archive> archive_;
  std::optional<block_gzip_sink> list_;
  std::uint64_t archives_ = 0, documents_ = 0;  ///< the latter in this archive
  std::string line_;
};

}  // namespace laundromat
