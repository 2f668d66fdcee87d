// Gives ranges of downloads to threads, which read neighbouring records together.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/stored_body_check.hpp"

#include <algorithm>
#include <future>
#include <map>
#include <mutex>
#include <tuple>

#include "core/base/count_words.hpp"
#include "core/base/worker_pool.hpp"
#include "core/codec/compression/small_gzip.hpp"
#include "core/records/body_path.hpp"
#include "storage/segments/segment_bytes.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

namespace {

constexpr std::size_t bodies_a_range = 1'024;
/// Bytes between two records that are read with them, because reading twice takes longer.
constexpr std::uint64_t most_between_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t most_run_bytes = std::uint64_t{4} << 20;

struct body_to_read {
  segment_place place;
  const kept_body* body = nullptr;

  [[nodiscard]] auto order() const { return std::tuple{place.serial, place.offset_bytes}; }
  [[nodiscard]] std::uint64_t end() const { return place.offset_bytes + place.length_bytes; }
};

constexpr std::string_view end_of_lines = "\r\n\r\n";

/// The value of a field with a SHA-256; empty for none.
std::string_view stated_sha256(std::string_view head, std::string_view field) {
  const auto at = head.find(field);
  if (at == head.npos) return {};
  head.remove_prefix(at + field.size());
  return head.substr(0, head.find("\r\n"));
}

/// Whether the text is certainly a record with this body, whose digests are right.
bool is_sound_record(std::string_view text, const kept_body& body) {
  const auto front = text.find(end_of_lines);
  if (front == text.npos || !text.ends_with(end_of_lines)) return false;
  const auto block = text.substr(front + end_of_lines.size(), text.size() - front - 2 * end_of_lines.size());
  if (text.size() < front + 2 * end_of_lines.size() || block.size() < body.bytes) return false;
  const auto head = text.substr(0, front + 2);
  const auto block_digest = stated_sha256(head, "\r\nWARC-Block-Digest: sha256:");
  if (sha256(block).hex() != block_digest || body.digest.is_null()) return false;
  return sha256(block.substr(block.size() - body.bytes)) == body.digest;
}

/// What is wrong with a body; empty for nothing.
std::string fault_of_body(byte_source& from, const kept_body& body, std::uint64_t& bytes) {
  content_hasher hasher;
  std::string buffer(std::size_t{1} << 20, '\0');
  std::uint64_t length = 0;
  for (;;) {
    const auto n = from.read({buffer.data(), buffer.size()});
    if (!n) return to_string(n.error());
    if (*n == 0) break;
    hasher.update({buffer.data(), *n});
    length += *n;
  }
  bytes += length;
  if (length != body.bytes)
    return "its body has " + number_of(length, "byte") + ", but the journal has " + human_count(body.bytes);
  if (const auto digest = hasher.finish(); !body.digest.is_null() && digest != body.digest)
    return "its body has the digest " + digest.hex() + ", but the journal has " + body.digest.hex();
  return {};
}

/// What is wrong with the file of a body; empty for nothing.
std::string fault_of_file(const safe_folder& data, const std::filesystem::path& path, const kept_body& body,
                          std::uint64_t& bytes) {
  auto file = data.open_to_read(path);
  if (!file) return file.error().code == errc::not_found ? "is missing" : to_string(file.error());
  const auto from = make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
  return from ? fault_of_body(**from, body, bytes) : to_string(from.error());
}

/// What is wrong with a record; empty for nothing.
std::string fault_of_record(warc_store& store, const body_to_read& one, std::uint64_t& bytes) {
  const auto from = store.open(one.place);
  if (!from) return to_string(from.error());
  if (auto fault = fault_of_body(**from, *one.body, bytes); !fault.empty()) return fault;
  if (is_large_record(one.place)) return {};
  const auto record = store.read(one.place);
  if (!record) return to_string(record.error());
  const auto& stated = record->parts.head.block_digest;
  const auto block =
      std::string_view{record->text}.substr(record->parts.block, record->parts.end - record->parts.block);
  if (stated.starts_with("sha256:") && stated.substr(stated.find(':') + 1) != sha256(block).hex())
    return "its block does not have the digest that the record states";
  return {};
}

struct body_sweep {
  journal_reader reader;
  const safe_folder& data;
  const safe_folder& raw;
  const std::function<void(std::uint64_t)>& seen;

  std::mutex reading = {};
  std::int64_t last_row = 0;  ///< while `reading` is held
  std::uint64_t ranges = 0;   ///< likewise
  result<void> read = {};     ///< likewise

  std::mutex adding = {};
  std::map<std::uint32_t, std::filesystem::path> segments =
      {};                                               ///< paths in the data folder, while `adding` is held
  stored_bodies_check sum = {};                         ///< while `adding` is held
  std::map<std::uint32_t, std::uint64_t> missing = {};  ///< and how many bodies were there, likewise
  std::map<std::uint64_t, std::vector<body_problem>> problems = {};  ///< by range, likewise

  struct body_range {
    std::uint64_t number = 0;
    std::vector<kept_body> bodies;
  };

  /// The next bodies; none at the end, and after an error.
  body_range next_range() {
    const std::lock_guard held{reading};
    if (!read) return {};
    auto found = reader.kept_bodies_after(last_row, bodies_a_range);
    if (!found) {
      read = tl::unexpected(found.error());
      return {};
    }
    last_row = found->last_row;
    return {ranges++, std::move(found->bodies)};
  }

