// What is kept of an answer for the next crawl: its validators, verbatim, and how long it is fresh.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// One field of an answer, as received.
struct field_view {
  std::string_view name, value;
};

/// A longer field is not kept: a part of it would be another value.
inline constexpr std::size_t most_kept_field_bytes = 1'024;

/// The fields of an answer that a later crawl uses, verbatim; empty where there was none.
struct kept_fields {
  std::string etag, last_modified;     ///< the validators (RFC 9110 section 8.8)
  std::string cache_control, expires;  ///< several fields Cache-Control are joined by `, `
  std::string vary;                    ///< which fields of a request select the answer

  [[nodiscard]] bool is_empty() const { return *this == kept_fields{}; }

  friend bool operator==(const kept_fields&, const kept_fields&) = default;
};

/// The directives of Cache-Control that a crawler obeys (RFC 9111 section 5.2.2). `s-maxage` is for caches that serve others, and is ignored.
struct cache_directives {
  std::optional<seconds> max_age;  ///< at most 2^31; 0 for a value that is no number (section 4.2.1)
  bool no_store = false, no_cache = false;
};
[[nodiscard]] cache_directives parse_cache_control(std::string_view value);

/// Takes the fields to keep from an answer. Nothing of an answer with `no-store` is kept (RFC 9111 section 5.2.2.5). A Last-Modified that is no
/// HTTP date is not kept, because servers ignore it in a condition (RFC 9110 section 13.1.3).
[[nodiscard]] kept_fields fields_to_keep(std::span<const field_view> answer, timestamp now);

/// The fields after a 304 with these fields: those that it has replace the kept ones (RFC 9111 section 4.3.4). A 304 with another strong
/// ETag speaks about another body and changes nothing; one with `no-store` leaves nothing.
[[nodiscard]] kept_fields updated_by_304(const kept_fields& kept, std::span<const field_view> answer,
                                         timestamp now);

/// When a kept answer was received, and its own times.
struct answer_times {
  timestamp requested{}, received{};
  std::optional<timestamp> date;  ///< its Date
  seconds age{0};                 ///< its Age
};
[[nodiscard]] answer_times times_of(std::span<const field_view> answer, timestamp requested,
                                    timestamp received);

/// Until when an answer is fresh (RFC 9111 section 4.2): `max-age`, else Expires, without the age that it had when it was received. The epoch:
/// it is not fresh, because it says nothing, or `no-cache`, or depends on everything (`Vary: *`). Freshness is never guessed (section 4.2.2).
[[nodiscard]] timestamp fresh_until(const kept_fields& kept, const answer_times& times);

/// True for an ETag that is equal only for equal bytes: quoted, and without `W/` (RFC 9110 section 8.8.3).
[[nodiscard]] bool is_strong_etag(std::string_view etag);

/// The value of If-Range by which the rest of a body may be asked for: a strong ETag, else a Last-Modified that is at least a second older than
/// the Date of the answer (RFC 9110 sections 8.8.2.2 and 13.1.5). Empty: there is none.
[[nodiscard]] std::string range_validator(std::span<const field_view> answer, timestamp now);

}  // namespace laundromat
