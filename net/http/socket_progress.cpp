// Reads the counters of TCP. A file of its own, because <linux/tcp.h> cannot be included beside <netinet/tcp.h>, which lacks the counters.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/socket_progress.hpp"

#include <linux/bpf.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace laundromat {

socket_progress progress_of(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  const bool is_reset = info.tcpi_state == BPF_TCP_CLOSE;
  return {static_cast<std::int64_t>(info.tcpi_bytes_received),
          static_cast<std::int64_t>(info.tcpi_bytes_acked),
          info.tcpi_unacked > 0 || info.tcpi_notsent_bytes > 0, is_reset,
          is_reset || info.tcpi_state == BPF_TCP_CLOSE_WAIT};
}

void bound_unsent(int socket, int bytes) {
  static_cast<void>(::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes));
}

}  // namespace laundromat
