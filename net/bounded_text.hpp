// A body that is kept in memory, up to a number of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

/// Appends to a text that outlives it. Error: `body_too_large`, before the text has more than `most_bytes`.
class bounded_text final : public byte_sink {
 public:
  bounded_text(std::string& text, std::uint64_t most_bytes) : text_(text), most_bytes_(most_bytes) {}
  result<void> write(std::string_view bytes) override {
    if (text_.size() + bytes.size() > most_bytes_)
      return fail(errc::body_too_large, "more than " + number_of(most_bytes_, "byte"));
    text_.append(bytes);
    return {};
  }

 private:
  std::string& text_;
  std::uint64_t most_bytes_;
};

}  // namespace laundromat
