// The escapes of strings and IRIs, and bytes between them that are not UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/terms/token_fault.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Reports each repair. When a function returns false, the term must be skipped and `fault` has the reason.
/// Source: RDF 1.1 Turtle, section 6.4 and productions 26 and 159s.
class escape_reader {
 public:
  escape_reader(const text_window& text, defect_reporter& reports) : text_(&text), reports_(&reports) {}

  /// Appends the text of a string from `from` to `end`, in UTF-8.
  [[nodiscard]] bool read_string(const char* from, const char* end, std::string& out);
  /// Appends the text of an IRI, which must be UTF-8. Only \u and \U are escapes here; another backslash is kept, and is no character of an
  /// IRI. Nothing is repaired.
  [[nodiscard]] bool read_iri(const char* at, const char* end, std::string& out);
  [[nodiscard]] const token_fault& fault() const { return fault_; }

 private:
  /// Appends the character of the escape at `at` and returns where the escape ends, or null.
  [[nodiscard]] const char* read(const char* at, const char* end, std::string& out);
  [[nodiscard]] const char* read_unicode(const char* at, const char* end, std::string& out);
  [[nodiscard]] const char* repair_surrogate(const char* at, const char* after, const char* end,
                                             char32_t code, std::string& out);
  bool refuse(errc rule, const char* at);

  const text_window* text_;
  defect_reporter* reports_;
  token_fault fault_;
};

}  // namespace laundromat::turtle
