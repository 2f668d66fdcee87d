// Holds a small body until its exchange is complete, and writes a large one to a file.
// SPDX-License-Identifier: Apache-2.0
#include "actors/download_body.hpp"

#include "core/web/ftp_uri.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

namespace {

/// The reason in WARC-Truncated; empty when the whole body was received.
std::string_view truncation_of(const transfer_outcome& outcome) {
  switch (outcome.hop.error) {
    case errc::ok:
      return outcome.is_cut ? "length" : "";
    case errc::truncated_stream:  // found at the end of a body that was received
    case errc::content_encoding:
    case errc::location_too_long:
      return "";
    case errc::body_too_large:
    case errc::ratio_exceeded:
      return "length";
    case errc::http_timeout:
      return "time";
    case errc::truncated_body:
      return "disconnect";
    default:
      return "unspecified";
  }
}

warc_exchange exchange_of(const transfer_outcome& outcome) {
  warc_exchange exchange;
  exchange.uri = outcome.hop.uri;
  exchange.address = outcome.hop.address;
  exchange.begun = outcome.hop.begun;
  exchange.request_head = outcome.request_head;
  exchange.response_head = outcome.response_head;
  return exchange;
}

warc_exchange local_exchange(const std::string& uri, timestamp begun) {
  warc_exchange exchange;
  exchange.uri = uri;
  exchange.begun = begun;
  return exchange;
}

}  // namespace

download_body::download_body(raw_store& raw, std::string file_path)
    : raw_(&raw), file_path_(std::move(file_path)) {}

download_body::~download_body() {
  let_go();
  if (!exchanges_.empty()) raw_->segments().release(exchanges_);
}

/// A body that is not stored is named by nobody.
void download_body::let_go() {
  raw_->segments().let_go(std::exchange(place_, {}));
}

void download_body::begin() {
  file_.reset();
  meter_ = {};
  held_.clear();
  large_.reset();
  let_go();
  chain_.clear();
  is_measured_ = false;
  received_bytes_ = 0;
  first_.reset();
  known_ = {};
}

/// A file that comes by FTP is stored like a local one: there is no exchange of HTTP to keep.
void download_body::receive_file(transfer_request& request) {
  begin();
  request.open_body = [this](const http_hop& head) -> result<byte_sink*> {
    file_sink_.emplace(*this, head.uri, head.begun);
    return &*file_sink_;
  };
}

void download_body::receive(transfer_request& request) {
  if (is_ftp(request.uri)) return receive_file(request);
  if (first_)
    request.known_part = known_;
  else
    begin();
  if (raw_->writes_segments())
    request.wire = [this](std::string_view bytes, const transfer_outcome& so_far) {
      if (first_ && !so_far.continued)
        if (auto given_up = abandon(); !given_up) return given_up;
      return hold(bytes, exchange_of(first_ ? *first_ : so_far));
    };
  else
    request.open_body = [this](const http_hop& head) -> result<byte_sink*> {
      if (first_ && head.status == "206") return this;
      begin();
      if (auto opened = open_file(); !opened) return tl::unexpected(opened.error());
      return this;
    };
}

bool download_body::can_continue(const transfer_outcome& outcome) const {
  const auto& hop = outcome.hop;
  const bool was_cut = hop.error == errc::truncated_body || hop.error == errc::http_timeout;
  if (!was_cut || hop.status != "200" || received_bytes_ < least_continued_bytes) return false;
  if (!outcome.encodings.empty() || !header_of(hop, "Content-Encoding").empty() ||
      header_of(hop, "Accept-Ranges") == "none")
    return false;
  return body_so_far{received_bytes_, outcome.announced_bytes,
                     range_validator(fields_of_answer(hop), hop.begun)}
      .can_continue();
}

result<void> download_body::suspend(const transfer_outcome& outcome) {
  result<void> noted;
  if (first_) {
    noted = note_hop(outcome);
  } else {
    first_ = outcome;
    known_ = {0, outcome.announced_bytes, range_validator(fields_of_answer(outcome.hop), outcome.hop.begun)};
  }
  if (outcome.continued) known_.total = outcome.continued->total;
  known_.bytes = received_bytes_;
  return noted;
}

result<void> download_body::abandon() {
  if (!first_) return {};
  const auto cut = std::exchange(first_, std::nullopt);
  auto kept = raw_->writes_segments() ? keep_answer(*cut) : result<void>{};
  begin();
  return kept;
}

result<void> download_body::open_file() {
  auto file = raw_->stage(file_path_);
  if (!file) return tl::unexpected(file.error());
  file_ = std::move(*file);
  return {};
}

result<void> download_body::write(std::string_view bytes) {
  meter_.update(bytes);
  received_bytes_ += bytes.size();
  if (!file_)
    if (auto opened = open_file(); !opened) return opened;
  return file_->write(bytes);
}

