// Tests of TLS errors of one connection, which must not affect others in the same thread.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/tls_errors.hpp"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace laundromat {
namespace {

TEST(tls_errors, errors_of_another_connection_are_cleared_when_a_socket_is_used) {
  keep_tls_errors_apart();
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
  auto* const socket = BIO_new_socket(ends[0], BIO_CLOSE);
  std::array<char, 8> bytes{};
  ERR_raise(ERR_LIB_SSL, ERR_R_INTERNAL_ERROR);
  EXPECT_LT(BIO_read(socket, bytes.data(), bytes.size()), 0);
  EXPECT_TRUE(BIO_should_retry(socket));
  EXPECT_EQ(ERR_peek_error(), 0U);
  ERR_raise(ERR_LIB_SSL, ERR_R_INTERNAL_ERROR);
  EXPECT_EQ(BIO_write(socket, "soap", 4), 4);
  EXPECT_EQ(ERR_peek_error(), 0U);
  BIO_free(socket);
  ::close(ends[1]);
}

TEST(tls_errors, memory_bios_do_not_clear_errors) {
  keep_tls_errors_apart();
  auto* const memory = BIO_new_mem_buf("soap", 4);
  std::array<char, 8> bytes{};
  ERR_raise(ERR_LIB_SSL, ERR_R_INTERNAL_ERROR);
  EXPECT_EQ(BIO_read(memory, bytes.data(), bytes.size()), 4);
  EXPECT_NE(ERR_peek_error(), 0U);
  ERR_clear_error();
  BIO_free(memory);
}

}  // namespace
}  // namespace laundromat
