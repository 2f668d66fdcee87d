// Writes a record into a segment of its own while its body is received.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_bytes.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

result<warc_store::own_segment> warc_store::begin_own_segment(timestamp now) {
  own_segment out;
  std::unique_lock lock(mutex_);
  out.serial = last_serial_ + 1;
  out.name = warc_file_name(settings_.name, now, out.serial);
  auto made = folder_.create(out.name);
  if (!made) return tl::unexpected(made.error());
  out.file = std::make_shared<const file_descriptor>(std::move(*made));
  names_[out.serial] = out.name;
  last_serial_ = out.serial;
  const auto info = make_warcinfo(out.serial, now, settings_.warcinfo);
  lock.unlock();
  const auto written = info ? write_at(out.file->get(), *info, 0, out.name) : tl::unexpected(info.error());
  if (!written) {
    forget_segment(out.serial);
    return tl::unexpected(written.error());
  }
  out.end_bytes = info->size();
  return out;
}

result<std::unique_ptr<large_warc_record>> warc_store::begin_large(const warc_exchange& exchange) {
  warc_record record;
  const bool is_http = !exchange.response_head.empty();
  record.type = is_http ? warc_record_type::response : warc_record_type::resource;
  record.content_type = is_http ? "application/http; msgtype=response" : "application/octet-stream";
  record.date = exchange.begun;
  record.target_uri = exchange.uri;
  record.ip_address = exchange.address;
  record.head = exchange.response_head;
  {
    const std::lock_guard lock(mutex_);
    record.serial = serial_++;
  }
  auto stream = warc_stream_record::begin(record);
  if (!stream) return tl::unexpected(stream.error());
  auto own = begin_own_segment(exchange.begun);
  if (!own) return tl::unexpected(own.error());
  std::unique_ptr<large_warc_record> out{new large_warc_record{*this, std::move(*stream)}};
  out->file_ = std::move(own->file);
  out->serial_ = own->serial;
  out->name_ = std::move(own->name);
  out->keep_request(exchange, settings_.requests);
  out->front_offset_ = own->end_bytes;
  out->end_ = own->end_bytes + out->record_.front_bytes();
  return out;
}

/// Takes over the segment of a record that is complete.
void warc_store::add_segment(std::uint32_t serial, std::shared_ptr<const file_descriptor> file,
                             std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  open_.push_back({std::move(file), {serial, bytes}, {serial, 0}, true, 1});
}

/// Appends the request that an answer belongs to, in memory.
result<std::string> warc_store::request_of(const warc_exchange& exchange, std::string_view answer) {
  const std::lock_guard lock(mutex_);
  std::string out;
  auto one = exchange;
  one.serial = serial_++;
  if (auto added = append_request(writer_, one, answer, out); !added) return tl::unexpected(added.error());
  return out;
}

void warc_store::forget_segment(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  if (const auto name = names_.find(serial); name != names_.end()) {
    (void)folder_.remove(name->second);
    names_.erase(name);
  }
}

large_warc_record::large_warc_record(warc_store& store, warc_stream_record record)
    : store_(&store), record_(std::move(record)), early_(*store.disk_) {}

large_warc_record::~large_warc_record() {
  if (!is_finished_) store_->forget_segment(serial_);
}

void large_warc_record::keep_request(const warc_exchange& exchange, bool is_wanted) {
  uri_ = exchange.uri;
  address_ = exchange.address;
  if (is_wanted) request_head_ = exchange.request_head;
  begun_ = exchange.begun;
}

result<void> large_warc_record::append(std::string_view bytes) {
  if (auto written = write_at(file_->get(), bytes, end_, name_); !written) return written;
  end_ += bytes.size();
  early_.wrote(file_->get(), name_, bytes.size());
  return {};
}

result<void> large_warc_record::write(std::string_view body) {
  record_.add(body, buffer_);
  auto written = append(buffer_);
  buffer_.clear();
  return written;
}

result<warc_capture> large_warc_record::finish(std::string_view truncated) {
  const auto ending = record_.finish(truncated);
  if (auto written = append(ending.rest); !written) return tl::unexpected(written.error());
  if (auto written = write_at(file_->get(), ending.front, front_offset_, name_); !written)
    return tl::unexpected(written.error());
  warc_exchange exchange;
  exchange.uri = uri_;
  exchange.address = address_;
  exchange.begun = begun_;
  exchange.request_head = request_head_;
  const auto request = store_->request_of(exchange, ending.written.id);
  if (!request) return tl::unexpected(request.error());
  if (auto written = append(*request); !written) return tl::unexpected(written.error());
  is_finished_ = true;
  store_->add_segment(serial_, std::move(file_), end_);
  const segment_place place{serial_, front_offset_, ending.written.length_bytes};
  return store_->held_capture({place, place, {serial_, front_offset_, end_ - front_offset_}});
}

}  // namespace laundromat
