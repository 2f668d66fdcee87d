// sendmsg and recvmsg with one descriptor.
// SPDX-License-Identifier: Apache-2.0
#include "storage/descriptor_channel.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace laundromat {

namespace {

/// Room for one descriptor, aligned as its header wants it.
union control_buffer {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

file_descriptor take_file(msghdr& message) {
  for (auto* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(part), sizeof fd);
    return file_descriptor{fd};
  }
  return {};
}

}  // namespace

result<std::pair<descriptor_channel, descriptor_channel>> descriptor_channel::make_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail_errno("make", "a pair of sockets");
  return std::pair{descriptor_channel{file_descriptor{ends[0]}},
                   descriptor_channel{file_descriptor{ends[1]}}};
}

result<void> descriptor_channel::send(std::string_view text, int file) const {
  if (text.size() > most_bytes)
    return fail(errc::invalid_argument, "a message of " + std::to_string(text.size()) + " bytes");
  // An empty message would look like the end.
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
  while (::sendmsg(socket_.get(), &message, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) return fail_errno("send over", "a pair of sockets");
  return {};
}

bool descriptor_channel::wait(std::chrono::milliseconds patience) const {
  pollfd socket{socket_.get(), POLLIN, 0};
  return ::poll(&socket, 1, static_cast<int>(patience.count())) > 0;
}

result<descriptor_channel::letter> descriptor_channel::receive() const {
  letter received;
  received.text.resize(most_bytes);
  iovec bytes{received.text.data(), received.text.size()};
  control_buffer control{};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC)) < 0)
    if (errno != EINTR) return fail_errno("receive over", "a pair of sockets");
  if (got == 0) return fail(errc::cancelled, "the other end is gone");
  received.file = take_file(message);
  received.text.resize(static_cast<std::size_t>(got));
  return received;
}

void descriptor_channel::shut() const {
  ::shutdown(socket_.get(), SHUT_RDWR);
}

}  // namespace laundromat
