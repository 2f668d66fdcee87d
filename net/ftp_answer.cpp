// Judges an FTP transfer by the replies of its server.
// SPDX-License-Identifier: Apache-2.0
#include "net/ftp_answer.hpp"

#include "core/base/count_words.hpp"
#include "net/http_status.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_reply_bytes = 200;
constexpr std::string_view service_not_available = "421";

}  // namespace

void ftp_answer::take_line(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  const bool ends_reply = status_code(line.substr(0, 3)) && (line.size() == 3 || line[3] == ' ');
  if (!ends_reply) return;  // of a reply of several lines
  reply_ = line.substr(0, most_reply_bytes);
  outcome_.hop.status = line.substr(0, 3);
}

result<void> ftp_answer::take_body(std::string_view bytes) {
  outcome_.hop.wire_bytes += bytes.size();
  if (outcome_.hop.wire_bytes > request_.limits.wire_bytes)
    return fail(errc::body_too_large,
                "more than " + number_of(request_.limits.wire_bytes, "byte") + " received");
  outcome_.hop.decoded_bytes = outcome_.hop.wire_bytes;
  if (!request_.open_body) return {};
  if (sink_ == nullptr) {
    auto opened = request_.open_body(outcome_.hop);
    if (!opened) return tl::unexpected(opened.error());
    sink_ = *opened;
    outcome_.body_opened = true;
  }
  return sink_->write(bytes);
}

std::optional<failure> ftp_answer::end(errc error, std::string_view message) const {
  if (error == errc::ok) return std::nullopt;
  const bool is_closing = outcome_.hop.status == service_not_available;  // which libcurl calls a time-out
  if (is_closing && outcome_.hop.wire_bytes == 0) return failure{errc::connection_refused, reply_};
  if (error == errc::http_timeout) return failure{error, std::string(message)};
  if (outcome_.hop.wire_bytes > 0) return failure{errc::truncated_body, std::string(message)};
  const bool is_refused =
      error == errc::bad_response || error == errc::uri_syntax;  // as libcurl names replies
  if (!is_refused) return failure{error, std::string(message)};
  if (outcome_.hop.status.starts_with('5')) return failure{errc::http_status, reply_};
  if (outcome_.hop.status.starts_with('4')) return failure{errc::connection_refused, reply_};
  return failure{error, std::string(message)};
}

}  // namespace laundromat
