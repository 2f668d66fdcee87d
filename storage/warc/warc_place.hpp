// The place of a WARC record in the segments of the raw store, and the text by which the journal names it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"
#include "core/records/segment_place.hpp"

namespace laundromat {

/// `000017.warc.gz:123:456`: the record in the segment with this serial number whose gzip member of 456 bytes begins at byte 123. The
/// name of the file has the campaign and a time before the serial number.
[[nodiscard]] std::string warc_path(const segment_place& place);
/// `000017.warc.gz:123:456@18:789`: the same payload, received again by a capture whose `revisit` begins there. So the text of each capture is
/// its own.
[[nodiscard]] std::string warc_path(const segment_place& place, const segment_place& revisit);
/// Reads the place of the payload that `warc_path` wrote; nothing for any other text, such as a path of the file store.
[[nodiscard]] std::optional<segment_place> warc_place_of(std::string_view raw_path);

/// Where the record of the capture begins: the `revisit`, or else the payload's own; its length is unknown for a `revisit`. Nothing for any other text.
[[nodiscard]] std::optional<segment_place> warc_capture_of(std::string_view raw_path);

/// The path of a copy of the body in a file, as on a worker node: that of the body itself, where it is no record.
[[nodiscard]] std::string path_of_copy(std::string_view raw_path);

/// The file name of a segment: `laundry-20261126130201-000017.warc.gz`. Other characters than letters, digits and `_` in `campaign`
/// become `_`.
[[nodiscard]] std::string warc_file_name(std::string_view campaign, timestamp begun, std::uint32_t serial);
/// The same for a segment of an unknown campaign and time, for messages: `*-000017.warc.gz`.
[[nodiscard]] std::string unknown_warc_name(std::uint32_t serial);
/// The campaign in such a name, as it stands there.
[[nodiscard]] std::string_view warc_campaign_in(std::string_view file_name);
/// The serial number in such a name; 0 for any other name.
[[nodiscard]] std::uint32_t warc_serial_in(std::string_view file_name);

/// Behind the name of a segment that an accepted journal does not name: it is no segment any more.
inline constexpr std::string_view set_aside_ending = ".set-aside";

}  // namespace laundromat
