// The broker that passes open files of the current job to a sandboxed process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "storage/sharing/descriptor_channel.hpp"
#include "storage/sharing/staged_documents.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// The stores that the broker serves; they outlive the broker.
struct broker_stores {
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  context_loader* contexts = nullptr;  ///< null: no contexts are available
};

/// The files that a client may request for one job.
struct broker_grant {
  std::string scratch_prefix;  ///< prefix of the allowed scratch keys
  content_digest clean;        ///< the one allowed published document
  /// A file of scratch that stays for this job, and its key: another crawl with the same body may end meanwhile, and remove it.
  std::shared_ptr<const std::string> member = nullptr;
  std::string member_key = {};
};

/// Serves one client. Its documents that were not adopted are removed with the broker.
///
/// A frame of the client contains records (`frame_records.hpp`): a verb, a space, an argument. The client chooses the labels of its clean
/// documents. Only the last record of a frame is answered.
///
///     requests, answered by `ok`, a space, a name, with a file; or by `no`, a number of `errc`, the reason
///     scratch KEY   clean DIGEST   staged LABEL   context IRI      a file to read
///     run                                                          an unlinked file to write and read
///     stage LABEL   sidecar LABEL PART                             a new or started clean document, to write
///     make KEY                                                     a scratch file to write; it appears after `keep`
///     spill                                                        a file for data too long for a frame
///
///     reports, without answer; `fault` is the first that fails; BYTES follow a line end
///     put LABEL BYTES   write LABEL PART BYTES   finish LABEL      a small clean document, sent in frames
///     hold KEY BYTES                                               a small scratch file
///     offer KEY BYTES                                              the same, if there is memory for it
///     drop LABEL   keep NUMBER   cancel NUMBER   remove KEY
class file_broker {
 public:
  file_broker(descriptor_channel client, broker_stores stores);
  file_broker(const file_broker&) = delete;
  file_broker& operator=(const file_broker&) = delete;

  /// Removes the staged files and the fault of the previous jobs; from now on the client may request the files of these.
  void begin(std::vector<broker_grant> grants);
  /// Serves until a record that is not about files arrives, and returns that record. Errors: `cancelled` when the client has closed the channel, or
  /// `goes_on`, which is called a few times per second, returns false; `invalid_argument` for an invalid frame.
  [[nodiscard]] result<descriptor_channel::frame> serve(const std::function<bool()>& goes_on);
  [[nodiscard]] const descriptor_channel& client() const { return client_; }
  /// The first failed report of the client, which is not answered.
  [[nodiscard]] const result<void>& fault() const { return fault_; }
  /// The content of the spill file. Errors: `io_failed`.
  [[nodiscard]] result<std::string> read_spill_file() const;
  /// The documents that the client writes.
  [[nodiscard]] staged_documents& documents() { return documents_; }

 private:
  struct answer {
    std::string name;
    int borrowed = -1;      ///< a descriptor owned elsewhere …
    file_descriptor given;  ///< … or an owned one
  };
  [[nodiscard]] bool may_use(std::string_view scratch_key) const;
  [[nodiscard]] result<void> hold(std::string_view about);
  void offer(std::string_view about);
  [[nodiscard]] bool is_reported(std::string_view verb, std::string_view about);
  [[nodiscard]] result<void> answer_question(std::string_view verb, std::string_view about,
                                             const std::function<bool()>& goes_on);
  [[nodiscard]] result<answer> take(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> give(result<file_descriptor> file);
  [[nodiscard]] result<answer> stage(std::string_view label);
  [[nodiscard]] result<answer> open_sidecar(std::string_view about);
  [[nodiscard]] result<answer> make(std::string_view key);
  [[nodiscard]] result<answer> send_context(std::string_view iri);
  [[nodiscard]] result<answer> open_spill_file();
  [[nodiscard]] result<void> put(std::string_view about);
  [[nodiscard]] result<void> write_sidecar(std::string_view about);
  [[nodiscard]] result<void> keep(std::string_view number);

  descriptor_channel client_;
  broker_stores stores_;
  std::vector<broker_grant> grants_;
  descriptor_channel::frame came_;
  std::string_view rest_;  ///< of the text of `came_`: the records that are not served yet
  result<void> fault_;
  std::shared_ptr<const file_descriptor> spill_file_;
  staged_documents documents_;
  std::map<std::string, std::unique_ptr<staged_descriptor>, std::less<>> scratch_files_;
  std::uint64_t last_number_ = 0;
};

}  // namespace laundromat
