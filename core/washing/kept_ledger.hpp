// The ledger of one document as a staged file, which is created only when there is something to write.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/ledger/ledger_writer.hpp"
#include "core/records/outcomes.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// Creates the file on the first write, and compresses.
class late_output final : public byte_sink {
 public:
  /// `make` outlives this object.
  explicit late_output(const std::function<result<std::unique_ptr<clean_output>>()>& make) : make_(&make) {}

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Ends the file and returns its staged name.
  [[nodiscard]] result<std::string> finish();

 private:
  const std::function<result<std::unique_ptr<clean_output>>()>* make_;
  std::unique_ptr<clean_output> file_;
  std::optional<block_gzip_sink> packed_;
};

/// The ledger writer of one document and its file; without `finish` the file is removed.
class kept_ledger {
 public:
  /// `make` outlives this object. `format` is that of the document.
  kept_ledger(const std::function<result<std::unique_ptr<clean_output>>()>& make, rdf_format format,
              const ledger_room& room)
      : file_(make), writer_(file_, format, {.room = room}) {}

  [[nodiscard]] ledger_writer& writer() { return writer_; }
  /// Ends ledger and file. Nothing when there is nothing to report, unless `even_if_empty`. Errors: those of the output.
  [[nodiscard]] result<staged_ledger> finish(const ledger_subject& about, bool even_if_empty = false);

 private:
  late_output file_;
  ledger_writer writer_;
};

}  // namespace laundromat
