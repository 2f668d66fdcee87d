// The literals whose text is being read: plain text, XML and HTML of all open elements with a property.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfa/evaluation/language_table.hpp"
#include "core/rdf/rdfa/evaluation/list_builder.hpp"
#include "core/rdf/rdfa/evaluation/resource.hpp"
#include "core/rdf/rdfa/evaluation/reused_stack.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"
#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::rdfa {

enum class literal_form : std::uint8_t { text, time, xml, html };

struct collector {
  literal_form form = literal_form::text;
  std::size_t text_begin = 0;
  std::string markup;   ///< of `xml` and `html`, so far
  int depth = 0;        ///< open elements within, for `xml` and `html`
  located_place place;  ///< of the start tag, or of the attribute that has the value
  std::string start;    ///< the start tag, as far as an excerpt goes
  resource_id subject = no_resource;
  std::vector<std::string> predicates;  ///< the first `predicate_count` count
  std::size_t predicate_count = 0;
  std::vector<list_slot> slots;
  std::string datatype;
  std::string datatype_word;     ///< as it is written
  located_place datatype_place;  ///< of that word
  int language = no_language;    ///< in the language table
  std::vector<std::pair<std::string, std::string>>
      namespaces;         ///< of `xml`: what its outermost elements declare
  errc fault = errc::ok;  ///< why there will be no literal
  std::string_view why;   ///< the message of that
  bool is_dropped = false;
};

/// A stack of collectors that share their text. Together they hold at most `most_bytes`; then the outermost is given up.
class literal_collectors {
 public:
  explicit literal_collectors(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  [[nodiscard]] bool is_active() const { return stack_.size() > dropped_; }
  collector& open(literal_form form);
  [[nodiscard]] collector& back() { return stack_.back(); }
  /// Whether the resource is the subject of one of them.
  [[nodiscard]] bool are_about(resource_id subject) const;
  /// The value of the innermost collector.
  [[nodiscard]] std::string_view value() const;
  void close();

  /// How often `spoil` was called.
  [[nodiscard]] std::uint64_t spoils() const { return spoils_; }

  void add_text(std::string_view text);
  /// `decoded` are the values of the attributes of the tag.
  void add_start_tag(std::string_view name,
                     const std::vector<std::pair<std::string, std::string>>& attributes);
  void add_end_tag(std::string_view name, bool is_void);
  [[nodiscard]] bool wants_tags() const { return markups_ > 0; }
  /// None of the literals that are open will be one. `why` outlives them.
  void spoil(errc fault, std::string_view why);
  /// Spoils the literal of the element that begins there. True when it was the outermost, which is then dropped.
  [[nodiscard]] bool spoil_begun_at(std::uint64_t offset_bytes, errc fault, std::string_view why);
  /// Counts out the lines of those whose bytes are about to go.
  void keep_places(fault_log& log);
  /// The outermost collector when they hold too much, with `extra_bytes` beside their text; it is dropped. Else null.
  [[nodiscard]] const collector* drop_overflow(std::uint64_t extra_bytes);

 private:
  collector& drop_outermost();

  std::uint64_t most_bytes_, markup_bytes_ = 0;
  reused_stack<collector> stack_;
  std::size_t dropped_ = 0;
  std::uint64_t spoils_ = 0;  // of the stack, from the outermost
  std::size_t markups_ = 0;   // collectors of `xml` and `html`
  std::string text_;
};

}  // namespace laundromat::rdfa
