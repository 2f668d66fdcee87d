// Reads one JSON value that is valid, as fast as possible.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/model/extraction_limits.hpp"

namespace laundromat {

/// How the reading of a value ended.
struct value_end {
  enum class how : std::uint8_t {
    valid,
    incomplete,  ///< the text ends within the value
    invalid,     ///< no JSON by RFC 8259, or a key is repeated, or a limit is exceeded
  };
  how is = how::invalid;
  std::size_t at = 0;              ///< behind the value; else where that was noticed
  errc rule = errc::syntax_error;  ///< of an invalid value
};

/// Recursion is none; numbers keep their digits, and strings without escapes are views of the text.
class sound_value {
 public:
  explicit sound_value(const extraction_limits& limits) : limits_(limits) {}

  /// Reads the value at the beginning of `text`, which is not white space, into an empty record. `is_last`: nothing follows the text.
  [[nodiscard]] value_end read(std::string_view text, bool is_last, data_record& record);

 private:
  struct open_value {
    std::size_t node = 0;
    std::uint64_t bits = 0;  ///< one for each name by its letters
    std::uint32_t members = 0;
    bool is_map = false;
  };
  [[nodiscard]] bool read_one();
  [[nodiscard]] bool read_key();
  [[nodiscard]] bool read_string(std::string_view& value);
  [[nodiscard]] bool decode(const char* from, std::string_view& value);
  [[nodiscard]] bool decode_escape(const char*& at);
  [[nodiscard]] bool read_number();
  [[nodiscard]] bool read_word();
  [[nodiscard]] bool open(bool is_map);
  [[nodiscard]] bool close();
  [[nodiscard]] bool is_new_name();
  [[nodiscard]] bool skip_space();
  bool refuse(errc rule) {
    end_ = {value_end::how::invalid, place(at_), rule};
    return false;
  }
  /// The text ends, or has an end that is not as it must be.
  bool is_at_end() {
    end_ = {is_last_ ? value_end::how::invalid : value_end::how::incomplete, place(at_), errc::unterminated};
    return false;
  }
  [[nodiscard]] std::size_t place(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  extraction_limits limits_;
  const char *begin_ = nullptr, *text_end_ = nullptr, *at_ = nullptr;
  bool is_last_ = false;
  data_record* record_ = nullptr;
  std::string_view name_;
  std::vector<open_value> open_;
  std::string decoded_;
  std::vector<std::string_view> names_;
  value_end end_;
};

}  // namespace laundromat
