// Examines, copies and removes a segment.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/warc_rewriting.hpp"

#include <algorithm>

#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t bytes_a_step = std::uint64_t{4} << 20;
/// A segment with a larger record that lives is left to `laundromat compact`, unless others in it must go, see `erasure_list`.
constexpr std::uint64_t most_part_bytes = std::uint64_t{64} << 20;

std::vector<std::int64_t> entries_of(const std::vector<named_record>& names) {
  std::vector<std::int64_t> out;
  for (const auto& one : names) out.push_back(one.entry);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace

warc_rewriting::warc_rewriting(journal& db, warc_store& store, segment_end from,
                               std::vector<named_record> names, compaction_rule rule, dropped_uris dropped)
    : rows_(db), db_(&db), store_(&store), from_(from), entries_(entries_of(names)), rule_(rule) {
  std::ranges::sort(names);
  use_ = {segment_kind::raw, from};
  const auto file = store.file_of(from.serial);
  auto source = file ? make_file_source(*file) : result<byte_source_ptr>{tl::unexpected(file.error())};
  if (source)
    examiner_ = std::make_unique<warc_examiner>(*std::move(source), from, std::move(names), bytes_a_step,
                                                std::move(dropped));
  else
    fault_ = source.error();
}

warc_rewriting::~warc_rewriting() {
  if (!is_rewritten_) store_->reinstate(from_.serial);
}

result<bool> warc_rewriting::step(timestamp now) {
  if (fault_) return is_machine_fault(fault_->code) ? result<bool>{tl::unexpected(*fault_)} : false;
  if (examiner_) return examine();
  if (copied_ < kept_.size()) {
    if (auto done = copy_part(now); !done) return tl::unexpected(done.error());
    return true;
  }
  if (auto done = store(); !done) return tl::unexpected(done.error());
  return false;
}

result<bool> warc_rewriting::examine() {
  const auto more = examiner_->step(bytes_a_step);
  if (!more) {
    if (is_machine_fault(more.error().code)) return more;
    fault_ = more.error();
    return false;
  }
  if (*more) return true;
  use_ = examiner_->found().use;
  kept_ = std::move(examiner_->found().kept);
  examiner_.reset();
  const bool is_small = std::ranges::all_of(
      kept_, [](const kept_records& one) { return one.end_bytes - one.begin_bytes <= most_part_bytes; });
  return (is_small || rule_.takes_large) && is_worth_rewriting(use_, rule_, false);
}

/// A part begins with the `warcinfo` of its records, also when another segment takes it than the part before.
result<void> warc_rewriting::copy_part(timestamp now) {
  const auto& part = kept_[copied_++];
  if (!part.info.empty()) {
    info_ = part.info;
    return {};
  }
  const auto name = store_->file_name(from_.serial);
  const auto file = store_->file_of(from_.serial);
  if (!file) return tl::unexpected(file.error());
  if (auto begun = store_->begin_copies(std::string(warc_campaign_in(name)), info_, now); !begun)
    return begun;
  const auto place = store_->append_copy((*file)->get(),
                                         {from_.serial, part.begin_bytes, part.end_bytes - part.begin_bytes});
  if (!place) return tl::unexpected(place.error());
  moved_.push_back({part.begin_bytes, part.end_bytes, *place});
  return {};
}

result<void> warc_rewriting::store() {
  const auto ends = store_->make_durable();
  if (!ends) return tl::unexpected(ends.error());
  auto done = db_->begin();
  if (done) done = move_bodies(*db_, entries_, from_.serial, moved_);
  for (std::size_t i = 0; i < ends->size() && done; ++i)
    done = db_->save_segment(segment_kind::raw, (*ends)[i]);
  if (done) done = rows_.forget_segment(segment_kind::raw, from_.serial);
  if (done) done = db_->commit();
  if (!done) {
    db_->roll_back();
    return done;
  }
  store_->committed();
  is_rewritten_ = true;
  return store_->remove_retired(from_.serial);
}

}  // namespace laundromat
