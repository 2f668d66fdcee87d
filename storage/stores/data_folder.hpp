// The data folder of an engine: its layout, its lock, and the marks by which a start knows how the last run ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// Where things lie below `--data DIR`. Needs no lock and touches no disk.
struct data_layout {
  std::filesystem::path root;

  [[nodiscard]] std::filesystem::path journal() const { return root / "journal.sqlite"; }
  [[nodiscard]] std::filesystem::path raw() const { return root / "raw"; }
  [[nodiscard]] std::filesystem::path clean() const { return root / "clean"; }
  /// JSON-LD contexts that were fetched once, and an index of others.
  [[nodiscard]] std::filesystem::path contexts() const { return root / "contexts"; }
  [[nodiscard]] std::filesystem::path scratch() const { return root / "scratch"; }
  /// Says which data folder this is, as its journal does.
  [[nodiscard]] std::filesystem::path identity() const { return root / "data.id"; }
  /// Held with fcntl(2), F_OFD_SETLK, by the engine; says which process that is.
  [[nodiscard]] std::filesystem::path opening_lock() const { return root / "journal.lock"; }
  [[nodiscard]] std::filesystem::path lock() const { return root / "engine.lock"; }
  /// There while an engine runs, and after one that did not stop in order.
  [[nodiscard]] std::filesystem::path running_mark() const { return root / "engine.running"; }
  /// What a signal handler writes when the program crashes: the hash, in hexadecimal, of the entry at hand.
  [[nodiscard]] std::filesystem::path crash_mark() const { return root / "engine.crashed"; }
  /// Says that a machine joins from here: it empties the folder at each start, and `leave` speaks to whoever holds it.
  [[nodiscard]] std::filesystem::path joined_mark() const { return root / "joined.mark"; }
  /// There from `leave` on: a second one only waits.
  [[nodiscard]] std::filesystem::path leaving_mark() const { return root / "joined.leaves"; }
};

class file_descriptor;
class safe_folder;

/// The engine's hold on a data folder. It ends with the object or the process, however that dies.
class data_folder {
 public:
  /// Makes the folders and takes the lock. `root` may lead through links: it is the user's to say. Errors:
  /// `journal_locked` (names the process that holds it), `unsafe_data_folder` (a folder of another user, or a link in it), `io_failed`,
  /// `no_space`.
  [[nodiscard]] static result<data_folder> open(const std::filesystem::path& root);
  data_folder(data_folder&&) noexcept;
  data_folder& operator=(data_folder&&) noexcept;
  ~data_folder();

  /// The number of the process that holds a folder. Errors: `not_found` when none does.
  [[nodiscard]] static result<std::int64_t> holder(const std::filesystem::path& root);

  [[nodiscard]] const data_layout& layout() const { return layout_; }
  [[nodiscard]] const safe_folder& folder() const { return *folder_; }
  /// True when the engine before this one did not stop in order.
  [[nodiscard]] bool was_unclean() const { return unclean_; }
  /// The entry that the engine before this one crashed on, when its signal handler could say so.
  [[nodiscard]] std::optional<record_hash> crashed_on() const { return crashed_on_; }
  /// Takes the crash mark away, once `recover` has counted the crash: else it would count again.
  [[nodiscard]] result<void> forget_crash();
  /// Sets the running mark: from here on a stop that is not in order is noticed. Whoever only looks, or is refused, sets none. Errors:
  /// `io_failed`, `no_space`.
  [[nodiscard]] result<void> begin_work();
  /// Takes the running mark away: the last thing that an orderly stop does.
  [[nodiscard]] result<void> stop_in_order();

 private:
  data_folder(data_layout layout, safe_folder folder, file_descriptor lock);

  data_layout layout_;
  std::unique_ptr<safe_folder> folder_;
  std::unique_ptr<file_descriptor> lock_;
  bool unclean_ = false;
  std::optional<record_hash> crashed_on_;
};

}  // namespace laundromat
