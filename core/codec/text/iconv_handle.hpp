// A converter of iconv(3) to UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iconv.h>

#include <string>

#include "core/codec/text/encoding_name.hpp"

namespace laundromat {

/// Owns the descriptor.
class iconv_handle {
 public:
  iconv_handle() = default;
  ~iconv_handle() { close(); }
  iconv_handle(const iconv_handle&) = delete;
  iconv_handle& operator=(const iconv_handle&) = delete;

  /// Opens a converter from a canonical encoding (`decoder_of`) in place of an older one; false when the system has none.
  bool open(const std::string& encoding) {
    close();
    handle_ = iconv_open("UTF-8", std::string(decoder_of(encoding)).c_str());
    return handle_ != none();
  }
  [[nodiscard]] iconv_t get() const { return handle_; }

 private:
  static iconv_t none() {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the value of iconv_open(3) for failure
    return reinterpret_cast<iconv_t>(-1);
  }
  void close() {
    if (handle_ != none()) iconv_close(handle_);
    handle_ = none();
  }

  iconv_t handle_ = none();
};

}  // namespace laundromat
