// TLS between machines with certificates of the same CA: the settings of both ends, and the server end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "net/cluster/bundle.hpp"
#include "net/cluster/openssl_handles.hpp"

namespace laundromat::openssl {

/// Makes the settings of `caf::openssl::session` in CAF 0.17 with all three files, and reads these files. Errors: `configuration`.
[[nodiscard]] result<ssl_context> make_mutual_context(const tls_files& files);

/// The server end of one connection over a non-blocking socket. After each result but `done` and `closed` the same call must be repeated when
/// the socket is ready.
class called_end {
 public:
  enum class progress : std::uint8_t { done, wants_read, wants_write, closed };

  /// `socket` must outlive the object, which does not close it.
  called_end(SSL_CTX* context, int socket);
  [[nodiscard]] progress perform_handshake();
  /// Appends up to `most` bytes.
  [[nodiscard]] progress read(std::string& to, std::size_t most);
  /// Removes the written bytes from `from`.
  [[nodiscard]] progress write(std::string_view& from);
  /// Sends the end of TLS when that needs no waiting.
  void send_goodbye();
  /// The name in the certificate: letters, digits, `-` and `.` where it was made by `invite_machine`.
  [[nodiscard]] std::string name() const;

 private:
  [[nodiscard]] progress explain(int answer);

  ssl ssl_;
};

}  // namespace laundromat::openssl
