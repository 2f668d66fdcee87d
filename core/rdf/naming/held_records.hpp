// Stores the records of statements: in memory up to a limit, then in a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/huge_pages.hpp"
#include "core/rdf/naming/checked_blocks.hpp"
#include "core/rdf/naming/held_record.hpp"
#include "core/rdf/sort/run_store.hpp"

namespace laundromat {

/// Appends records, and reads them in the same order. The run has `checked_blocks` of whole records.
/// Memory: `resident_bytes` of text with the heads of these records, and a block of about 2 MiB. Errors: those of the store.
class held_records {
 public:
  /// `runs` outlives this object; nothing else creates runs in it before `read`.
  held_records(run_store& runs, std::uint64_t resident_bytes)
      : runs_(&runs), resident_bytes_(resident_bytes) {}

  /// Where `bytes` can be written, `pending` bytes behind the last record; null when there is no room in this block.
  [[nodiscard]] char* room(std::size_t pending, std::size_t bytes) {
    return pending + bytes <= left_ ? free_ + pending : nullptr;
  }
  /// Begins a block with room for `bytes`, when nothing is pending.
  [[nodiscard]] result<void> begin_block(std::size_t bytes);
  /// Adds a record whose text is anywhere from the last record on in the current block; it is moved behind the last record. Returns its address,
  /// which is valid until the next `begin_block`, and longer if `is_resident`.
  const char* add(const held_record& one);
  /// Whether the current block stays in memory.
  [[nodiscard]] bool is_resident() const { return text_bytes_of_blocks_ < resident_bytes_; }
  [[nodiscard]] bool has_run() const { return out_.has_value(); }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t text_bytes() const { return text_bytes_; }

  /// Blocks of whole records, from the first one. `add` is not called any more.
  class cursor {
   public:
    explicit cursor(const held_records& of) : of_(of) {}
    /// Sets `block`; false at the end. Bytes that are not in memory are read into `buffer`. Errors: `io_failed` for a damaged run.
    [[nodiscard]] result<bool> next(std::vector<char>& buffer, std::string_view& block);

   private:
    const held_records& of_;
    std::size_t resident_ = 0;
    bool has_last_ = false;
    std::optional<checked_block_reader> run_;
  };
  [[nodiscard]] cursor read() const { return cursor(*this); }
  /// The number of the first run that is not in use.
  [[nodiscard]] std::size_t next_run() const { return has_run() ? 1 : 0; }

 private:
  struct block {
    struct giving_back {
      std::size_t room;
      void operator()(char* bytes) const { huge_page_allocator<char>{}.deallocate(bytes, room); }
    };
    std::unique_ptr<char[], giving_back> bytes;
    std::size_t used = 0;

    block() : bytes(nullptr, giving_back{0}) {}
    explicit block(std::size_t room) : bytes(huge_page_allocator<char>{}.allocate(room), giving_back{room}) {}
    [[nodiscard]] std::size_t room() const { return bytes ? bytes.get_deleter().room : 0; }
  };
  [[nodiscard]] result<void> write_block();

  run_store* runs_;
  std::uint64_t resident_bytes_;
  std::vector<block> resident_;
  block last_;
  char* free_ = nullptr;  ///< in the last block
  std::size_t left_ = 0;  ///< after it
  std::optional<checked_block_writer> out_;
  std::uint64_t count_ = 0, text_bytes_ = 0, text_bytes_of_blocks_ = 0;
};

/// Calls `take(record)` for each record; the address of a record is valid only during the call.
template <class Take>
[[nodiscard]] result<void> for_each_record(const held_records& records, Take take) {
  auto cursor = records.read();
  std::vector<char> buffer;
  std::string_view block;
  while (true) {
    const auto more = cursor.next(buffer, block);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    const auto* const end = block.data() + block.size();
    for (const auto* at = block.data(); at != end;) {
      const auto one = held_record::at(at);
      if constexpr (std::is_void_v<decltype(take(one))>) {
        take(one);
      } else {
        if (auto taken = take(one); !taken) return taken;
      }
      at = one.end();
    }
  }
}

}  // namespace laundromat
