// Sorts the places of documents, reads neighbouring ones together, and checks each in memory.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/small_document_check.hpp"

#include <algorithm>
#include <tuple>

#include "core/codec/compression/small_gzip.hpp"
#include "storage/segments/segment_bytes.hpp"
#include "storage/segments/segment_files.hpp"

namespace laundromat {

namespace {

/// Bytes between two places that are read with them, because reading twice takes longer.
constexpr std::uint64_t most_skipped_bytes = std::uint64_t{64} << 10;

/// A file to check.
struct part_to_check {
  std::size_t document = 0;  ///< its position in the list
  segment_kind kind{};
  content_digest digest;  ///< of its text; null for a delta, which only must be intact
  segment_place place;

  [[nodiscard]] auto order() const { return std::tuple{kind, place.serial, place.offset_bytes}; }
  [[nodiscard]] std::uint64_t end() const { return place.offset_bytes + place.length_bytes; }
};

/// Adds the files of a document; false when one is not in a segment.
bool add_parts(const placed_document& one, std::size_t number, std::vector<part_to_check>& all) {
  const auto& clean = one.kept.clean;
  const auto add_part = [&](segment_kind kind, const content_digest& other) {
    const auto found = std::ranges::find_if(
        one.parts, [&](const document_part& part) { return part.kind == kind && part.other == other; });
    if (found == one.parts.end() || found->place.is_null()) return false;
    all.push_back({number, kind, kind == segment_kind::ledger ? other : content_digest{}, found->place});
    return found->place.length_bytes <= most_small_file_bytes;
  };
  if (!one.kept.is_removed) {
    if (clean.statements > 0) {
      if (clean.place.is_null() || !is_small_document(clean.compressed_bytes, clean.content.bytes))
        return false;
      all.push_back({number, segment_kind::clean, clean.hash, clean.place});
    }
    for (const auto& ledger : one.kept.ledgers)
      if (!add_part(segment_kind::ledger, ledger)) return false;
  }
  return std::ranges::all_of(one.kept.deltas_from,
                             [&](const content_digest& from) { return add_part(segment_kind::delta, from); });
}

/// Whether lines are sorted and unique, each with its line feed, and so many.
bool are_canonical(std::string_view text, std::uint64_t statements) {
  std::uint64_t lines = 0;
  for (std::string_view last; !text.empty(); ++lines) {
    const auto end = text.find('\n');
    if (end == text.npos) return false;
    const auto line = text.substr(0, end);
    if (lines > 0 && line <= last) return false;
    last = line;
    text.remove_prefix(end + 1);
  }
  return lines == statements;
}

}  // namespace

struct small_document_check::state {
  /// Reads the parts from `first` on that are close together, opening their segment. Returns the end of these parts.
  std::size_t read_run(const std::vector<part_to_check>& parts, std::size_t first) {
    const auto& from = parts[first];
    auto last = first + 1;
    auto end = from.end();
    for (; last < parts.size(); ++last) {
      const auto& next = parts[last];
      if (next.kind != from.kind || next.place.serial != from.place.serial ||
          next.place.offset_bytes > end + most_skipped_bytes ||
          next.end() - from.place.offset_bytes > most_read_bytes)
        break;
      end = std::max(end, next.end());
    }
    const auto file = data.open_to_read(segment_path(from.kind, from.place.serial));
    begin = from.place.offset_bytes;
    bytes.resize(file ? end - begin : 0);
    if (file) read_available(file->get(), begin, bytes);
    return last;
  }

  /// The text of a part of the run; nothing when it is damaged.
  std::optional<std::string_view> text_of(const part_to_check& part) {
    const auto at = part.place.offset_bytes - begin;
    if (at + part.place.length_bytes > bytes.size()) return std::nullopt;
    return inflater.read(std::string_view{bytes}.substr(at, part.place.length_bytes),
                         most_small_document_bytes);
  }

  bool is_intact(const part_to_check& part, std::string_view text, const kept_document& document) {
    if (part.kind == segment_kind::clean && !are_canonical(text, document.clean.statements)) return false;
    if (!text.empty() && text.back() != '\n') return false;
    return part.digest.is_null() || sha256(text) == part.digest;
  }

  const safe_folder& data;
  small_gzip_reader inflater;
  std::string bytes;        ///< of the present run
  std::uint64_t begin = 0;  ///< its offset in the segment
};

small_document_check::small_document_check(const safe_folder& data) : state_(std::make_unique<state>(data)) {}
small_document_check::~small_document_check() = default;

std::vector<std::optional<document_check>> small_document_check::check(
    std::span<const placed_document> documents) {
  std::vector<std::optional<document_check>> found(documents.size());
  std::vector<part_to_check> parts;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto before = parts.size();
    if (add_parts(documents[i], i, parts))
      found[i].emplace();
    else
      parts.resize(before);
  }
  std::ranges::sort(parts, {}, &part_to_check::order);
  for (std::size_t i = 0; i < parts.size();) {
    for (const auto end = state_->read_run(parts, i); i < end; ++i) {
      auto& into = found[parts[i].document];
      const auto text = state_->text_of(parts[i]);
      if (!text || !state_->is_intact(parts[i], *text, documents[parts[i].document].kept))
        into.reset();
      else if (into)
        ++into->files, into->bytes += text->size();
    }
  }
  return found;
}

}  // namespace laundromat
