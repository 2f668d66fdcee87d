// Walks from record to record, checks lengths and digests, and finds the next record after damage.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/list_records.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/base/named_digest.hpp"
#include "core/codec/archive/filters.hpp"
#include "core/codec/warc/chunk_decoder.hpp"
#include "core/codec/warc/record_search.hpp"
#include "core/codec/warc/revisit_table.hpp"
#include "core/codec/warc/segment_chain.hpp"
#include "core/codec/warc/stored_record.hpp"

namespace laundromat {

namespace {

constexpr std::size_t read_bytes = std::size_t{32} * 1024;

/// The stated digests of one record, computed while its block is read.
class record_digests {
 public:
  explicit record_digests(const stored_record& record)
      : block_(record.head.block_digest),
        framed_(payload_digest_of(record)),
        unframed_(record.response && record.response->is_chunked ? payload_digest_of(record) : ""),
        before_payload_(record.payload_offset()) {}

  [[nodiscard]] bool are_checked() const { return block_.is_checked() || framed_.is_checked(); }

  void update(std::string_view bytes) {
    block_.update(bytes);
    const auto head = static_cast<std::size_t>(std::min<std::uint64_t>(before_payload_, bytes.size()));
    before_payload_ -= head;
    bytes.remove_prefix(head);
    framed_.update(bytes);
    if (unframed_.is_checked())
      while (!bytes.empty()) unframed_.update(chunks_.next(bytes));
  }

  /// What does not agree: `block`, `payload`, or nothing.
  [[nodiscard]] std::string_view wrong() {
    if (!block_.agrees()) return "block";
    if (framed_.agrees()) return {};
    if (!unframed_.is_checked()) return "payload";
    unframed_.update(chunks_.finish());
    return unframed_.agrees() ? "" : "payload";
  }

 private:
  /// Of responses and resources. A revisit has no payload, and its digest is that of another record; that of a segment is of all segments.
  static std::string_view payload_digest_of(const stored_record& record) {
    const auto type = record.head.type;
    const bool has_payload = type == warc_record_type::response || type == warc_record_type::resource;
    return has_payload && record.head.segment == 0 ? std::string_view{record.head.payload_digest}
                                                   : std::string_view{};
  }

  stated_digest block_, framed_, unframed_;
  std::uint64_t before_payload_;
  chunk_decoder chunks_;
};

/// The document in a whole block; nothing where its framing is broken, or where it must be inflated too.
std::optional<std::string> decode_payload(const stored_record& record, std::string_view block) {
  auto payload = block.substr(static_cast<std::size_t>(record.payload_offset()));
  if (!record.response) return std::string{payload};
  if (encodings_undone(*record.response) > 0) return std::nullopt;
  if (!record.response->is_chunked) return std::string{payload};
  chunk_decoder chunks;
  std::string out;
  while (!payload.empty()) out.append(chunks.next(payload));
  out.append(chunks.finish());
  return chunks.is_broken() ? std::nullopt : std::optional{std::move(out)};
}

class record_lister {
 public:
  record_lister(byte_source& file, const unpack_budget& budget, warning_log& warnings, record_keeper keeper)
      : input_(file), finder_(input_), budget_(budget), warnings_(warnings), keeper_(std::move(keeper)) {}

  result<record_listing> run() {
    std::optional<std::uint64_t> at = 0;
    while (at && *at < input_.file_bytes() && !found_.shares_members) {
      auto next = read_one(*at);
      if (!next) return tl::unexpected(next.error());
      at = *next;
    }
    break_segments();
    if (const auto left = revisits_.match(found_.members); left.count > 0)
      warnings_.add(errc::warc_original_missing, left.first,
                    number_of(left.count, "document") + " whose payload is not in this file");
    if (records_ == 0) return fail(errc::archive_damaged, "the file has no whole record");
    if (without_digest_ > 0)
      warnings_.add(errc::warc_digest_missing, first_without_digest_,
                    number_of(without_digest_, "document") + " without a digest");
    return std::move(found_);
  }

 private:
  using next_place = std::optional<std::uint64_t>;

