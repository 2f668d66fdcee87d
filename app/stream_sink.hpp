// The output of the program as a sink of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Writes to a stream that outlives it. Errors: `io_failed`.
class stream_sink final : public byte_sink {
 public:
  explicit stream_sink(std::ostream& out) : out_(out) {}
  result<void> write(std::string_view bytes) override {
    if (!out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      return fail(errc::io_failed, "cannot write");
    return {};
  }

 private:
  std::ostream& out_;
};

}  // namespace laundromat
