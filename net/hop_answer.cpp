// Checks a head by its lengths, encodings and status, and decodes the body after it.
// SPDX-License-Identifier: Apache-2.0
#include "net/hop_answer.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "net/hop_verdict.hpp"
#include "net/http_status.hpp"

namespace laundromat {
namespace {

/// Returns the index after the first `chars` code points of `text`, which need not be valid UTF-8.
std::size_t end_of_chars(std::string_view text, std::size_t chars) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool leads = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (leads && ++seen > chars) return i;
  }
  return text.size();
}

}  // namespace

hop_answer::hop_answer(const transfer_request& request, transfer_outcome& outcome)
    : request_(request), outcome_(outcome), head_(request.limits.head) {}

result<void> hop_answer::take_line(std::string_view line) {
  const bool was_complete = head_.is_complete();
  if (request_.wire && !was_complete) {
    if (head_.awaits_status()) outcome_.response_head.clear();  // of an informational answer
    outcome_.response_head.append(line);
  }
  auto done = head_.take_line(line, outcome_.hop);
  return done && !was_complete && head_.is_complete() ? take_head() : done;
}

result<void> hop_answer::take_head() {
  const auto& facts = head_.facts();
  const auto& limits = request_.limits;
  is_success_ = classify_status(outcome_.hop.status) == status_class::success;
  auto length =
      judge_body_length(status_code(outcome_.hop.status).value_or(0), outcome_.hop.version_major,
                        outcome_.hop.version_minor, facts.content_lengths, facts.transfer_encodings);
  if (!length) return tl::unexpected(std::move(length.error()));
  length_ = *std::move(length);
  if (auto sound = check_status(); !sound) return sound;
  outcome_.length_known = length_.end != body_end::connection;
  outcome_.announced_bytes = length_.announced;
  if (auto part = take_part_head(); !part) return part;
  if (auto part = check_wanted_part(); !part) return part;
  auto decoder = content_decoder::make(facts.encodings, limits.decode);
  if (!is_success_) {
    if (decoder) decoder_ = std::move(*decoder);
    return {};
  }
  const auto announced = outcome_.continued ? *outcome_.continued->total : length_.announced.value_or(0);
  if (request_.enough_bytes == 0 && announced > limits.wire_bytes && announced != beyond_any_length) {
    return fail(errc::body_too_large, "Content-Length is " + human_count(announced) + ", the limit is " +
                                          number_of(limits.wire_bytes, "byte"));
  }
  if (!decoder) return fail(decoder.error().code, decoder.error().detail);
  decoder_ = std::move(*decoder);
  return {};
}

/// Checks the head of a 206 that was asked for.
result<void> hop_answer::take_part_head() {
  if (!request_.known_part || outcome_.hop.status != "206") return {};
  const auto& hop = outcome_.hop;
  const auto ranges = count_of_header(hop, "Content-Range");
  const auto range =
      judge_part(*request_.known_part,
                 {header_of(hop, "Content-Range"), header_of(hop, "Content-Encoding"), header_of(hop, "ETag"),
                  header_of(hop, "Last-Modified"), header_of(hop, "Content-Type"), ranges == 1,
                  length_.end == body_end::bytes ? length_.announced : std::nullopt});
  if (!range) return tl::unexpected(range.error());
  outcome_.continued = *range;
  is_success_ = true;
  return {};
}

/// Checks the head of an answer to a request for a part.
result<void> hop_answer::check_wanted_part() {
  const auto& hop = outcome_.hop;
  const bool is_part = hop.status == "206";
  if (request_.range.empty() || (!is_part && !is_success_)) return {};
  if (count_of_header(hop, "Content-Range") > 1)
    return fail(errc::part_mismatch, "several fields Content-Range");
  if (request_.check_part) {
    if (auto right =
            request_.check_part(status_code(hop.status).value_or(0), header_of(hop, "Content-Range"));
        !right)
      return right;
  } else if (!is_part) {
    return fail(errc::part_mismatch, "the server ignores Range and answers with the whole");
  }
  is_success_ = true;
  return {};
}

/// Of the body, with what was received before.
std::uint64_t hop_answer::received_bytes() const {
  return outcome_.hop.wire_bytes + (outcome_.continued ? request_.known_part->bytes : 0);
}

/// Checks the head of a 304 and of a redirect.
result<void> hop_answer::check_status() const {
  const auto kind = classify_status(outcome_.hop.status);
  if (kind == status_class::not_modified && request_.if_none_match.empty() &&
      request_.if_modified_since.empty())
    return fail(errc::bad_response, "304, though the request had no condition");
  const auto location_bytes = head_.facts().long_location_bytes;
  if (kind == status_class::redirect && location_bytes > 0)
    return fail(errc::location_too_long, "Location has " + number_of(location_bytes, "byte") +
                                             ", the limit is " +
                                             human_count(request_.limits.head.location_bytes));
  return {};
}

