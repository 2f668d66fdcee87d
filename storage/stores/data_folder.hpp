// The data folder of an engine: its layout, its lock, and the marks of how the last run ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// The paths below `--data DIR`. Needs no lock and does not access the disk.
struct data_layout {
  std::filesystem::path root;

  [[nodiscard]] std::filesystem::path journal() const { return root / "journal.sqlite"; }
  /// The port of the folder that a campaign serves: its seeds name it.
  [[nodiscard]] std::filesystem::path served_port() const { return root / "serve.port"; }
  [[nodiscard]] std::filesystem::path raw() const { return root / "raw"; }
  [[nodiscard]] std::filesystem::path clean() const { return root / "clean"; }
  /// Fetched JSON-LD contexts, and an index of others.
  [[nodiscard]] std::filesystem::path contexts() const { return root / "contexts"; }
  [[nodiscard]] std::filesystem::path scratch() const { return root / "scratch"; }
  /// The identity of the data folder, which its journal has, too.
  [[nodiscard]] std::filesystem::path identity() const { return root / "data.id"; }
  /// The locks of those who create the journal, and of those who have it open (fcntl(2), F_OFD_SETLK).
  [[nodiscard]] std::filesystem::path journal_lock() const { return root / "journal.lock"; }
  /// The lock file of the engine (fcntl(2), F_OFD_SETLK); it contains the process number.
  [[nodiscard]] std::filesystem::path lock() const { return root / "engine.lock"; }
  /// The running mark: it exists while an engine runs, and after an unclean stop. It tells since which start of the machine the folder is sound.
  [[nodiscard]] std::filesystem::path running_mark() const { return root / "engine.running"; }
  /// The crash mark, written by a signal handler: the hash, in hexadecimal, of the entry in progress.
  [[nodiscard]] std::filesystem::path crash_mark() const { return root / "engine.crashed"; }
  /// Marks the working folder of `join`, which empties it at each start; `leave` signals the process that has locked it.
  [[nodiscard]] std::filesystem::path joined_mark() const { return root / "joined.mark"; }
  /// Exists after the first `leave`; a second `leave` only waits.
  [[nodiscard]] std::filesystem::path leaving_mark() const { return root / "joined.leaves"; }
};

class file_descriptor;
class safe_folder;

/// The engine's lock on a data folder. It ends with the object or the process.
class data_folder {
 public:
  /// Creates the folders and takes the lock. Links in `root` are followed. Errors:
  /// `journal_locked` (names the process that has the lock), `unsafe_data_folder` (a folder of another user, or a link in it), `io_failed`,
  /// `no_space`.
  [[nodiscard]] static result<data_folder> open(const std::filesystem::path& root);
  data_folder(data_folder&&) noexcept;
  data_folder& operator=(data_folder&&) noexcept;
  ~data_folder();

  /// The number of the process that has locked a folder. Errors: `not_found` when none has.
  [[nodiscard]] static result<std::int64_t> holder(const std::filesystem::path& root);

  [[nodiscard]] const data_layout& layout() const { return layout_; }
  [[nodiscard]] const safe_folder& folder() const { return *folder_; }
  /// True after an unclean stop of the previous engine.
  [[nodiscard]] bool was_unclean() const { return unclean_; }
  /// True after an unclean stop, unless the engine was only killed, in this run of the machine: that loses nothing of what it wrote, but a power
  /// failure may, a crashed engine may have written anything, and a copy of a folder in use may be torn.
  [[nodiscard]] bool needs_check() const { return needs_check_; }
  /// The entry on which the previous engine crashed, if its signal handler recorded it.
  [[nodiscard]] std::optional<record_hash> crashed_on() const { return crashed_on_; }
  /// Removes the crash mark, after `recover` has counted the crash; otherwise it would be counted again.
  [[nodiscard]] result<void> forget_crash();
  /// Sets the running mark, from which the next start detects an unclean stop, and which does not tell that the folder is sound. Readers and refused starts do not set it. Errors:
  /// `io_failed`, `no_space`.
  [[nodiscard]] result<void> begin_work();
  /// Stores in the running mark that journal and bodies are sound, so that after a kill the next start does not check them.
  [[nodiscard]] result<void> found_sound();
  /// Takes that back, when the engine ends because of a fault.
  [[nodiscard]] result<void> doubt();
  /// Removes the running mark, as the last step of an orderly stop.
  [[nodiscard]] result<void> stop_in_order();

 private:
  [[nodiscard]] result<void> write_mark(bool is_sound);
  data_folder(data_layout layout, safe_folder folder, file_descriptor lock);

  data_layout layout_;
  std::unique_ptr<safe_folder> folder_;
  std::unique_ptr<file_descriptor> lock_;
  bool unclean_ = false, needs_check_ = false;
  std::optional<record_hash> crashed_on_;
};

}  // namespace laundromat
