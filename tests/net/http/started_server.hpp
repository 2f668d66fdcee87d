// Starts an HTTP server for a test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "net/http/http_server.hpp"

namespace laundromat::test {

/// At a free port of 127.0.0.1.
[[nodiscard]] inline http_server started(http_handler handler, http_limits limits = {}) {
  auto server = http_server::start({.limits = limits}, std::move(handler));
  EXPECT_TRUE(server) << server.error().detail;
  return std::move(server).value();
}

}  // namespace laundromat::test
