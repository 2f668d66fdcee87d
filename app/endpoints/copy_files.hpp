// The files of a copy: its state, by which it is continued after any stop, and the pages that were received.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/endpoints/copy_state.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The state in one file, and each page in a file of the folder beside it, `FILE.pages`. A page is durable before a state names it, and is removed
/// after no state does, so that the files of any time can be continued.
class copy_files {
 public:
  /// Opens the files of a copy, or begins new ones. Errors: `journal_locked` when another process uses them; `invalid_argument` when the state is
  /// that of another endpoint or graph, or is none; those of the disk.
  [[nodiscard]] static result<copy_files> open(std::filesystem::path state_file, std::string endpoint,
                                               std::string graph);

  /// The stored state; nothing for a new copy.
  [[nodiscard]] const std::optional<copy_state>& stored() const { return stored_; }

  [[nodiscard]] result<void> keep_page(std::uint64_t id, std::string_view body);
  /// The pages are removed with the next state that is stored.
  void drop_pages(const std::vector<std::uint64_t>& ids);
  /// Stores the state, unless one was stored so recently that most of the time would be spent on it.
  [[nodiscard]] result<void> note(const copy_state& state);
  [[nodiscard]] result<void> save(const copy_state& state);
  /// Writes the pages of a state to one file, which is replaced. Returns its bytes.
  [[nodiscard]] result<std::uint64_t> join_pages(const copy_state& state,
                                                 const std::filesystem::path& target) const;

 private:
  [[nodiscard]] std::filesystem::path page_file(std::uint64_t id) const;

  std::filesystem::path state_file_, pages_;
  std::string first_line_;
  file_descriptor lock_;
  std::optional<copy_state> stored_;
  std::vector<std::uint64_t> dropped_;
  std::chrono::steady_clock::time_point save_after_{};
};

}  // namespace laundromat
