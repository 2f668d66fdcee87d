// Segments that captures hold, and those that are removed.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/warc_store.hpp"

namespace laundromat {

warc_capture warc_store::held(const warc_capture& capture) {
  if (settings_.is_sent) return capture;
  ++held_[capture.record.serial];
  if (capture.record != capture.payload) ++held_[capture.payload.serial];
  return capture;
}

warc_capture warc_store::held_capture(const warc_capture& capture) {
  const std::lock_guard lock(mutex_);
  return held(capture);
}

void warc_store::let_go_of(std::uint32_t serial) {
  const auto found = held_.find(serial);
  if (found != held_.end() && --found->second == 0) held_.erase(found);
}

void warc_store::let_go(const warc_capture& capture) {
  if (capture.record.is_null()) return;
  const std::lock_guard lock(mutex_);
  let_go_of(capture.record.serial);
  if (capture.record != capture.payload) let_go_of(capture.payload.serial);
}

void warc_store::let_go(std::string_view raw_path) {
  const auto payload = warc_place_of(raw_path), capture = warc_capture_of(raw_path);
  if (payload && capture) let_go(warc_capture{*capture, *payload, *capture});
}

bool warc_store::retire(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  if (held_.contains(serial) || find_open(serial) != nullptr || serial == current_serial_) return false;
  retired_.insert(serial);
  return true;
}

void warc_store::end_segment(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  if (current_serial_ == serial) current_serial_ = 0;
  if (copies_serial_ == serial) copies_serial_ = 0;
  std::erase_if(open_, [serial](const open_segment& one) {
    return one.end.serial == serial && one.end == one.committed;
  });
}

std::uint32_t warc_store::copies_serial() const {
  const std::lock_guard lock(mutex_);
  return copies_serial_;
}

void warc_store::reinstate(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  retired_.erase(serial);
}

result<void> warc_store::remove_retired(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  if (!names_.contains(serial))  // of a store that does not write
    if (auto listed = list(); !listed) return listed;
  const auto name = names_.find(serial);
  if (name == names_.end()) return {};
  if (auto removed = folder_.remove(name->second); !removed) return tl::unexpected(removed.error());
  names_.erase(name);
  retired_.erase(serial);
  if (read_serial_ == serial) {
    read_serial_ = 0;
    read_file_.reset();
  }
  return {};
}

}  // namespace laundromat
