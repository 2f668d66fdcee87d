// Files over the broker: a process that may open nothing asks here, and gets the open file of what it is at work on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/rdf/model/reader.hpp"
#include "storage/sharing/descriptor_channel.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// What is behind the broker; all of it outlives the broker.
struct broker_stores {
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  context_loader* contexts = nullptr;  ///< null: none are had
};

/// What a client may ask for while it has one job in progress.
struct broker_grant {
  std::string scratch_prefix;  ///< of the keys of scratch
  content_digest clean;        ///< the one published document
};

/// Serves one client. What the client staged and nobody adopted goes with the broker.
///
/// A frame of the client holds records (`frame_records.hpp`): a verb, a space, what it is about. Clean documents have the labels that the
/// client gives them. Only the last record of a frame is answered.
///
///     asked: answered by `ok`, a space, a name, with a file; or by `no`, a number of `errc`, why
///     scratch KEY   clean DIGEST   staged LABEL   context IRI      a file to read
///     run                                                          an unlinked file to write and read
///     stage LABEL   beside LABEL PART                              a clean document, begun or not, to write
///     make KEY                                                     a scratch file to write; it appears when it is kept
///     spill                                                        a file to write what is too long for a frame
///
///     told: nothing is answered, and the first that fails is `fault`; BYTES come after a line end
///     put LABEL BYTES   write LABEL PART BYTES   finish LABEL      a clean document that is small enough for frames
///     drop LABEL   keep NUMBER   cancel NUMBER   remove KEY
class file_broker {
 public:
  file_broker(descriptor_channel client, broker_stores stores);
  ~file_broker();
  file_broker(const file_broker&) = delete;
  file_broker& operator=(const file_broker&) = delete;

  /// Forgets the job before: what it staged, and its fault.
  void begin(broker_grant grant);
  /// Serves until a record comes that is not about files, and returns that one. Errors: `cancelled` when the client is gone, or
  /// `goes_on`, which is asked a few times a second, says no; `invalid_argument` for a frame that holds no records.
  [[nodiscard]] result<descriptor_channel::frame> serve(const std::function<bool()>& goes_on);
  [[nodiscard]] const descriptor_channel& client() const { return client_; }
  /// What the client was told is done although it failed.
  [[nodiscard]] const result<void>& fault() const { return fault_; }
  /// What was written on the spill file. Errors: `io_failed`.
  [[nodiscard]] result<std::string> read_spill_file() const;
  /// A result that names this document counts: whoever publishes it owns it from now on, under the name that is answered. Nothing when
  /// the client did not finish it.
  [[nodiscard]] std::optional<std::string> adopt(std::string_view label);

 private:
  struct answer {
    std::string name;
    int lent = -1;          ///< a descriptor that stays here …
    file_descriptor given;  ///< … or one that goes
  };
  [[nodiscard]] bool may_use(std::string_view scratch_key) const;
  [[nodiscard]] bool is_reported(std::string_view verb, std::string_view about);
  [[nodiscard]] result<void> answer_question(std::string_view verb, std::string_view about,
                                             const std::function<bool()>& goes_on);
  [[nodiscard]] result<answer> take(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> give(result<file_descriptor> file);
  [[nodiscard]] result<clean_descriptor*> document(std::string_view label);
  [[nodiscard]] result<answer> stage(std::string_view label);
  [[nodiscard]] result<answer> open_beside(std::string_view about);
  [[nodiscard]] result<answer> make(std::string_view key);
  [[nodiscard]] result<answer> send_context(std::string_view iri);
  [[nodiscard]] result<answer> open_spill_file();
  [[nodiscard]] result<void> put(std::string_view about);
  [[nodiscard]] result<void> write_beside(std::string_view about);
  [[nodiscard]] result<void> finish(std::string_view label);
  [[nodiscard]] result<void> keep(std::string_view number);
  void drop(std::string_view label);
  void drop_all();

  descriptor_channel client_;
  broker_stores stores_;
  broker_grant grant_;
  result<void> fault_;
  std::shared_ptr<const file_descriptor> spill_file_;
  std::map<std::string, std::unique_ptr<clean_descriptor>, std::less<>> documents_;  ///< by label
  std::map<std::string, std::unique_ptr<staged_descriptor>, std::less<>> scratch_files_;
  std::uint64_t last_number_ = 0;
  std::map<std::string, std::string, std::less<>> finished_;  ///< and not adopted: staged names by label
};

}  // namespace laundromat