  /// Reads the record at `offset`, and returns where the next one begins; nothing at the end of what can be read.
  result<next_place> read_one(std::uint64_t offset) {
    if (auto started = input_.start(offset); !started) return tl::unexpected(started.error());
    if (auto skipped = skip_line_ends(input_); !skipped) return tl::unexpected(skipped.error());
    if (!input_.is_packed()) {
      offset = input_.next_offset();
      if (offset >= input_.file_bytes()) return next_place{};
      if (auto started = input_.start(offset); !started) return tl::unexpected(started.error());
    }
    auto record = read_record(input_);
    if (!record && record.error().code != errc::warc_head_broken) return tl::unexpected(record.error());
    if (!record) return leave_out(offset, errc::warc_head_broken, record.error().detail);
    if (!*record) return leave_unknown(offset);
    ++records_;
    is_intact_ = true;
    auto member = describe_record(**record, offset);
    note_head(**record, member);
    auto document = document_of(**record, member);
    if (!document) return tl::unexpected(document.error());
    auto next = input_.is_packed() ? read_packed(**record, member) : read_plain(**record, member);
    if (!next) return next;
    if (*document && !input_.damage() && member.skipped == errc::ok && !found_.shares_members)
      keeper_.keep(member.ordinal, **std::move(document));
    join_segments((*record)->head, member);
    note_payload(**record, member);
    if (auto listed = list(std::move(member)); !listed) return tl::unexpected(listed.error());
    if (!is_intact_) break_segments();
    return next;
  }

  /// Notes the first segment of a document, which is listed next, and adds a continuation to its document.
  void join_segments(const record_head& head, archive_member& member) {
    const auto is_late = [this](const auto& one) {
      return records_ - one.last > most_records_between_segments + 1;
    };
    break_segments(is_late);
    if (head.segment == 1 && member.kind == member_kind::file && member.skipped == errc::ok)
      return void(segmented_.push_back({segment_chain(head), found_.members.size(), records_}));
    if (head.type != warc_record_type::continuation) return;
    const auto begun =
        std::ranges::find_if(segmented_, [&head](const auto& one) { return one.chain.continues_with(head); });
    if (begun == segmented_.end())
      return report(member, errc::warc_record_truncated,
                    "the segments of the record before this one are missing");
    begun->chain.take(head);
    begun->last = records_;
    found_.members[begun->row].size_bytes += *head.content_length;
    if (begun->chain.is_complete()) segmented_.erase(begun);
  }

  /// The document of a record that the keeper has room for, if the whole record is there. The input stays at the begin of the block.
  result<std::optional<std::string>> document_of(const stored_record& record, const archive_member& member) {
    using document = std::optional<std::string>;
    const auto length = record.head.content_length.value_or(record_input::most_peek_bytes + 1);
    if (!keeper_.has_room || record.head.segment > 0 || member.kind != member_kind::file ||
        member.skipped != errc::ok || length > record_input::most_peek_bytes ||
        !keeper_.has_room(member.size_bytes))
      return document{};
    const auto block = input_.peek(static_cast<std::size_t>(length));
    if (!block) return tl::unexpected(block.error());
    if (block->size() < length) return document{};
    return decode_payload(record, block->substr(0, static_cast<std::size_t>(length)));
  }

  /// Bytes that are no record.
  result<next_place> leave_unknown(std::uint64_t offset) {
    if (!input_.is_packed()) return leave_out(offset, errc::warc_length_wrong, "no record begins here");
    if (const auto damage = input_.damage())
      return leave_out(offset, rule_of(*damage).defect, "the gzip member cannot be read");
    if (std::exchange(was_cut_, false)) {  // the gzip member has the rest of the record before it
      found_.shares_members = true;
      return next_place{};
    }
    return leave_out(offset, errc::warc_head_broken, "the gzip member has no record");
  }

  /// Reports what is left out, and looks for the next record.
  result<next_place> leave_out(std::uint64_t offset, errc code, std::string_view why) {
    break_segments();
    const bool is_packed = input_.is_packed();
    auto next = is_packed ? search(record_search::gzip_members, offset + 1)
                          : search(record_search::lines, offset + 1);
    if (next && !*next && !is_packed) next = search(record_search::gzip_members, offset + 1);
    if (!next) return next;
    const auto end = next->value_or(input_.file_bytes());
    warnings_.add(code, offset, std::string(why) + ": " + number_of(end - offset, "byte") + " left out");
    return next;
  }

  result<next_place> search(record_search what, std::uint64_t from) {
    return finder_.find(what, from, input_.file_bytes());
  }

