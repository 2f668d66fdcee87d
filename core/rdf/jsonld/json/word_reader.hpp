// Reads what is neither string nor bracket in a JSON text: numbers, words, bare keys, space and comments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/jsonld/json/fault_list.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/json/parsed_text.hpp"

namespace laundromat::jsonld {

/// Each function reads at `at`, and moves that behind what it has read. False, with a fault, when the text cannot be read.
class word_reader {
 public:
  explicit word_reader(fault_list& faults) : faults_(&faults) {}

  /// Begins with another text.
  void begin(const parsed_text& text) { text_ = &text; }
  /// White space; comments and byte order marks among it are repaired.
  [[nodiscard]] bool skip_space(const char*& at) {
    while (at != text_->end) {
      if (is_white_space(*at)) {
        ++at;
      } else {
        const bool is_odd =
            *at == '/' || (*at == '\xEF' && std::string_view(at, text_->end).starts_with(byte_order_mark));
        if (!is_odd) return true;
        if (!skip_odd_space(at)) return false;
      }
    }
    return true;
  }
  /// A number, or a word that begins like one.
  [[nodiscard]] bool read_number(const char*& from);
  /// true, false, null, or a token that JSON does not have, which costs only itself.
  [[nodiscard]] bool read_word(const char*& from);
  /// A name of JavaScript, with or without `@`, in the place of a key.
  [[nodiscard]] bool read_bare_key(const char*& from);

 private:
  [[nodiscard]] bool skip_odd_space(const char*& at);
  [[nodiscard]] bool skip_comment(const char*& at);
  [[nodiscard]] bool is_number_end(const char* at) const;

  fault_list* faults_;
  const parsed_text* text_ = nullptr;
};

}  // namespace laundromat::jsonld
