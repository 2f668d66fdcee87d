// Several clean documents as one file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "net/http/http_message.hpp"

namespace laundromat {

/// `document=HASH` of the query, at most 200 times: the stored bytes one after the other, which are one gzip file of N-Quads (RFC 1952 section 2.2). Hashes of entries stand for
/// their documents. Documents without a statement add nothing. 404 and 410 where one of them is not there.
[[nodiscard]] http_response joined_download(const std::filesystem::path& data, const http_request& request);

}  // namespace laundromat
