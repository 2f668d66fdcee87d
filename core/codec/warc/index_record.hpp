// The index line of one WARC record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/codec/warc/member_scan.hpp"

namespace laundromat {

/// The CDXJ line (see `cdxj_line`) of a record that is a gzip member; nothing for records that an index leaves out, as npm `warcio cdx-index`
/// does: requests, `warcinfo`, `metadata` of fields, and what is no WARC record with a URI and a date.
[[nodiscard]] std::optional<std::string> index_line(const scanned_member& record, std::string_view file_name);

/// Whether another record follows the first one in its gzip member. Behind a record that is longer than the front this is told from the length of what
/// follows.
[[nodiscard]] bool has_more_records(const scanned_member& record);

}  // namespace laundromat
