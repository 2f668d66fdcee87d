// The files of one graph: whole versions, and changes between versions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/worker_pool.hpp"
#include "core/rdf/delta/delta.hpp"
#include "core/rdf/merge/subject_lines.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// `graphs/NAME` in the data folder. A file is named only when it is whole and durable; it never changes. Each has an index of its blocks beside it, with the
/// same name and `.index` behind it. Errors of all functions: those of `safe_folder`.
class graph_folder {
 public:
  /// Whole versions have small blocks: a subject is found by inflating one.
  static constexpr std::size_t block_bytes = std::size_t{64} << 10;

  /// Opens the folder, and makes it. `disk` outlives it.
  [[nodiscard]] static result<graph_folder> open(const safe_folder& data, const std::string& name,
                                                 const disk_sync& disk = posix_sync());
  /// Opens it to read. Errors: also `not_found`.
  [[nodiscard]] static result<graph_folder> open_to_read(const safe_folder& data, const std::string& name);

  /// Takes the lock of those who change the graph; it ends with the descriptor. Errors: `journal_locked` when another process has it.
  [[nodiscard]] result<file_descriptor> lock() const;

  /// Writes a whole version. Memory: some blocks for each thread of `workers`.
  [[nodiscard]] result<graph_file> write_whole(std::uint64_t version, byte_source& lines,
                                               worker_pool& workers) const;
  /// Writes the changes that `produce` passes on, in byte order. `produce` may start again.
  class change_output {
   public:
    virtual ~change_output() = default;
    [[nodiscard]] virtual result<void> take(delta_sign sign, std::string_view line) = 0;
    /// Removes what was written so far.
    [[nodiscard]] virtual result<void> start_again() = 0;
  };
  [[nodiscard]] result<graph_file> write_changes(std::uint64_t first, std::uint64_t last,
                                                 const std::function<result<void>(change_output&)>& produce,
                                                 worker_pool& workers) const;

  /// The lines of a file. Errors: also `not_found`; while reading, `archive_damaged` for a damaged file.
  [[nodiscard]] result<byte_source_ptr> read(const graph_file& file) const;
  /// The file in blocks. Errors: also `not_found`; those of `parse_block_index`.
  [[nodiscard]] result<block_file> read_blocks(const graph_file& file) const;

  [[nodiscard]] result<void> remove(const graph_file& file) const;
  /// Removes all files but these: what a stop has left.
  [[nodiscard]] result<void> remove_others(const std::vector<graph_file>& kept) const;

 private:
  graph_folder(safe_folder folder, const disk_sync& disk) : folder_(std::move(folder)), disk_(&disk) {}

  safe_folder folder_;
  const disk_sync* disk_;
};

}  // namespace laundromat
