// Files over the counter: a process that may open nothing asks here, and gets the open file of what it is at work on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "core/rdf/model/reader.hpp"
#include "storage/clean_store.hpp"
#include "storage/descriptor_channel.hpp"
#include "storage/raw_store.hpp"
#include "storage/scratch_store.hpp"

namespace laundromat {

/// What is behind the counter; all of it outlives the counter.
struct counter_stores {
  raw_store* raw = nullptr;
  scratch_store* scratch = nullptr;
  clean_store* clean = nullptr;
  context_loader* contexts = nullptr;  ///< null: none are had
};

/// Serves one customer. What the customer staged and nobody adopted goes with the counter.
///
///     customer: a verb, a space, what it is about      answer: `ok`, a space, a name, with a file; or `no`, a number of `errc`, why
///     raw PATH   scratch KEY   clean DIGEST   staged NAME   context IRI      a file to read
///     run                                                                    an unlinked file to write and read
///     stage                 beside NAME PART             finish NAME         a clean document; the name is the one to publish it under
///     make KEY              keep NUMBER                                      a scratch file; it appears when it is kept
///     drop NAME   remove KEY   cancel NUMBER                                 no file
class file_counter {
 public:
  file_counter(descriptor_channel customer, counter_stores stores)
      : customer_(std::move(customer)), stores_(stores) {}
  ~file_counter();
  file_counter(const file_counter&) = delete;
  file_counter& operator=(const file_counter&) = delete;

  /// Answers until the other end is gone, or `close` is called from another thread.
  void serve();
  void close() const { customer_.shut(); }
  /// A result that names this staged file counts: whoever publishes it owns it from now on.
  void adopt(std::string_view staged);

 private:
  struct answer {
    std::string name;
    int lent = -1;          ///< a descriptor that stays here …
    file_descriptor given;  ///< … or one that goes
  };
  [[nodiscard]] result<answer> take(std::string_view verb, std::string_view about);
  [[nodiscard]] result<answer> give(result<file_descriptor> file);
  [[nodiscard]] result<answer> stage();
  [[nodiscard]] result<answer> open_beside(std::string_view about);
  [[nodiscard]] result<answer> finish(std::string_view name);
  [[nodiscard]] result<answer> make(std::string_view key);
  [[nodiscard]] result<answer> keep(std::string_view number);
  [[nodiscard]] result<answer> lend_context(std::string_view iri);

  descriptor_channel customer_;
  counter_stores stores_;
  std::map<std::string, std::unique_ptr<clean_descriptor>, std::less<>> documents_;
  std::map<std::string, std::unique_ptr<staged_descriptor>, std::less<>> scratch_files_;
  std::uint64_t last_number_ = 0;
  std::mutex mutex_;
  std::set<std::string, std::less<>> finished_;  ///< and not adopted
};

}  // namespace laundromat
