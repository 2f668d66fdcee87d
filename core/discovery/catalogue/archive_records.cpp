// Checks records of an archive against its index, and reads an index as a list.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/record_head.hpp"
#include "core/codec/warc/record_input.hpp"
#include "core/discovery/catalogue/archive_index.hpp"
#include "core/web/surt.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view without_algorithm(std::string_view digest) {
  const auto colon = digest.find(':');
  return colon == digest.npos ? digest : digest.substr(colon + 1);
}

result<record_head> head_of(std::string_view front) {
  if (begins_warc_record(front)) {
    if (const auto length = head_length(front); length > 0)
      if (auto head = parse_record_head(front.substr(0, length))) return head;
  } else if (auto line = parse_arc_line(front.substr(0, front.find('\n')))) {
    return std::move(*line);
  }
  return fail(errc::part_mismatch, "the part does not begin with a record of a web archive");
}

/// Whether a capture with these facts has content that can be washed.
bool has_content(const archived_record& record) {
  return record.media_type != "warc/revisit" && (record.status == 0 || record.status / 100 == 2);
}

/// Whether nothing follows the record at hand but empty lines.
result<void> check_alone(record_input& input, std::string_view front, const record_head& head) {
  constexpr std::string_view message = "the part has more than the record of the index";
  const auto head_bytes = begins_warc_record(front) ? head_length(front) : front.find('\n') + 1;
  if (!head.content_length) return {};
  input.skip(head_bytes);
  for (auto left = *head.content_length; left > 0;) {
    const auto block = input.peek(1);
    if (!block) return tl::unexpected(block.error());
    if (block->empty()) return {};
    const auto taken = std::min<std::uint64_t>(left, block->size());
    input.skip(static_cast<std::size_t>(taken));
    left -= taken;
  }
  for (;;) {
    const auto rest = input.peek(1);
    if (!rest) return tl::unexpected(rest.error());
    if (rest->empty()) break;
    if (rest->find_first_not_of("\r\n") != rest->npos) return fail(errc::part_mismatch, std::string{message});
    input.skip(rest->size());
  }
  if (input.next_offset() < input.file_bytes()) return fail(errc::part_mismatch, std::string{message});
  return {};
}

}  // namespace

result<void> check_record(byte_source& bytes, const byte_part& part) {
  record_input input{bytes};
  if (auto started = input.start(0); !started) return started;
  const auto front = input.peek(record_input::most_peek_bytes);
  if (!front) return tl::unexpected(front.error());
  const auto head = head_of(*front);
  if (!head) return tl::unexpected(head.error());
  const auto& uri = part.record_uri;
  if (!uri.empty() && head->target_uri != uri && surt(head->target_uri) != surt(uri))
    return fail(errc::part_mismatch, "the part has a record of " + quoted_head(head->target_uri) +
                                         ", the index has one of " + quoted_head(uri));
  const auto stored = without_algorithm(head->payload_digest), stated = without_algorithm(part.digest);
  if (!stored.empty() && !stated.empty() && !equals_ignoring_case(stored, stated))
    return fail(errc::part_mismatch, "the record has another payload digest than the index");
  return part.length_bytes == 0 || part.record_uri.empty() ? result<void>{}
                                                           : check_alone(input, *front, *head);
}

result<announcements> read_archive_index(byte_source& index, std::string_view base,
                                         const announcement_limits& limits) {
  constexpr std::size_t piece_bytes = std::size_t{64} << 10, longest_line = std::size_t{128} << 10;
  announcements found;
  cdx_reader reader;
  std::uint64_t line = 0;
  const auto take = [&](std::string_view text) {
    ++line;
    const auto record = reader.read(text);
    if (!record)
      return note(found, limits, {record.error().code, line, record.error().detail + "; it is not used"});
    if (!*record || !has_content(**record)) return;
    const auto& one = **record;
    announce(found, limits,
             {uri_of(one, base),
              announced_as::archived,
              {},
              one.media_type,
              "cdx",
              one.date,
              {},
              {},
              one.length_bytes,
              line,
              one.uri});
  };
  std::string buffer(piece_bytes, '\0'), kept;
  bool is_cut = false;  // the line at hand is too long, and its rest is passed over
  for (;;) {
    const auto got = index.read(buffer);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) break;
    std::string_view rest(buffer.data(), *got);
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      kept.append(rest.substr(0, end));
      take(kept);
      kept.clear();
      is_cut = false;
      rest.remove_prefix(end + 1);
    }
    if (!is_cut) kept.append(rest);
    is_cut = kept.size() > longest_line;
    if (is_cut) kept.resize(longest_line);
  }
  if (!kept.empty()) take(kept);
  return found;
}

}  // namespace laundromat
