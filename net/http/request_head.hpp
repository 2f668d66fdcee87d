// Reads the head of a request more strictly than the library does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "net/http/http_message.hpp"
#include "net/http/http_server.hpp"

struct MHD_Connection;

namespace laundromat {

struct request_head {
  http_request request;          ///< without body and client
  std::uint64_t body_bytes = 0;  ///< as announced; 0 for a chunked body
};

/// The request line where the library has it, with NUL in place of what follows each part.
struct request_line {
  const char* method;
  const char* target_begin;
  std::string_view target;  ///< a copy
  const char* version;
};

/// Why a request is refused.
struct head_refusal {
  int status = 400;
  std::string_view detail;
};

/// Reads the head that the library has received, or refuses it. Refused are what two parsers could read in two ways (Content-Length beside
/// Transfer-Encoding or twice, another coding than chunked, folded lines, lines that do not end in CR LF, two Host fields), characters that a
/// target or a field cannot have, other versions than 1.0 and 1.1, and what is beyond the limits.
/// The pointers must be those that libmicrohttpd gave.
/// Source: RFC 9112 sections 2.2, 3.2, 5.2, 6.1, 6.3; RFC 9110 sections 5.5 and 10.1.1.
[[nodiscard]] std::variant<request_head, head_refusal> read_head(MHD_Connection* connection,
                                                                 const request_line& line,
                                                                 const http_limits& limits);

}  // namespace laundromat
