// Reads the heads of all records of a segment.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/warc_examination.hpp"

#include <algorithm>

#include "core/codec/warc/capture_role.hpp"

namespace laundromat {

/// Judges records in their order.
class warc_examiner::records {
 public:
  records(std::vector<named_record> names, std::uint64_t most_part_bytes, dropped_uris dropped)
      : names_(std::move(names)), most_part_bytes_(most_part_bytes), dropped_(std::move(dropped)) {}

  result<void> take(const scanned_member& member) {
    const auto role = read_capture_role(member.front);
    if (!role) return tl::unexpected(role.error());
    if (role->type == warc_record_type::warcinfo) {
      info_ = role->info;
      info_bytes_ = member.length_bytes;
      return {};
    }
    const bool lives = judge(*role, member.offset);
    if (role->type != warc_record_type::request) {
      answer_ = role->id;
      answer_lives_ = lives;
    }
    if (lives) keep(member);
    return {};
  }
  [[nodiscard]] bool found_all_names() const { return next_name_ == names_.size(); }
  [[nodiscard]] warc_examination& found() { return found_; }

 private:
  bool judge(const capture_role& role, std::uint64_t offset) {
    bool is_named = false;
    for (; next_name_ < names_.size() && names_[next_name_].offset_bytes == offset; ++next_name_)
      is_named = true;
    if (is_named || role.type != warc_record_type::request)
      return is_named || !(role.is_body || (dropped_ && dropped_(role.uri)));
    return role.concurrent_to != answer_ || answer_lives_;
  }
  void keep(const scanned_member& member) {
    auto& use = found_.use;
    use.live_bytes += member.length_bytes + info_bytes_;
    ++use.live_files;
    const auto end = member.offset + member.length_bytes;
    auto& kept = found_.kept;
    if (!info_.empty()) kept.push_back({std::move(info_), 0, 0});
    const bool follows = !kept.empty() && kept.back().info.empty() && kept.back().end_bytes == member.offset;
    if (follows && end - kept.back().begin_bytes <= most_part_bytes_)
      kept.back().end_bytes = end;
    else
      kept.push_back({{}, member.offset, end});
    info_.clear();
    info_bytes_ = 0;
  }

  std::vector<named_record> names_;
  std::uint64_t most_part_bytes_;
  dropped_uris dropped_;
  std::size_t next_name_ = 0;
  warc_examination found_;
  std::string info_;              ///< of the last `warcinfo`, until a record follows that lives
  std::uint64_t info_bytes_ = 0;  ///< of its record
  std::string answer_;            ///< the id of the last record that is no request
  bool answer_lives_ = true;
};

warc_examiner::warc_examiner(byte_source_ptr segment, const segment_end& end, std::vector<named_record> names,
                             std::uint64_t most_part_bytes, dropped_uris dropped)
    : scan_(std::move(segment)),
      end_(end),
      records_(std::make_unique<records>(std::move(names), most_part_bytes, std::move(dropped))) {
  records_->found().use = {segment_kind::raw, end};
}

warc_examiner::~warc_examiner() = default;

warc_examination& warc_examiner::found() {
  return records_->found();
}

result<bool> warc_examiner::step(std::uint64_t bytes) {
  for (const auto begin = at_; at_ < end_.bytes && at_ - begin < bytes;) {
    const auto member = scan_.next();
    if (!member) return tl::unexpected(member.error());
    if (!*member) return fail(errc::archive_damaged, "the segment ends before its records");
    if (auto taken = records_->take(**member); !taken) return tl::unexpected(taken.error());
    at_ = (*member)->offset + (*member)->length_bytes;
  }
  if (at_ < end_.bytes) return true;
  if (!records_->found_all_names())
    return fail(errc::archive_damaged, "no record begins where the journal names one");
  return false;
}

result<warc_examination> examine_warc(byte_source_ptr segment, const segment_end& end,
                                      const std::vector<named_record>& names) {
  warc_examiner examiner{std::move(segment), end, names};
  for (;;) {
    const auto more = examiner.step(end.bytes);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::move(examiner.found());
  }
}

}  // namespace laundromat
