// Answers of the HTTP interface: problems, and texts with what caches and slow networks need.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/http/conditions.hpp"
#include "core/http/problem.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// An answer in problem details (RFC 9457).
[[nodiscard]] http_response problem_answer(const http_problem& problem);
[[nodiscard]] http_response problem_answer(int status, std::string detail);
/// A fault of this machine: 503 or 500 with the meaning of the error only, because details may name paths of it.
[[nodiscard]] http_response fault_answer(const failure& why);
/// What went wrong while something was read that the request names: 404 and 400 with the reason; otherwise `fault_answer`.
[[nodiscard]] http_response problem_answer(const failure& why);

/// For what never changes at its address (RFC 8246). What is removed from here may be in caches for so long.
inline constexpr std::string_view immutable_for_a_day = "max-age=86400, immutable";

/// The client shows a text as what its media type says, and does not look for scripts in it (Fetch Standard section 3.6).
inline const http_field no_guessing{"X-Content-Type-Options", "nosniff"};

/// A text, compressed where it is long and the client takes gzip. For a GET or HEAD it has an ETag of its content, and is 304 where the client has it. The content
/// may be different a moment later: a cache must ask each time.
[[nodiscard]] http_response text_answer(const http_request& request, std::string text,
                                        std::string_view media_type);

/// Whether the client takes gzip, and takes it at least as gladly as the bare text.
[[nodiscard]] bool takes_gzip(const http_request& request);

/// The conditions of a request, which it owns.
[[nodiscard]] request_conditions conditions_of(const http_request& request);

/// Sends what is written to a client.
class client_sink final : public byte_sink {
 public:
  explicit client_sink(const body_sink& into) : into_(into) {}
  /// Errors: `cancelled` when the client is gone.
  result<void> write(std::string_view bytes) override {
    return into_(bytes) ? result<void>{} : fail(errc::cancelled, "the client is gone");
  }

 private:
  const body_sink& into_;
};

}  // namespace laundromat
