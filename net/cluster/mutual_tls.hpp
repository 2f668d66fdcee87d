// TLS between those who have a certificate of the same CA: the settings of both ends, and the end that is called.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "net/cluster/bundle.hpp"
#include "net/cluster/openssl_handles.hpp"

namespace laundromat::openssl {

/// As `caf::openssl::session` does it in CAF 0.17 when all three files are given, which it opens now. Errors: `configuration`.
[[nodiscard]] result<ssl_context> make_mutual_context(const tls_files& files);

/// The end that is called of one connection over a socket that does not wait. After any answer but `done` the same is tried again when the
/// socket is ready; `closed` is for good.
class called_end {
 public:
  enum class progress : std::uint8_t { done, wants_read, wants_write, closed };

  /// `socket` outlives it, and is not closed by it.
  called_end(SSL_CTX* context, int socket);
  [[nodiscard]] progress perform_handshake();
  /// Appends up to `most` bytes.
  [[nodiscard]] progress read(std::string& to, std::size_t most);
  /// Takes what it wrote off `from`.
  [[nodiscard]] progress write(std::string_view& from);
  /// Says good-bye if that can be said at once.
  void send_goodbye();
  /// As the certificate has it: letters, digits, `-` and `.` where it was made by `invite_machine`.
  [[nodiscard]] std::string name() const;

 private:
  [[nodiscard]] progress explain(int answer);

  ssl ssl_;
};

}  // namespace laundromat::openssl
