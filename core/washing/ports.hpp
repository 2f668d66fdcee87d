// What the washing stages need from the outside: stored bytes, scratch, runs for sorting, a place for the result.
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

/// A clean document that is being written; dropped without `finish` it leaves nothing behind.
class clean_output : public byte_sink {
 public:
  /// Adds a file of `metadata_file_names` that is published with the document, beside it. Errors: `io_failed`, `no_space`,
  /// `invalid_argument` for another name.
  [[nodiscard]] virtual result<void> add_sidecar(std::string_view name, std::string_view bytes) = 0;
  /// Ends the writing; `index`, unless it is empty, is kept beside what was written, see `block_index`. The name serves to publish the
  /// document later.
  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] virtual result<std::string> finish(std::string_view index) = 0;
};

/// The stores of one laundry. The functions are called once per document.
struct washing_ports {
  raw_port* raw = nullptr;
  scratch_port* scratch = nullptr;
  std::function<std::unique_ptr<run_store>()> make_runs;
  std::function<result<std::unique_ptr<clean_output>>()> make_output;
  /// The compressed bytes of a published document, and of one that is only staged; unset: deltas are not kept.
  std::function<result<byte_source_ptr>(const content_digest&)> open_clean;
  std::function<result<byte_source_ptr>(std::string_view staged)> open_staged;
  std::function<result<std::unique_ptr<clean_output>>()> make_ledger;  ///< unset: ledgers are not kept
  bool keeps_empty_ledgers = false;  ///< also of a document in which nothing was wrong
  /// Removes a staged file that will not be published; unset: somebody else sweeps.
  std::function<void(std::string_view staged)> drop_staged;
  unpack_budget limits;                          ///< of every view that is opened
  context_loader* contexts = nullptr;            ///< of JSON-LD; called from any thread
  thread_share* helpers = nullptr;               ///< threads for large documents; null: as many as are wanted
  const std::atomic<bool>* cancelled = nullptr;  ///< set: reading ends with `cancelled`
  /// All memory that the process may have is for one document: when there is no more, the document wanted too much.
  bool memory_is_the_documents = true;
};

}  // namespace laundromat