/// Takes bytes of a body that becomes a record.
result<void> download_body::hold(std::string_view bytes, const warc_exchange& so_far) {
  meter_.update(bytes);
  received_bytes_ += bytes.size();
  if (!large_ && held_.size() + bytes.size() <= most_small_body_bytes) {
    held_.append(bytes);
    return {};
  }
  if (large_) return large_->write(bytes);
  auto begun = raw_->segments().begin_large(so_far);
  if (!begun) return tl::unexpected(begun.error());
  large_ = std::move(*begun);
  if (auto written = large_->write(std::exchange(held_, {})); !written) return written;
  return large_->write(bytes);
}

result<void> download_body::keep_exchange(const transfer_outcome& outcome) {
  if (is_ftp(outcome.hop.uri) && outcome.hop.error == errc::ok)
    return keep_local(outcome.hop.uri, outcome.hop.begun);
  const bool has_head = end_of_http_head(outcome.response_head) != 0;
  if (first_ && outcome.continued) {
    if (auto noted = note_hop(outcome); !noted) return noted;
    auto whole = *std::exchange(first_, std::nullopt);
    whole.hop.error =
        outcome.hop.error == errc::ok && lacks_bytes(outcome) ? errc::truncated_body : outcome.hop.error;
    return raw_->writes_segments() ? keep_answer(whole) : result<void>{};
  }
  if (first_ && !outcome.hop.status.empty())
    if (auto given_up = abandon(); !given_up) return given_up;
  if (!raw_->writes_segments()) return {};
  return has_head ? keep_answer(outcome) : note_hop(outcome);
}

/// Appends what is known of a hop whose body has no record of its own: it got no answer, or a part of a body.
result<void> download_body::note_hop(const transfer_outcome& outcome) {
  if (!raw_->writes_segments()) return {};
  auto exchange = exchange_of(outcome);
  std::string part;
  if (const auto& range = outcome.continued; range && outcome.hop.wire_bytes > 0) {
    part = "bytes " + std::to_string(range->first) + '-' +
           std::to_string(range->first + outcome.hop.wire_bytes - 1) + '/' + std::to_string(*range->total);
    exchange.part = part;
  }
  const auto cause = outcome.hop.error == errc::ok ? std::string_view{} : to_string(outcome.hop.error);
  const auto kept = raw_->segments().append_failure(exchange, cause, outcome.hop.detail);
  if (kept) note_records(*kept);
  const bool has_no_record = !kept && kept.error().code == errc::invalid_argument;  // a URI with controls
  return kept || has_no_record ? result<void>{} : tl::unexpected(kept.error());
}

/// Appends an answer with its body.
result<void> download_body::keep_answer(const transfer_outcome& outcome) {
  auto exchange = exchange_of(outcome);
  meta_ = meter_.finish();
  is_measured_ = true;
  exchange.body = held_;
  exchange.payload_digest = meta_.digest;
  exchange.truncated = truncation_of(outcome);
  exchange.is_compressed = !outcome.encodings.empty();
  const auto place = large_ ? keep_large(exchange) : raw_->segments().append(exchange, seed_);
  if (!place) return tl::unexpected(place.error());
  let_go();
  place_ = *place;
  note_records(place->records);
  for (const auto kind : outcome.encodings) chain_.push_back({kind, 0});
  return {};
}

/// A large body that is known gives its segment up.
result<warc_capture> download_body::keep_large(const warc_exchange& exchange) {
  const auto repeated = raw_->segments().append_repeated(exchange, seed_);
  if (!repeated) return tl::unexpected(repeated.error());
  if (*repeated) {
    large_.reset();
    return **repeated;
  }
  return large_->finish(exchange.truncated);
}

void download_body::note_records(const segment_place& records) {
  if (raw_->segments().is_sent()) exchanges_.push_back(records);
}

result<void> download_body::write_local(std::string_view bytes, const std::string& uri, timestamp begun) {
  return raw_->writes_segments() ? hold(bytes, local_exchange(uri, begun)) : write(bytes);
}

result<void> download_body::keep_local(const std::string& uri, timestamp begun) {
  if (!raw_->writes_segments()) return {};
  const auto place = large_ ? large_->finish("").map(&warc_capture::record)
                            : raw_->segments().append_resource(uri, begun, held_);
  if (!place) return tl::unexpected(place.error());
  meta_ = meter_.finish();
  is_measured_ = true;
  let_go();
  place_ = {*place, *place, *place};
  note_records(*place);
  return {};
}

const content_meta& download_body::measure() {
  if (!std::exchange(is_measured_, true)) meta_ = meter_.finish();
  return meta_;
}

result<received_body> download_body::store() {
  if (raw_->writes_segments()) return received_body{std::exchange(place_, {}).path(), meta_, chain_};
  if (!file_)  // an empty body has opened none
    if (auto opened = open_file(); !opened) return tl::unexpected(opened.error());
  if (auto done = file_->commit(); !done) return tl::unexpected(done.error());
  return received_body{file_path_, measure(), chain_};
}

}  // namespace laundromat
