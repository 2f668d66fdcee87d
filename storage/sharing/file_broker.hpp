// Files over the counter: a process that may open nothing asks here, and gets the open file of what it is at work on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/rdf/model/reader.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/sharing/descriptor_channel.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// What is behind the counter; all of it outlives the counter.
struct counter_stores {
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  context_loader* contexts = nullptr;  ///< null: none are had
};

/// What a customer may ask for while it has one piece of work in hand.
struct counter_permit {
  std::string scratch_prefix;  ///< of the keys of scratch
  content_digest clean;        ///< the one published document
};

/// Serves one customer. What the customer staged and nobody adopted goes with the counter.
///
/// A letter of the customer holds notes (`letter_notes.hpp`): a verb, a space, what it is about. Clean documents have the labels that the
/// customer gives them. Only the last note of a letter is answered.
///
///     asked: answered by `ok`, a space, a name, with a file; or by `no`, a number of `errc`, why
///     scratch KEY   clean DIGEST   staged LABEL   context IRI      a file to read
///     run                                                          an unlinked file to write and read
///     stage LABEL   beside LABEL PART                              a clean document, begun or not, to write
///     make KEY                                                     a scratch file to write; it appears when it is kept
///     paper                                                        a file to write what is too long for a letter
///
///     told: nothing is answered, and the first that fails is `fault`; BYTES come after a line end
///     put LABEL BYTES   write LABEL PART BYTES   finish LABEL      a clean document that is small enough for letters
///     drop LABEL   keep NUMBER   cancel NUMBER   remove KEY
class file_counter {
 public:
  file_counter(descriptor_channel customer, counter_stores stores);
  ~file_counter();
  file_counter(const file_counter&) = delete;
  file_counter& operator=(const file_counter&) = delete;

  /// Forgets the piece of work before: what it staged, and its fault.
  void begin(counter_permit permit);
  /// Serves until a note comes that is not about files, and returns that one. Errors: `cancelled` when the customer is gone, or
  /// `goes_on`, which is asked a few times a second, says no; `invalid_argument` for a letter that holds no notes.
  [[nodiscard]] result<descriptor_channel::letter> serve(const std::function<bool()>& goes_on);
  [[nodiscard]] const descriptor_channel& customer() const { return customer_; }
  /// What the customer was told is done although it failed.
  [[nodiscard]] const result<void>& fault() const { return fault_; }
  /// What was written on the paper. Errors: `io_failed`.
  [[nodiscard]] result<std::string> read_paper() const;
  /// A result that names this document counts: whoever publishes it owns it from now on, under the name that is answered. Nothing when
  /// the customer did not finish it.
  [[nodiscard]] std::optional<std::string> adopt(std::string_view label);

 private:
  struct answer {
    std::string name;
    int lent = -1;          ///< a descriptor that stays here …
    file_descriptor given;  ///< … or one that goes
  };
  [[nodiscard]] bool may_use(std::string_view scratch_key) const;
  [[nodiscard]] bool is_told(std::string_view verb, std::string_view about);
  [[nodiscard]] result<void> answer_question(std::string_view verb, std::string_view about,
                                             const std::function<bool()>& goes_on);
  [[nodiscard]] result<answer> take(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> give(result<file_descriptor> file);
  [[nodiscard]] result<clean_descriptor*> document(std::string_view label);
  [[nodiscard]] result<answer> stage(std::string_view label);
  [[nodiscard]] result<answer> open_beside(std::string_view about);
  [[nodiscard]] result<answer> make(std::string_view key);
  [[nodiscard]] result<answer> lend_context(std::string_view iri);
  [[nodiscard]] result<answer> lend_paper();
  [[nodiscard]] result<void> put(std::string_view about);
  [[nodiscard]] result<void> write_beside(std::string_view about);
  [[nodiscard]] result<void> finish(std::string_view label);
  [[nodiscard]] result<void> keep(std::string_view number);
  void drop(std::string_view label);
  void drop_all();

  descriptor_channel customer_;
  counter_stores stores_;
  counter_permit permit_;
  result<void> fault_;
  std::shared_ptr<const file_descriptor> paper_;
  std::map<std::string, std::unique_ptr<clean_descriptor>, std::less<>> documents_;  ///< by label
  std::map<std::string, std::unique_ptr<staged_descriptor>, std::less<>> scratch_files_;
  std::uint64_t last_number_ = 0;
  std::map<std::string, std::string, std::less<>> finished_;  ///< and not adopted: staged names by label
};

}  // namespace laundromat
