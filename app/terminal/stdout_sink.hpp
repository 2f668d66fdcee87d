// Standard output as a sink of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ios>
#include <iostream>
#include <string_view>

#include "app/terminal/exit_code.hpp"
#include "core/base/byte_source.hpp"

namespace laundromat {

/// Errors: `cancelled` when its reader has closed it, as `head` does; `no_space`, `io_failed`.
class stdout_sink final : public byte_sink {
 public:
  result<void> write(std::string_view bytes) override {
    return checked([&] { std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
  }
  static result<void> flush() {
    return checked([] { std::cout.flush(); });
  }

 private:
  /// Runs `work`; the stream may be configured to throw.
  template <class Work>
  static result<void> checked(Work work) {
    try {
      work();
      if (std::cout) return {};
    } catch (const std::ios_base::failure&) {
      return tl::unexpected(output_failure());
    }
    return tl::unexpected(output_failure());
  }
};

}  // namespace laundromat