void hop_answer::take_wire(std::string_view wire) {
  // A fault is kept, and returned with the next bytes of the body or at its end.
  if (has_head() && length_.end == body_end::last_chunk) chunks_.take(wire);
}

result<void> hop_answer::take_body(std::string_view wire) {
  const auto& limits = request_.limits;
  if (!chunks_.state()) return chunks_.state();
  outcome_.hop.wire_bytes += wire.size();
  if (const auto& part = outcome_.continued; part && outcome_.hop.wire_bytes > part->last - part->first + 1)
    return fail(errc::part_mismatch, "the part has more bytes than its Content-Range");
  if (request_.wire)
    if (auto kept = request_.wire(wire, outcome_); !kept) return kept;
  if (!is_success_) {
    const auto room = outcome_.excerpt.size() < std::size_t{4} * limits.excerpt_chars;
    if (room && decoder_) {
      // An error page that cannot be decoded is still an error page: only its excerpt ends here.
      const auto done = decoder_->write(
          wire, [this](std::string_view decoded) { return take_excerpt(decoded), result<void>{}; });
      if (!done) decoder_.reset();
    }
    has_enough_ = outcome_.hop.wire_bytes > limits.discarded_bytes;
    return {};
  }
  if (received_bytes() > limits.wire_bytes) {
    return fail(errc::body_too_large, "more than " + number_of(limits.wire_bytes, "byte") + " received");
  }
  return decoder_->write(wire, [this](std::string_view decoded) { return take_document(decoded); });
}

result<void> hop_answer::take_document(std::string_view decoded) {
  if (!request_.open_body) return {};
  if (sink_ == nullptr) {
    auto opened = request_.open_body(outcome_.hop);
    if (!opened) return fail(opened.error().code, opened.error().detail);
    if (*opened == nullptr) return fail(errc::internal, "the body opener returned no sink");
    sink_ = *opened;
    outcome_.body_opened = true;
  }
  if (auto done = sink_->write(decoded); !done || request_.enough_bytes == 0) return done;
  if (decoder_->decoded_bytes() < request_.enough_bytes) return {};
  has_enough_ = true;
  return fail(errc::cancelled, "enough bytes were received");  // stops the decoding
}

void hop_answer::take_excerpt(std::string_view decoded) {
  const auto most = std::size_t{4} * request_.limits.excerpt_chars;
  outcome_.excerpt.append(decoded.substr(0, most - std::min(most, outcome_.excerpt.size())));
}

/// Checks that the body is complete. libcurl ignores a length above its integer range and then ends the body with the connection.
result<void> hop_answer::check_length() const {
  const auto& came = outcome_.hop.wire_bytes;
  if (length_.end == body_end::last_chunk && !chunks_.is_complete())
    return fail(errc::truncated_body, "the last chunk is missing");
  if (!length_.announced || *length_.announced == came) return {};
  return fail(
      errc::truncated_body,
      number_of(came, "byte") + " received of " +
          (*length_.announced == beyond_any_length ? "2^64 or more" : human_count(*length_.announced)));
}

std::optional<failure> hop_answer::end() {
  if (!head_.is_complete()) return failure{errc::bad_response, "the answer has no complete head"};
  if (!chunks_.state()) return chunks_.state().error();
  if (auto whole = check_length(); !whole && !has_enough_) return whole.error();
  if (!decoder_) return std::nullopt;
  if (!is_success_) {
    (void)decoder_->finish(
        [this](std::string_view decoded) { return take_excerpt(decoded), result<void>{}; });
    return std::nullopt;
  }
  if (has_enough_) return std::nullopt;
  auto done = decoder_->finish([this](std::string_view decoded) { return take_document(decoded); });
  if (!done) return done.error();
  outcome_.damage = decoder_->damage();
  if (outcome_.damage.empty() || request_.keeps_damaged) return std::nullopt;
  // An answer that ended early may be complete the next time.
  const auto& first = outcome_.damage.front();
  const bool is_cut = first.code == errc::truncated_stream;
  return failure{is_cut ? errc::truncated_stream : errc::content_encoding, first.message};
}

void hop_answer::close() {
  auto& detail = outcome_.hop.detail;
  const auto add = [&](std::string_view note) { detail.append(detail.empty() ? "" : "; ").append(note); };
  if (decoder_) {
    outcome_.hop.decoded_bytes = decoder_->decoded_bytes();
    outcome_.encodings = decoder_->found();
    for (const auto& note : decoder_->notes()) add(note);
  }
  if (!length_.note.empty()) add(length_.note);
  if (const auto dropped = head_.facts().dropped_headers; dropped > 0)
    add(number_of(dropped, "response header was", "response headers were") + " not kept");
  if (request_.insecure_tls && outcome_.hop.uri.starts_with("https:")) add("the certificate was not checked");
  outcome_.is_cut = has_enough_;
  outcome_.excerpt.resize(end_of_chars(outcome_.excerpt, request_.limits.excerpt_chars));
}

}  // namespace laundromat
