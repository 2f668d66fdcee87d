// Sends requests with a body to a store that the operator has configured.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "net/stores/store_failure.hpp"
#include "net/stores/store_secret.hpp"

namespace laundromat {

struct store_client_options {
  std::string user_agent;
  std::string ca_file;  ///< PEM of the trusted roots; empty uses the system's
  store_credentials credentials;
  milliseconds connect{15'000};
  milliseconds idle{
      600'000};  ///< the longest time without a byte in either direction: a store may think so long
  milliseconds total{14'400'000};                        ///< of one request
  std::uint64_t answer_bytes = std::uint64_t{64} << 30;  ///< most of one answer
  bool ignores_rest =
      false;  ///< of an answer with more bytes, which counts by its status; else it is an error
  std::function<bool()> is_stopping = {};  ///< asked about once a second; unset: never
};

/// Opens the bytes of a request at their start; called again when the request must be sent again.
using body_opener_of_request = std::function<result<byte_source_ptr>()>;

struct store_request {
  std::string method = "GET";
  std::string uri;  ///< http or https, without a user
  std::string accept = "*/*";
  std::string media_type;                 ///< of the body
  body_opener_of_request body;            ///< unset: none
  std::vector<std::string> headers = {};  ///< further ones, `Name: value`
  std::uint64_t body_bytes =
      0;  ///< exactly: it is announced, because some stores read nothing of a body in chunks
};

/// An answer with any status.
struct store_answer {
  int status = 0;
  std::string media_type;           ///< without parameters
  std::string location, sql_state;  ///< the headers Location and X-SQL-State
  std::optional<seconds> retry_after = {};
  std::string excerpt;  ///< the first bytes of the body, if no sink took it
  std::uint64_t body_bytes = 0;

  [[nodiscard]] bool is_success() const { return status >= 200 && status < 300; }
};

/// A body of memory, which is copied.
[[nodiscard]] store_request with_body(store_request request, std::string media_type, std::string bytes);

/// One request after the other, with a connection that is kept. For one thread. Any address may be connected to, because the operator has named it; no
/// redirect is followed, no proxy, cookie or netrc used. TLS 1.2 or later, with a valid certificate.
class store_client {
 public:
  static constexpr std::size_t excerpt_bytes = 2'000;

  explicit store_client(store_client_options options);
  ~store_client();
  store_client(const store_client&) = delete;
  store_client& operator=(const store_client&) = delete;
  store_client(store_client&&) noexcept;
  store_client& operator=(store_client&&) noexcept;

  /// Any answer is a result. `into`, if not null, takes the body of a success. Faults: `unreachable`, `timed_out`, `cancelled`, and `local` with the
  /// errors of the body, of `into`, and `invalid_argument`, `uri_syntax`, `scheme_refused`, `body_too_large`, `out_of_memory`.
  [[nodiscard]] store_result<store_answer> send(const store_request& request, byte_sink* into = nullptr);

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// The failure of an answer that is no success, by its status and the messages of Virtuoso; `what` names the request.
[[nodiscard]] store_failure failure_of(const store_answer& answer, const std::string& what);
/// Whether the store refuses the content of a request, so that a part of it may succeed: 400, 413, 422, and 500 where Virtuoso names an error of a value.
[[nodiscard]] bool refuses_content(const store_answer& answer);

}  // namespace laundromat
