// Files over the counter: a process that may open nothing asks here, and gets the open file of what it is at work on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/rdf/model/reader.hpp"
#include "storage/clean_store.hpp"
#include "storage/descriptor_channel.hpp"
#include "storage/scratch_store.hpp"

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
///     asked: a verb, a space, what it is about           answer: `ok`, a space, a name, with a file; or `no`, a number of `errc`, why
///     scratch KEY   clean DIGEST   staged NAME   context IRI       a file to read
///     run                                                          an unlinked file to write and read
///     stage         beside NAME PART                               a clean document to write; the name is the one to publish it under
///     make KEY                                                     a scratch file to write; it appears when it is kept
///     paper                                                        a file to write what is too long for a letter
///
///     told: nothing is answered, and the first that fails is `fault`
///     finish NAME   drop NAME   keep NUMBER   cancel NUMBER   remove KEY   write NAME PART, a line end, what to write there
class file_counter {
 public:
  file_counter(descriptor_channel customer, counter_stores stores)
      : customer_(std::move(customer)), stores_(stores) {}
  ~file_counter();
  file_counter(const file_counter&) = delete;
  file_counter& operator=(const file_counter&) = delete;

  /// Forgets the piece of work before: what it staged, and its fault.
  void begin(counter_permit permit);
  /// Answers letters until one comes that is not about files, and returns that one. Errors: `cancelled` when the customer is gone, or
  /// `goes_on`, which is asked a few times a second, says no.
  [[nodiscard]] result<descriptor_channel::letter> serve(const std::function<bool()>& goes_on);
  [[nodiscard]] const descriptor_channel& customer() const { return customer_; }
  /// What the customer was told is done although it failed.
  [[nodiscard]] const result<void>& fault() const { return fault_; }
  /// What was written on the paper. Errors: `io_failed`.
  [[nodiscard]] result<std::string> read_paper() const;
  /// A result that names this staged file counts: whoever publishes it owns it from now on. False when the customer did not write it.
  [[nodiscard]] bool adopt(std::string_view staged);

 private:
  struct answer {
    std::string name;
    int lent = -1;          ///< a descriptor that stays here …
    file_descriptor given;  ///< … or one that goes
  };
  [[nodiscard]] bool may_use(std::string_view scratch_key) const;
  [[nodiscard]] bool is_told(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> take(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> give(result<file_descriptor> file);
  [[nodiscard]] result<answer> stage();
  [[nodiscard]] result<answer> open_beside(std::string_view about);
  [[nodiscard]] result<answer> make(std::string_view key);
  [[nodiscard]] result<answer> lend_context(std::string_view iri);
  [[nodiscard]] result<answer> lend_paper();
  [[nodiscard]] result<void> write_beside(std::string_view about);
  [[nodiscard]] result<void> finish(std::string_view name);
  [[nodiscard]] result<void> keep(std::string_view number);
  void drop(std::string_view name);
  void drop_all();

  descriptor_channel customer_;
  counter_stores stores_;
  counter_permit permit_;
  result<void> fault_;
  std::shared_ptr<const file_descriptor> paper_;
  std::map<std::string, std::unique_ptr<clean_descriptor>, std::less<>> documents_;
  std::map<std::string, std::unique_ptr<staged_descriptor>, std::less<>> scratch_files_;
  std::uint64_t last_number_ = 0;
  std::set<std::string, std::less<>> finished_;  ///< and not adopted
};

}  // namespace laundromat
