// Makes responses of the library from ours.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/http/byte_budget.hpp"
#include "net/http/client_connection.hpp"
#include "net/http/http_message.hpp"
#include "net/http/outgoing_bytes.hpp"

namespace laundromat {

/// Each is null when memory or descriptors are exhausted.
[[nodiscard]] response_handle text_response(std::string body, byte_budget::share share = {});
/// Sends bytes of the file by sendfile, from a descriptor of its own.
[[nodiscard]] response_handle file_response(const file_range& range);
/// Sends what is written to the queue, chunked unless its length is known.
[[nodiscard]] response_handle queued_response(const std::shared_ptr<outgoing_bytes>& bytes,
                                              std::size_t block_bytes,
                                              std::optional<std::uint64_t> length = {});

/// Has neither a body nor says how long it would be, for HEAD and 304 (RFC 9110 section 8.6). The connection ends after it, because the library
/// sends a last chunk that clients would take for the next response.
[[nodiscard]] response_handle bodiless_response();
/// Has no body, and says how long it would be.
[[nodiscard]] response_handle bodiless_response(std::uint64_t length);
/// The connection ends after this response.
void end_connection_after(MHD_Response& response);

/// Adds fields. Left out are those that the server sets itself, names that are no tokens, and values with control characters, as line ends, by
/// which a text from outside could add fields of its own (RFC 9110 section 5.5).
void add_fields(MHD_Response& response, const std::vector<http_field>& fields);
/// The answer to a request that the server refuses: problem details. The connection ends after it if `is_last`.
[[nodiscard]] response_handle refusal_response(int status, std::string_view detail, bool is_last);

}  // namespace laundromat
