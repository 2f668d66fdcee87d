// Reads the answer of an FTP server to the request for one file. Internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "net/transfer.hpp"

namespace laundromat {

/// What curl_hop's callbacks get of one transfer by FTP. Stores its results in `outcome`: `hop.status` is the last reply code of the server. A reply 4yz is
/// temporary, 5yz is final: the reverse of HTTP. Request and outcome must outlive it. Source: RFC 959 section 4.2.
class ftp_answer {
 public:
  ftp_answer(const transfer_request& request, transfer_outcome& outcome)
      : request_(request), outcome_(outcome) {}

  /// A line of a reply on the control connection.
  void take_line(std::string_view line);
  /// Bytes of the file. Errors: `body_too_large`, those of the opener and of the sink.
  [[nodiscard]] result<void> take_body(std::string_view bytes);
  /// Ends the answer. `error`: that of libcurl, `ok` where the transfer was complete. Returns its fault, or nothing: `http_status` where the server refused for good,
  /// `connection_refused` where it refused for now; `truncated_body` where the file was cut, and other errors of libcurl as they are.
  [[nodiscard]] std::optional<failure> end(errc error, std::string_view message) const;

 private:
  const transfer_request& request_;
  transfer_outcome& outcome_;
  std::string reply_;  ///< the last one, without its line end
  byte_sink* sink_ = nullptr;
};

/// The port to judge an FTP server by: its usual port is as good as that of HTTP, which no request by HTTP may use.
[[nodiscard]] constexpr std::uint16_t judged_ftp_port(std::uint16_t port) {
  constexpr std::uint16_t ftp = 21, http = 80;
  return port == ftp ? http : port;
}

/// The user of a server that lets anybody in. Source: RFC 1635.
inline constexpr const char* anonymous_user = "anonymous";

}  // namespace laundromat
