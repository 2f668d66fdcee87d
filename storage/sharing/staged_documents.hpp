// The clean documents that a client writes before its job has ended: a washer process, or a worker node.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// The documents of one client, which chooses their labels. How their bytes arrive differs: in frames, through a descriptor, or in chunks from
/// another machine. Those that were not adopted are removed with the object. Errors of all functions: those of `clean_output`;
/// `invalid_argument` for a label that is too long, or of a finished document, or beyond `most_documents`. Not thread-safe.
///
///     write, descriptor, create_part ─► begun ─ finish ─► finished ─ adopt ─► the caller's, who publishes it
///                                         └──── drop ──────┘
class staged_documents {
 public:
  static constexpr std::size_t most_documents = 64, longest_label = 64;

  /// `clean` outlives the object.
  explicit staged_documents(const clean_store& clean) : clean_(clean) {}
  ~staged_documents() { clear(); }
  staged_documents(const staged_documents&) = delete;
  staged_documents& operator=(const staged_documents&) = delete;

  /// Appends to the document.
  [[nodiscard]] result<void> write(std::string_view label, std::string_view bytes);
  /// Writes a whole sidecar file of it.
  [[nodiscard]] result<void> write_part(std::string_view label, std::string_view part,
                                        std::string_view bytes);
  /// The open file of the document, and a new one of a sidecar file.
  [[nodiscard]] result<int> descriptor(std::string_view label);
  [[nodiscard]] result<file_descriptor> create_part(std::string_view label, std::string_view part);
  [[nodiscard]] result<void> finish(std::string_view label);
  /// A finished document, to read it.
  [[nodiscard]] result<file_descriptor> open_finished(std::string_view label) const;
  void drop(std::string_view label);
  /// Hands a finished document over, and returns its name in the store. Nothing when it is not finished, or was adopted before.
  [[nodiscard]] std::optional<std::string> adopt(std::string_view label);
  /// Removes all that were not adopted.
  void clear();

 private:
  [[nodiscard]] result<clean_descriptor*> begun(std::string_view label);

  const clean_store& clean_;
  std::map<std::string, std::unique_ptr<clean_descriptor>, std::less<>> begun_;
  std::map<std::string, std::string, std::less<>> finished_;  ///< names in the store by label
};

}  // namespace laundromat
