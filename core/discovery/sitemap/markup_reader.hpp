// Reads dirty XML as a stream of elements, for sitemaps and feeds: nothing is declared, loaded or expanded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/text_position.hpp"
#include "core/discovery/announcement.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::sitemaps {

/// An attribute whose value is needed, with its references resolved.
struct markup_attribute {
  std::string name;  ///< without its prefix, in lower case
  std::string value;
};

/// A start tag. Valid during the call.
struct markup_element {
  std::string_view prefix, local;  ///< as written
  std::string_view name_space;     ///< the IRI that the prefix, or its absence, is declared for; empty: none
  bool is_declared = true;         ///< false: it has a prefix that was not declared
  bool is_broken = false;          ///< the tag does not show where it ends
  std::vector<markup_attribute> attributes = {};  ///< those that `is_needed_attribute` names
  std::uint64_t line = 0;
};

/// How an element ended.
enum class element_end : std::uint8_t {
  tag,       ///< with its end tag, or an empty tag
  implied,   ///< its end tag is missing: another element began or ended that cannot be inside of it
  document,  ///< the document ended
};

/// A piece of character data.
struct markup_text {
  std::string text;  ///< UTF-8, references resolved
  bool is_sure =
      true;  ///< false: it has references that cannot be resolved, or characters that cannot be read
};

/// What receives the elements. Calls are balanced: every `open` is followed by its `close`.
class markup_handler {
 public:
  virtual ~markup_handler() = default;
  virtual void open(const markup_element& element) = 0;
  /// Whether the text at this place is needed; where it is not, it is not decoded.
  [[nodiscard]] virtual bool needs_text() const = 0;
  virtual void text(const markup_text& piece) = 0;
  virtual void close(element_end how) = 0;
  /// Whether the rest of the document can be left unread.
  [[nodiscard]] virtual bool is_full() const { return false; }
};

/// Cuts UTF-8 text into elements. What is not well-formed is repaired where that is certain: an end tag that is missing or matches nothing, an
/// ampersand that begins no reference, an attribute without quotes. Comments, instructions and the document type are passed over, and what that
/// declares is not known. The result does not depend on how the source cuts its bytes.
/// Memory: 1 MiB for one tag, and the names of up to 200 open elements; deeper ones are passed over with their content.
class markup_reader {
 public:
  using defect_log = std::function<void(std::uint64_t line, std::string message)>;

  markup_reader(markup_handler& handler, defect_log log) : handler_(handler), log_(std::move(log)) {}

  /// Reads to the end. Errors: those of the source. What was read before an error was handled; the open elements are closed.
  [[nodiscard]] result<void> read(byte_source& source);

 private:
  struct open_element {
    std::string name;          ///< as written, with its prefix; at most `longest_name`
    std::size_t bindings = 0;  ///< how many were in force around it
  };
  struct binding {
    std::string prefix, iri;
  };

  [[nodiscard]] result<void> read_tokens(byte_source& source);
  void handle(const rdfxml::xml_token& token, std::string_view text);
  void handle_text(std::string_view raw, rdfxml::xml_text_kind kind);
  void handle_start(const rdfxml::xml_token& token, std::string_view text);
  void handle_end(std::string_view name);
  void declare(std::string_view text);
  void close_until(std::size_t depth, element_end how);
  void close_what_cannot_contain(std::string_view name);
  [[nodiscard]] std::string decode_value(std::string_view raw);
  [[nodiscard]] const std::string* find_binding(std::string_view prefix) const;

  markup_handler& handler_;
  defect_log log_;
  rdfxml::xml_text_decoder decoder_{0, std::uint64_t{1} << 20, wash_profile::standard};
  rdfxml::xml_tag tag_;
  std::vector<open_element> open_;
  std::vector<binding> bindings_;
  std::size_t beyond_ = 0;  ///< elements that are open deeper than the limit
  bool is_too_deep_ = false, is_undeclared_noted_ = false;
  text_position place_;
  std::uint64_t read_bytes_ = 0;
};

}  // namespace laundromat::sitemaps
