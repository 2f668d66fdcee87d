// A byte sink that writes to an output stream.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "app/terminal/exit_code.hpp"
#include "core/base/byte_source.hpp"

namespace laundromat {

/// Writes to a stream that outlives it. Never throws, because C libraries call it. Errors: those of
/// `output_failure`; the stream's exceptions are then disabled, because the error is returned.
class stream_sink final : public byte_sink {
 public:
  explicit stream_sink(std::ostream& out) : out_(out) {}
  result<void> write(std::string_view bytes) override {
    try {
      if (out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return {};
    } catch (const std::ios_base::failure&) {
      out_.exceptions(std::ios_base::goodbit);
    }
    return tl::unexpected(output_failure());
  }

 private:
  std::ostream& out_;
};

}  // namespace laundromat
