// Suspends, resumes and cuts connections.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/client_connection.hpp"

#include <microhttpd.h>
#include <sys/socket.h>

#include "core/http/address_site.hpp"
#include "core/http/problem.hpp"

namespace laundromat {

void response_deleter::operator()(MHD_Response* response) const {
  ::MHD_destroy_response(response);
}

client_connection::client_connection(MHD_Connection* its_handle, int its_socket,
                                     const ip_address& its_address)
    : address(without_mapping(its_address)),
      site(address_site(its_address)),
      handle(its_handle),
      socket(its_socket),
      since(clock::now()),
      request_begin(since),
      window_begin(since) {}

bool client_connection::suspend() {
  if (is_cut || is_closed) return false;
  is_suspended = true;
  ::MHD_suspend_connection(handle);
  return true;
}

void client_connection::resume() {
  if (!is_suspended || is_closed) return;
  is_suspended = false;
  ::MHD_resume_connection(handle);
}

void client_connection::cut() {
  if (is_closed) return;
  is_cut = true;
  ::shutdown(socket, SHUT_RDWR);
  resume();
}

void client_connection::abort() {
  if (is_closed) return;
  constexpr linger nothing{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &nothing, sizeof nothing);
  cut();
}

void client_connection::cut_with(int status) {
  if (is_closed || is_cut) return;
  const auto text = to_json(http_problem{.status = status}) + "\n";
  const auto bytes = "HTTP/1.1 " + std::to_string(status) + " " + std::string{reason_phrase(status)} +
                     "\r\nConnection: close\r\nContent-Type: " + std::string{problem_media_type} +
                     "\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
  static_cast<void>(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
  cut();
}

void client_connection::enter(connection_phase next, clock::time_point now) {
  phase = next;
  since = now;
  window_begin = now;
  bytes_before = -1;
}

}  // namespace laundromat
