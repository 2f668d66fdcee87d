// An HTTP server for a folder, with deliberate faults: the Web of the demonstration campaign and of tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// Answers with `status` and `to` as the Location, verbatim: it need not be a valid URI.
struct serve_redirect {
  std::string to;
  int status = 302;
};
/// Answers with `status` and `body` as text/plain.
struct serve_status {
  int status = 503;
  std::string body;
};
/// Serves the file with this Content-Type; an empty one sends no such header.
struct serve_media_type {
  std::string value;
};
/// Adds a header to the answer.
struct serve_header {
  std::string name, value;
};
/// Waits before the answer; ends early when the server stops.
struct serve_delay {
  milliseconds time{0};
};
/// Announces the whole file, sends its first `keep_bytes`, and closes the connection.
struct serve_truncated {
  std::uint64_t keep_bytes = 0;
};

using site_action =
    std::variant<serve_redirect, serve_status, serve_media_type, serve_header, serve_delay, serve_truncated>;

/// The special treatment of one path. Several rules may name the same path; they apply in order.
struct site_rule {
  std::string path;  ///< decoded, beginning with `/`, without the query; matched exactly
  site_action action;
};

struct site_options {
  std::filesystem::path root;  ///< the folder; only regular files whose real path is below it are served
  std::string address = "127.0.0.1";  ///< an IPv4 or IPv6 address of this machine
  std::uint16_t port = 0;             ///< 0: the system chooses one
  /// Suffix of the file name, with its dot, and the media type; the longest suffix wins (`.nt.gz` before
  /// `.gz`).
  std::vector<std::pair<std::string, std::string>> media_types;
  std::string default_media_type = "application/octet-stream";  ///< empty sends no Content-Type
  std::vector<site_rule> rules;
  std::uint32_t threads = 32;  ///< answers, and open connections, at the same time
  /// Called after each answer with the decoded path and the status, from one thread at a time, from any thread.
  std::function<void(std::string_view path, int status)> on_request;
};

/// The media types of the RDF formats and of the containers they come in.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> usual_media_types();

/// A running server, which its destructor stops. GET and HEAD only; no listings; `/` and folders are
/// `index.html` or 404. ETag and Last-Modified are sent for files, and conditional requests are answered with
/// 304.
class site_server {
 public:
  /// Errors: `not_found` when the root is no folder, `io_failed` when the server cannot use the address or the port.
  [[nodiscard]] static result<site_server> start(site_options options);
  site_server(site_server&&) noexcept;
  site_server& operator=(site_server&&) noexcept;
  ~site_server();

  /// Ends all answers and waits for them. A second call does nothing.
  void stop();
  [[nodiscard]] std::uint16_t port() const;
  /// Returns `http://ADDRESS:PORT` followed by `path`, unchanged.
  [[nodiscard]] std::string url(std::string_view path) const;

 private:
  class state;
  explicit site_server(std::unique_ptr<state> running);
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
