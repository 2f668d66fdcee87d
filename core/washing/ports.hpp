// The interfaces that the washing stages need: stored bytes, scratch, sort runs, and output files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "core/base/digest.hpp"
#include "core/base/worker_pool.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/stores.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/sort/run_store.hpp"

namespace laundromat {

class record_plans;
struct document_hints;

/// A clean document that is being written; without `finish` it is removed.
class clean_output : public byte_sink {
 public:
  /// Adds a file of `metadata_file_names` that is published with the document. Errors: `io_failed`, `no_space`,
  /// `invalid_argument` for another name.
  [[nodiscard]] virtual result<void> add_sidecar(std::string_view name, std::string_view bytes) = 0;
  /// Ends the writing; `index`, unless empty, is stored with the document, see `block_index`. Returns the name for publishing the
  /// document later.
  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] virtual result<std::string> finish(std::string_view index) = 0;
};

/// The interfaces of one data folder. The functions are called once per document.
struct washing_ports {
  raw_port* raw = nullptr;
  scratch_port* scratch = nullptr;
  std::function<std::unique_ptr<run_store>()> make_runs;
  std::function<result<std::unique_ptr<clean_output>>()> make_output;
  /// Opens the compressed bytes of a published document, or of a staged one; unset: no deltas are made.
  std::function<result<byte_source_ptr>(const content_digest&)> open_clean;
  std::function<result<byte_source_ptr>(std::string_view staged)> open_staged;
  std::function<result<std::unique_ptr<clean_output>>()> make_ledger;  ///< unset: no ledgers are made
  bool keeps_empty_ledgers = false;  ///< also for a document without defects
  /// Metadata say how the source was read. Unset where a record says it, and one clean document may have several sources.
  bool describes_reading = false;
  /// Set where documents are only printed: they have no metadata, and one of at most `most_printed_bytes` is put here, uncompressed, not into
  /// an output. Empty before `parse`.
  std::string* printed = nullptr;
  static constexpr std::size_t most_printed_bytes = std::size_t{1} << 20;
  /// Removes a staged file that will not be published; unset: the caller cleans up.
  std::function<void(std::string_view staged)> drop_staged;
  unpack_budget limits;  ///< of every view that is opened
  /// The reader of documents that are read as records, in place of those of specifications; unset: by `records`.
  std::function<result<std::unique_ptr<reader>>(const document_hints&, reader_options, statement_sink&)>
      make_reader;
  std::shared_ptr<const record_plans> records;   ///< specifications of data that is no RDF; null: none
  context_loader* contexts = nullptr;            ///< loads JSON-LD contexts; called from any thread
  thread_share* helpers = nullptr;               ///< threads for large documents; null: no limit
  const std::atomic<bool>* cancelled = nullptr;  ///< set: reading ends with `cancelled`
  /// The product whose meta robots elements are obeyed; empty: none are.
  std::string obeyed_product = {};
  /// The memory of this process is for one document only: running out of it is a failure of the document.
  bool memory_is_the_documents = true;
};

}  // namespace laundromat
