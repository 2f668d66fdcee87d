// Serves a data folder at a free port within the test, and asks it over a socket.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/serve/web_service.hpp"
#include "net/http/http_server.hpp"
#include "tests/net/http/raw_client.hpp"

namespace laundromat::test {

inline constexpr std::string_view api_token = "0123456789abcdef";

class served_folder {
 public:
  explicit served_folder(std::filesystem::path data, guard_settings guard = open_guard(),
                         std::optional<label_index> labels = {});

  /// Lets everybody with `api_token` write, as often as they want.
  [[nodiscard]] static guard_settings open_guard();
  [[nodiscard]] std::uint16_t port() const { return server_->port(); }
  [[nodiscard]] std::string authority() const { return "127.0.0.1:" + std::to_string(port()); }
  [[nodiscard]] http_server& server() { return *server_; }

  /// A connection of its own for each request. `fields`: each with its line end.
  [[nodiscard]] raw_response send(const std::string& method, const std::string& target,
                                  const std::string& fields = {}, const std::string& body = {}) const;
  [[nodiscard]] raw_response get(const std::string& target, const std::string& fields = {}) const {
    return send("GET", target, fields);
  }
  /// A POST with a JSON body and the token.
  [[nodiscard]] raw_response post(const std::string& target, const std::string& body) const;

 private:
  std::mutex starting_;
  std::unique_ptr<web_service> service_;
  std::optional<http_server> server_;
};

/// Percent-encodes all but letters and digits.
[[nodiscard]] std::string encoded(std::string_view text);

}  // namespace laundromat::test