  void work() {
    warc_store store{raw};
    small_gzip_reader inflater;
    std::string bytes;
    for (auto range = next_range(); !range.bodies.empty(); range = next_range()) {
      std::vector<body_to_read> all;
      stored_bodies_check found;
      for (const auto& body : range.bodies)
        if (const auto place = warc_place_of(body.raw_path))
          all.push_back({*place, &body});
        else if (removal_of_body(body.raw_path))
          ++found.removed;
        else if (node_of_body(body.raw_path).empty())
          check_file(body, found);
      std::ranges::sort(all, {}, &body_to_read::order);
      for (std::size_t i = 0; i < all.size();)
        i = check_run(std::span{all}.subspan(i), store, inflater, bytes, found) + i;
      add(range.number, found);
    }
  }

  void check_file(const kept_body& body, stored_bodies_check& found) const {
    ++found.bodies;
    const auto path = data_layout{}.raw() / body.raw_path;
    if (auto fault = fault_of_file(data, path, body, found.bytes); !fault.empty())
      found.problems.push_back({{path, {}}, std::move(fault), body.download});
  }

  /// Checks the first records, which are close together; returns how many.
  std::size_t check_run(std::span<const body_to_read> all, warc_store& store, small_gzip_reader& inflater,
                        std::string& bytes, stored_bodies_check& found) {
    const auto& first = all.front();
    const auto segment = path_of(first.place.serial);
    if (segment.empty()) return 1;
    std::size_t count = 1;
    auto end = first.end();
    for (; count < all.size() && !is_large_record(first.place); ++count) {
      const auto& next = all[count];
      if (next.place.serial != first.place.serial || is_large_record(next.place) ||
          next.place.offset_bytes > end + most_between_bytes ||
          next.end() - first.place.offset_bytes > most_run_bytes)
        break;
      end = std::max(end, next.end());
    }
    const auto begin = first.place.offset_bytes;
    read_bytes(segment, begin, is_large_record(first.place) ? begin : end, bytes);
    for (const auto& one : all.first(count)) check_body(one, begin, bytes, store, inflater, segment, found);
    return count;
  }

  /// Empty for a missing segment, which has lost one body more. An engine may have begun one since the folder was listed.
  std::filesystem::path path_of(std::uint32_t serial) {
    const std::lock_guard held{adding};
    if (const auto lost = missing.find(serial); lost != missing.end())
      return ++lost->second, std::filesystem::path{};
    auto known = segments.find(serial);
    if (known == segments.end() && list()) known = segments.find(serial);
    if (known != segments.end()) return known->second;
    missing.emplace(serial, 1);
    return {};
  }

  result<void> list() {
    const auto folder = data_layout{}.raw();
    return data.list(folder, [&](const std::string& name) {
      if (const auto serial = warc_serial_in(name); serial != 0) segments.emplace(serial, folder / name);
    });
  }

  void read_bytes(const std::filesystem::path& path, std::uint64_t begin, std::uint64_t end,
                  std::string& bytes) const {
    const auto file = data.open_to_read(path);
    bytes.resize(file ? end - begin : 0);
    if (file) read_available(file->get(), begin, bytes);
  }

  static void check_body(const body_to_read& one, std::uint64_t begin, std::string_view bytes,
                         warc_store& store, small_gzip_reader& inflater, const std::filesystem::path& path,
                         stored_bodies_check& found) {
    ++found.bodies;
    const auto at = one.place.offset_bytes - begin;
    if (at + one.place.length_bytes <= bytes.size())
      if (const auto text = inflater.read(bytes.substr(at, one.place.length_bytes), most_record_bytes);
          text && is_sound_record(*text, *one.body)) {
        found.bytes += text->size();
        return;
      }
    if (auto fault = fault_of_record(store, one, found.bytes); !fault.empty())
      found.problems.push_back({{path, one.place.offset_bytes}, std::move(fault), one.body->download});
  }

  void add(std::uint64_t range, stored_bodies_check& found) {
    const std::lock_guard held{adding};
    sum.bodies += found.bodies;
    sum.removed += found.removed;
    sum.bytes += found.bytes;
    if (!found.problems.empty()) problems[range] = std::move(found.problems);
    if (seen) seen(found.bodies);
  }
};

}  // namespace

result<stored_bodies_check> check_stored_bodies(journal& from, const safe_folder& data, std::size_t threads,
                                                const std::vector<std::filesystem::path>& are_missing,
                                                const std::function<void(std::uint64_t)>& seen) {
  const auto folder = data_layout{}.raw();
  const auto kind = data.kind_of(folder);
  if (!kind) return tl::unexpected(kind.error());
  const bool has_bodies = *kind == std::filesystem::file_type::directory;  // else all of them are lost
  const auto raw = has_bodies ? data.below(folder) : data;
  if (!raw) return tl::unexpected(raw.error());
  body_sweep all{journal_reader{from}, data, *raw, seen};
  if (auto listed = has_bodies ? all.list() : result<void>{}; !listed) return tl::unexpected(listed.error());
  worker_pool workers(static_cast<std::uint32_t>(threads));
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(workers.run([&] { all.work(); }));
  all.work();
  for (auto& one : others) workers.wait(one);
  if (!all.read) return tl::unexpected(all.read.error());
  for (const auto& [serial, bodies] : all.missing) {
    const auto path = folder / unknown_warc_name(serial);
    all.sum.lost.emplace_back(path, bodies);
    if (std::ranges::find(are_missing, path) == are_missing.end())
      all.sum.problems.push_back({{path, {}}, "is missing", {}});
  }
  for (auto& [range, some] : all.problems)
    for (auto& one : some) all.sum.problems.push_back(std::move(one));
  return std::move(all.sum);
}

}  // namespace laundromat
