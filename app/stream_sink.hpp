// The output of the program as a sink of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "app/exit_code.hpp"
#include "core/base/byte_source.hpp"

namespace laundromat {

/// Writes to a stream that outlives it. Errors: those of `output_failure`.
class stream_sink final : public byte_sink {
 public:
  explicit stream_sink(std::ostream& out) : out_(out) {}
  result<void> write(std::string_view bytes) override {
    if (!out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      return tl::unexpected(output_failure());
    return {};
  }

 private:
  std::ostream& out_;
};

}  // namespace laundromat
