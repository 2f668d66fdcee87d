// Decides which part of a file a server sends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace httplib {
struct Request;
}

namespace laundromat {

/// Whether a GET is answered with the one part that its Range names: then `request.ranges` is that part, within the file, and cpp-httplib sends it.
/// Else the whole file is sent: for several ranges, one outside of the file, and an If-Range that names another version.
/// Source: RFC 9110 sections 13.1.5 and 14.2, by which a server may ignore Range.
[[nodiscard]] bool choose_part(httplib::Request& request, std::uint64_t size_bytes, std::string_view etag,
                               std::string_view last_modified);

}  // namespace laundromat
