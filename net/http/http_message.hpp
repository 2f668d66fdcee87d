// One request to our own HTTP server, and what is answered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace laundromat {

/// A header field. The names of a request are in lower case.
struct http_field {
  std::string name, value;
};

/// A request that was received completely, within the limits of the server.
struct http_request {
  std::string method;              ///< `GET`, also for HEAD: the server leaves out the body
  bool is_head = false;            ///< whether it was HEAD
  std::string path;                ///< as sent, with percent-encoding; begins with `/`, but for `OPTIONS *`
  std::string query;               ///< as sent, without `?`
  std::vector<http_field> fields;  ///< in the order sent; several of a name are one, with commas
  std::string body;
  std::string client;  ///< the network address of the client, without the port

  /// The value of the field of this name, in lower case; empty when there is none.
  [[nodiscard]] std::string_view field(std::string_view name) const {
    for (const auto& one : fields)
      if (one.name == name) return one.value;
    return {};
  }
};

/// A file that is open for reading. Closes it.
class open_file {
 public:
  explicit open_file(int descriptor) : descriptor_(descriptor) {}
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file();

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Bytes of a file that go to the socket as they are.
struct file_range {
  std::shared_ptr<const open_file> file;
  std::uint64_t offset = 0, length = 0;
};

/// Takes the next bytes of a body; waits while the client is slower. False: the client is gone, or the time is over, so that no more is wanted.
using body_sink = std::function<bool(std::string_view bytes)>;

/// Writes a body whose length is not known before, from a thread of the server. False: it failed, so that the connection is cut and the client
/// sees that the body is incomplete.
using body_writer = std::function<bool(const body_sink& into)>;

/// A stream of server-sent events: first these bytes, then whatever `http_server::publish` gets. It ends when the client ends its side.
struct event_stream {
  std::string first;
};

/// With HEAD and 304 a body is not sent, but the length of a text or a part of a file is: it must be that of the answer to the same GET. The
/// length is left out, at the cost of the connection, for 304 with an empty text, and for the other bodies without `length`.
struct http_response {
  int status = 200;                ///< 200 to 599
  std::vector<http_field> fields;  ///< without Content-Length, Date, Connection and Transfer-Encoding
  std::variant<std::string, file_range, body_writer, event_stream> body;
  /// Of what a `body_writer` writes, if it is known: sent as Content-Length. One that writes fewer bytes has failed; more are not sent.
  std::optional<std::uint64_t> length = {};
  /// The network address for which a body that is written and an event stream count; empty: that of the connection.
  std::string client = {};
  bool is_last = false;  ///< the connection ends after it: whoever is refused has to come again
};

}  // namespace laundromat
