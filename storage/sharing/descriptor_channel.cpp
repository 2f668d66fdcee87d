// Sends and receives messages with one descriptor.
// SPDX-License-Identifier: Apache-2.0
#include "storage/sharing/descriptor_channel.hpp"

#include <sys/socket.h>
#include <sys/time.h>

#include "core/base/count_words.hpp"

#include <cerrno>
#include <cstring>

namespace laundromat {

namespace {

/// A control buffer for one descriptor, with the alignment of its header.
union control_buffer {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

/// The first received descriptor; further ones are closed.
file_descriptor take_file(msghdr& message) {
  file_descriptor first;
  for (auto* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const auto* const end = reinterpret_cast<const unsigned char*>(part) + part->cmsg_len;
    for (const unsigned char* at = CMSG_DATA(part); end - at >= static_cast<std::ptrdiff_t>(sizeof(int));
         at += sizeof(int)) {
      int fd = -1;
      std::memcpy(&fd, at, sizeof fd);
      file_descriptor came{fd};
      if (!first.is_open()) first = std::move(came);
    }
  }
  return first;
}

}  // namespace

result<std::pair<descriptor_channel, descriptor_channel>> descriptor_channel::make_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail_errno("create", "a socket pair");
  return std::pair{descriptor_channel{file_descriptor{ends[0]}},
                   descriptor_channel{file_descriptor{ends[1]}}};
}

result<void> descriptor_channel::send(std::string_view text, int file) const {
  if (text.size() > most_bytes)
    return fail(errc::invalid_argument, "message too long: " + number_of(text.size(), "byte"));
  // An empty message would be read as the end of the stream.
  iovec bytes{const_cast<char*>(text.data()), text.size()};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  control_buffer control{};
  if (file >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    auto* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(part), &file, sizeof file);
  }
  while (::sendmsg(socket_.get(), &message, MSG_NOSIGNAL) < 0) {
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      return fail(errc::cancelled, "the other process does not read its socket");
    if (errno != EINTR) return fail_errno("send over", "a socket pair");
  }
  return {};
}

result<void> descriptor_channel::limit_waiting(std::chrono::milliseconds time_limit) const {
  using namespace std::chrono;
  const auto whole = duration_cast<seconds>(time_limit);
  const timeval limit{whole.count(), duration_cast<microseconds>(time_limit - whole).count()};
  for (const int which : {SO_RCVTIMEO, SO_SNDTIMEO})
    if (::setsockopt(socket_.get(), SOL_SOCKET, which, &limit, sizeof limit) != 0)
      return fail_errno("limit waiting at", "a socket pair");
  return {};
}

result<descriptor_channel::frame> descriptor_channel::receive() {
  if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(most_bytes);
  iovec bytes{buffer_.get(), most_bytes};
  control_buffer control;
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC)) < 0) {
    if (errno == EAGAIN || errno == EWOULDBLOCK) return frame{};
    if (errno != EINTR) return fail_errno("receive over", "a socket pair");
  }
  if (got == 0) return fail(errc::cancelled, "the other process has closed the socket");
  return frame{{buffer_.get(), static_cast<std::size_t>(got)}, take_file(message)};
}

void descriptor_channel::shut() const {
  ::shutdown(socket_.get(), SHUT_RDWR);
}

}  // namespace laundromat
