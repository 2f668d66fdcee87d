// Reads the frames of a log as SQLite's recovery does, and further after its end.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_log.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

constexpr std::size_t head_bytes = 32, frame_head_bytes = 24, smallest_page_bytes = 512,
                      largest_page_bytes = 65'536;
constexpr std::uint32_t log_magic =
    0x377f0682;  // with its last bit set, sums are over words with their highest byte first
constexpr std::uint32_t format_version = 3'007'000;
constexpr std::size_t index_head_bytes = 48, index_summed_bytes = 40;

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

std::uint32_t native_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

/// SQLite's checksum, over pairs of words.
struct running_sum {
  std::uint32_t a = 0, b = 0;

  void add(std::string_view bytes, bool is_swapped) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      a += word(bytes, i, is_swapped) + b;
      b += word(bytes, i + 4, is_swapped) + a;
    }
  }
  friend bool operator==(const running_sum&, const running_sum&) = default;

 private:
  static std::uint32_t word(std::string_view bytes, std::size_t at, bool is_swapped) {
    const auto number = native_at(bytes, at);
    return is_swapped ? __builtin_bswap32(number) : number;
  }
};

struct log_head {
  bool is_swapped = false;
  std::size_t page_bytes = 0;
  std::string salts;
  running_sum sum;
};

std::optional<log_head> read_head_of(std::string_view bytes) {
  log_head head;
  const auto first = number_at(bytes, 0);
  const bool sums_big_first = (first & 1) != 0;
  head.is_swapped = sums_big_first != (std::endian::native == std::endian::big);
  head.page_bytes = number_at(bytes, 8);
  head.salts = bytes.substr(16, 8);
  head.sum.add(bytes.substr(0, 24), head.is_swapped);
  const bool is_size = std::has_single_bit(head.page_bytes) && head.page_bytes >= smallest_page_bytes &&
                       head.page_bytes <= largest_page_bytes;
  if ((first & ~1U) != log_magic || number_at(bytes, 4) != format_version || !is_size) return std::nullopt;
  if (head.sum != running_sum{number_at(bytes, 24), number_at(bytes, 28)}) return std::nullopt;
  return head;
}

/// The result of reading a log.
struct walk {
  std::uint64_t frames = 0;         ///< frames read
  std::uint64_t wrong = 0;          ///< the first invalid frame; 0: none
  std::uint64_t committed = 0;      ///< the last commit before that frame
  std::uint64_t lost = 0;           ///< commits after it that are followed by frames of the same log
  std::uint64_t commits_ahead = 0;  ///< commits not yet followed by a frame

  void take(const log_head& head, running_sum& sum, std::string_view frame) {
    ++frames;
    const bool is_of_this_log = frame.substr(8, 8) == head.salts;
    const bool is_commit = number_at(frame, 4) != 0;
    if (wrong == 0) {
      sum.add(frame.substr(0, 8), head.is_swapped);
      sum.add(frame.substr(frame_head_bytes), head.is_swapped);
      const running_sum stored{number_at(frame, 16), number_at(frame, 20)};
      if (is_of_this_log && number_at(frame, 0) != 0 && sum == stored) {
        if (is_commit) committed = frames;
        return;
      }
      wrong = frames;
    }
    if (!is_of_this_log) return;
    lost += std::exchange(commits_ahead, 0);
    if (is_commit) commits_ahead = 1;
  }
};

/// Reads until the buffer is full or the file ends.
result<std::string_view> fill(byte_source& file, std::vector<char>& buffer) {
  std::size_t held = 0;
  while (held < buffer.size()) {
    const auto n = file.read(std::span(buffer).subspan(held));
    if (!n) return tl::unexpected<failure>(n.error());
    if (*n == 0) break;
    held += *n;
  }
  return std::string_view{buffer.data(), held};
}

result<byte_source_ptr> open_below(const safe_folder& folder, const std::string& name) {
  auto file = folder.open_to_read(name);
  if (!file) return tl::unexpected<failure>(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

/// The last committed frame by the index of the log; nothing when the index is of another log.
std::optional<std::uint64_t> committed_by_index(const safe_folder& folder, const std::string& name,
                                                const log_head& head) {
  auto file = open_below(folder, name);
  if (!file) return std::nullopt;
  std::vector<char> buffer(2 * index_head_bytes);
  const auto bytes = fill(**file, buffer);
  if (!bytes || bytes->size() < buffer.size()) return std::nullopt;
  const auto index = bytes->substr(0, index_head_bytes);
  running_sum sum;
  sum.add(index.substr(0, index_summed_bytes), false);
  const bool is_whole = index == bytes->substr(index_head_bytes) && native_at(index, 0) == format_version &&
                        index[12] != 0 && sum == running_sum{native_at(index, 40), native_at(index, 44)};
  if (!is_whole || index.substr(32, 8) != head.salts) return std::nullopt;
  return native_at(index, 16);
}

}  // namespace

std::string to_string(const log_damage& damage) {
  if (damage.frame == 0)
    return "the header of the write-ahead log is damaged, and SQLite ignores the whole log";
  return "frame " + std::to_string(damage.frame) +
         " of the write-ahead log is damaged, and SQLite ignores everything after it: at least " +
         number_of(damage.transactions, "committed transaction is", "committed transactions are") + " lost";
}

result<std::optional<log_damage>> find_log_damage(const safe_folder& folder,
                                                  const std::string& journal_name) {
  auto file = open_below(folder, journal_name + "-wal");
  if (!file && file.error().code == errc::not_found) return std::nullopt;
  if (!file) return tl::unexpected<failure>(file.error());
  std::vector<char> buffer(head_bytes);
  const auto first = fill(**file, buffer);
  if (!first) return tl::unexpected<failure>(first.error());
  // The header is durable before the first frame is written.
  if ((*file)->size_bytes() < head_bytes + frame_head_bytes + smallest_page_bytes) return std::nullopt;
  const auto head = read_head_of(*first);
  if (!head) return log_damage{};
  walk seen;
  auto sum = head->sum;
  constexpr std::size_t frames_at_once = 64;
  const auto frame_bytes = frame_head_bytes + head->page_bytes;
  buffer.resize(frames_at_once * frame_bytes);
  for (bool is_more = true; is_more;) {
    const auto frames = fill(**file, buffer);
    if (!frames) return tl::unexpected<failure>(frames.error());
    for (std::size_t at = 0; at + frame_bytes <= frames->size(); at += frame_bytes)
      seen.take(*head, sum, frames->substr(at, frame_bytes));
    is_more = frames->size() == buffer.size();
  }
  if (seen.wrong == 0) seen.wrong = seen.frames + 1;
  const auto indexed = committed_by_index(folder, journal_name + "-shm", *head);
  if (indexed && *indexed > seen.committed)
    seen.lost = std::max<std::uint64_t>(seen.lost + seen.commits_ahead, 1);
  return seen.lost > 0 ? std::optional{log_damage{seen.wrong, seen.lost}} : std::nullopt;
}

}  // namespace laundromat
