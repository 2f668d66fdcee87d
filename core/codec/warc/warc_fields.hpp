// The names of WARC: record types and named fields, as they are written and read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace laundromat {

/// The record types (ISO 28500:2017 section 6). The first six are written; all are read, and those that no edition names are `other`.
enum class warc_record_type : std::uint8_t {
  warcinfo,
  request,
  response,
  resource,
  revisit,
  metadata,
  conversion,
  continuation,
  other,
};

inline constexpr std::array<std::string_view, 9> warc_type_names{"warcinfo",   "request",      "response",
                                                                 "resource",   "revisit",      "metadata",
                                                                 "conversion", "continuation", "other"};

[[nodiscard]] constexpr std::string_view name_of(warc_record_type type) {
  return warc_type_names[static_cast<std::size_t>(type)];
}

/// The named fields (ISO 28500:2017 section 5). Their case does not matter to a reader.
namespace warc_field {
inline constexpr std::string_view type = "WARC-Type";
inline constexpr std::string_view record_id = "WARC-Record-ID";
inline constexpr std::string_view date = "WARC-Date";
inline constexpr std::string_view content_length = "Content-Length";
inline constexpr std::string_view content_type = "Content-Type";
inline constexpr std::string_view filename = "WARC-Filename";
inline constexpr std::string_view target_uri = "WARC-Target-URI";
inline constexpr std::string_view ip_address = "WARC-IP-Address";
inline constexpr std::string_view concurrent_to = "WARC-Concurrent-To";
inline constexpr std::string_view warcinfo_id = "WARC-Warcinfo-ID";
inline constexpr std::string_view profile = "WARC-Profile";
inline constexpr std::string_view refers_to = "WARC-Refers-To";
inline constexpr std::string_view refers_to_target_uri = "WARC-Refers-To-Target-URI";
inline constexpr std::string_view refers_to_date = "WARC-Refers-To-Date";
inline constexpr std::string_view truncated = "WARC-Truncated";
inline constexpr std::string_view block_digest = "WARC-Block-Digest";
inline constexpr std::string_view payload_digest = "WARC-Payload-Digest";
inline constexpr std::string_view segment_number = "WARC-Segment-Number";
inline constexpr std::string_view segment_origin_id = "WARC-Segment-Origin-ID";
inline constexpr std::string_view segment_total_length = "WARC-Segment-Total-Length";
}  // namespace warc_field

}  // namespace laundromat