  /// Takes `left` bytes of the block; returns how many are missing. Bytes that no digest needs are not read.
  result<std::uint64_t> read_block(record_digests& digests, std::uint64_t left) {
    if (!input_.is_packed() && !digests.are_checked()) {
      const auto place = input_.next_offset();
      const auto there = std::min(left, input_.file_bytes() - std::min(place, input_.file_bytes()));
      input_.skip(static_cast<std::size_t>(there));
      return left - there;
    }
    while (left > 0) {
      const auto bytes = input_.peek(read_bytes);
      if (!bytes) return tl::unexpected(bytes.error());
      if (bytes->empty()) break;
      const auto part =
          bytes->substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes->size())));
      digests.update(part);
      input_.skip(part.size());
      left -= part.size();
      if (auto judged = judge_made(); !judged) return tl::unexpected(judged.error());
    }
    return left;
  }

  [[nodiscard]] result<void> judge_made() const {
    return judge_expansion(input_.made_bytes(), input_.next_offset(), budget_);
  }

  /// The whole block, with the verdict about its digests.
  result<std::uint64_t> read_whole_block(const stored_record& record, archive_member& member) {
    record_digests digests{record};
    const auto missing = read_block(digests, record.head.content_length.value_or(0));
    if (!missing) return missing;
    member.size_bytes -= std::min(member.size_bytes, *missing);
    is_intact_ = *missing == 0;
    if (*missing > 0)
      report(member, errc::warc_record_truncated, number_of(*missing, "byte") + " of the record are missing");
    else if (const auto wrong = digests.wrong(); !wrong.empty() && record.head.content_length)
      report(member, errc::warc_digest_wrong, "the digest of the " + std::string(wrong) + " does not agree");
    return missing;
  }

  /// A record in its own gzip member: the member says where it ends, whatever the record states.
  result<next_place> read_packed(const stored_record& record, archive_member& member) {
    const auto missing = read_whole_block(record, member);
    if (!missing) return tl::unexpected(missing.error());
    const auto rest = read_rest_of_member();
    if (!rest) return tl::unexpected(rest.error());
    const auto damage = input_.damage();
    const auto next = input_.next_offset();
    is_intact_ = is_intact_ && *rest == 0 && !damage;
    if (*missing > 0 || *rest > 0)
      if (auto looked = look_for_shared_member(); !looked || found_.shares_members)
        return looked ? result<next_place>{} : tl::unexpected(looked.error());
    if (*rest > 0 && record.head.content_length)
      report(member, errc::warc_length_wrong, number_of(*rest, "byte") + " follow the stated length");
    was_cut_ = *missing > 0 && !damage;
    if (damage) report(member, rule_of(*damage).defect, "the gzip member of the record is damaged");
    if (!damage || *damage == stream_damage::wrong_checksum) return next_place{next};
    return search(record_search::gzip_members, input_.start_offset() + 1);
  }

  /// Takes what follows a block in its gzip member; returns how much more than line ends that is.
  result<std::uint64_t> read_rest_of_member() {
    if (auto skipped = skip_line_ends(input_); !skipped) return tl::unexpected(skipped.error());
    for (const auto begin = input_.taken_bytes();;) {
      const auto bytes = input_.peek(read_bytes);
      if (!bytes) return tl::unexpected(bytes.error());
      if (bytes->empty()) return input_.taken_bytes() - begin;
      input_.skip(bytes->size());
      if (auto judged = judge_made(); !judged) return tl::unexpected(judged.error());
    }
  }

  /// Sets `shares_members` when the gzip member of a record with a wrong length has another record behind the first line.
  result<void> look_for_shared_member() {
    if (auto started = input_.start(input_.start_offset()); !started) return started;
    for (;;) {
      const auto bytes = input_.peek(record_input::most_peek_bytes);
      if (!bytes) return tl::unexpected(bytes.error());
      found_.shares_members = has_record_line(*bytes);
      const bool is_last = bytes->size() <= most_arc_line_bytes;
      if (found_.shares_members || is_last) return {};
      input_.skip(bytes->size() - most_arc_line_bytes);  // a line may be cut
      if (auto judged = judge_made(); !judged) return judged;
    }
  }

  /// A record in a plain file: where it ends is known by its length alone.
  result<next_place> read_plain(const stored_record& record, archive_member& member) {
    const auto block = input_.next_offset();
    if (!record.head.content_length) {
      if (member.kind != member_kind::file)
        report(member, errc::warc_length_wrong, "the record states no length");
      return search(record_search::lines, block);
    }
    const auto missing = read_whole_block(record, member);
    if (!missing) return tl::unexpected(missing.error());
    if (*missing == 0) {
      const auto follows = is_followed_well(record);
      if (!follows) return tl::unexpected(follows.error());
      if (*follows) return next_place{input_.next_offset()};
    }
    return judge_length(block, block + (*record.head.content_length - *missing), member);
  }

  /// Whether line ends and a record, or nothing, follow.
  result<bool> is_followed_well(const stored_record& record) {
    if (auto skipped = skip_line_ends(input_); !skipped) return tl::unexpected(skipped.error());
    const auto bytes = input_.peek(std::size_t{8} * 1024);
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->empty() || begins_gzip_member(*bytes)) return true;
    if (!record.head.is_arc()) return bytes->size() >= 8 && begins_warc_record(*bytes);
    return parse_arc_line(bytes->substr(0, bytes->find('\n'))).has_value();
  }

  /// A length that leads to no record. If a record begins within the block, the stated length is too long, and nobody knows where this record
  /// ends: it is skipped. Otherwise the block has the stated bytes, and what follows it is left out.
  result<next_place> judge_length(std::uint64_t block, std::uint64_t end, archive_member& member) {
    is_intact_ = false;
    auto inside = finder_.find(record_search::lines, block, end);
    if (!inside) return inside;
    if (*inside) {
      std::erase_if(member.damage, [](const auto& d) { return d.code == errc::warc_record_truncated; });
      report(member, errc::warc_length_wrong, "the stated length ends within another record");
      if (member.kind == member_kind::file) member.skipped = errc::warc_length_wrong;
      return inside;
    }
    if (end >= input_.file_bytes()) return next_place{};
    auto next = search(record_search::lines, end);
    if (!next) return next;
    const auto rest = next->value_or(input_.file_bytes()) - end;
    report(member, errc::warc_length_wrong, number_of(rest, "byte") + " follow the stated length");
    return next;
  }

  /// Gives up documents that are not complete.
  template <class Which>
  void break_segments(Which is_given_up) {
    std::erase_if(segmented_, [&](const auto& one) {
      if (!is_given_up(one)) return false;
      report(found_.members[one.row], errc::warc_record_truncated,
             "segment " + std::to_string(one.chain.next()) + " of the record is missing");
      return true;
    });
  }
  void break_segments() {
    break_segments([](const auto&) { return true; });
  }

  /// Damage of a document is its own; that of other records is the archive's.
  void report(archive_member& member, errc code, std::string message) {
    if (member.kind == member_kind::file && member.skipped == errc::ok)
      member.damage.push_back({code, member.ordinal, std::move(message)});
    else
      warnings_.add(code, member.ordinal, member.path + ": " + message);
  }

  void note_head(const stored_record& record, archive_member& member) {
    const auto& head = record.head;
    if (!head.truncated.empty())
      report(member, errc::warc_record_truncated, "the crawler cut the content: " + head.truncated);
    const bool states_none = head.block_digest.empty() && head.payload_digest.empty();
    if (member.kind != member_kind::file || head.is_arc() || !states_none) return;
    if (without_digest_++ == 0) first_without_digest_ = member.ordinal;
  }

  /// Notes a document, or a revisit that needs one, which is listed next.
  void note_payload(const stored_record& record, const archive_member& member) {
    if (member.kind != member_kind::file) return;
    if (member.skipped == errc::warc_original_missing)
      revisits_.add_revisit(record, found_.members.size());
    else if (member.skipped == errc::ok)
      revisits_.add_document(record.head, found_.members.size());
  }

  result<void> list(archive_member member) {
    const bool is_file = member.kind == member_kind::file;
    if (!is_file && others_++ >= most_other_records) return {};
    if (is_file && ++files_ > budget_.entries)
      return fail(errc::too_many_entries, "more than " + number_of(budget_.entries, "document"));
    name_bytes_ += member.path.size() + member.base_iri.size();
    if (const auto most = 2 * name_bytes_of(budget_); name_bytes_ > most)
      return fail(errc::too_many_entries, "the addresses of the records have more than " +
                                              std::to_string(most >> 20) + " MiB together");
    found_.members.push_back(std::move(member));
    return {};
  }

  record_input input_;
  record_finder finder_;
  const unpack_budget& budget_;
  warning_log& warnings_;
  record_keeper keeper_;
  record_listing found_;
  bool was_cut_ = false;   ///< the last record ends before its length, at the end of an undamaged gzip member
  bool is_intact_ = true;  ///< the record: nothing is missing, and the next one is where it should be
  struct segmented_document {
    segment_chain chain;
    std::size_t row = 0;     ///< in the listing
    std::uint64_t last = 0;  ///< `records_` at its last segment
  };
  revisit_table revisits_;
  std::vector<segmented_document> segmented_;  ///< whose last segment was not met
  std::uint64_t records_ = 0, files_ = 0, others_ = 0, name_bytes_ = 0;
  std::uint64_t without_digest_ = 0, first_without_digest_ = 0;
};

}  // namespace

result<record_listing> list_records(byte_source& file, const unpack_budget& budget, warning_log& warnings,
                                    record_keeper keeper) {
  return record_lister(file, budget, warnings, std::move(keeper)).run();
}

}  // namespace laundromat
