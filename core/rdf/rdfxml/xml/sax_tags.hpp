// Start tags as libxml2 reads them: namespaces resolved, values normalised, names interned.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// A name of an element or attribute. The texts live as long as the `sax_tags` is not renewed, and equal texts are equal pointers.
struct sax_name {
  const char* local = nullptr;
  const char* prefix = nullptr;  ///< null without prefix
  const char* iri = nullptr;     ///< of the namespace; null without one, or when the prefix was not declared
};

struct sax_attribute {
  sax_name name;
  std::string_view value;
};

struct sax_element {
  sax_name name;
  std::vector<sax_attribute> attributes;  ///< without declarations of namespaces, in the order of the tag
};

/// A whole start tag, or empty tag, as libxml2 may see it.
struct sax_tag {
  std::string_view text, name;
  std::span<const xml_attribute> attributes = {};  ///< of a plain tag
  bool is_plain = false;                           ///< it declares nothing, and its values have no references
  bool declares = false;                           ///< a namespace
};

/// Names of tags as libxml2 resolved them. Each element that declares namespaces begins a scope with a number of its own, so that what
/// is known in one stays true. Memory: 512 names of up to 256 bytes; others take the place of those.
class known_sax_names {
 public:
  [[nodiscard]] const sax_name* find(std::string_view text, bool is_attribute, std::uint64_t scope) const {
    const auto at = first_of(text, is_attribute, scope);
    for (std::size_t i = 0; i < ways; ++i) {
      const auto& one = slots_[at + i];
      if (one.scope == scope && one.is_attribute == is_attribute && one.text == text) return &one.name;
    }
    return nullptr;
  }
  void add(std::string_view text, bool is_attribute, std::uint64_t scope, const sax_name& name) {
    if (text.size() > longest || find(text, is_attribute, scope) != nullptr) return;
    auto& one = slots_[first_of(text, is_attribute, scope) + next_++ % ways];
    one.text.assign(text);
    one.name = name;
    one.scope = scope;
    one.is_attribute = is_attribute;
  }

 private:
  static constexpr std::size_t ways = 4, size = 512, longest = 256;
  struct slot {
    std::uint64_t scope = 0;  ///< 0 for none
    bool is_attribute = false;
    std::string text;
    sax_name name;
  };

  [[nodiscard]] static std::size_t first_of(std::string_view text, bool is_attribute, std::uint64_t scope) {
    std::uint64_t hash = 2 * scope + (is_attribute ? 1 : 0);
    for (const unsigned char c : text) hash = (hash ^ c) * 0x9E3779B97F4A7C15u;
    return (hash >> 32) % (size / ways) * ways;
  }

  std::vector<slot> slots_ = std::vector<slot>(size);
  std::size_t next_ = 0;
};

/// Feeds tags, and nothing but tags, to a push parser of libxml2, so that no document type, entity or other resource ever reaches
/// it. What it gets must be well-formed; when it refuses a tag all the same, or has so many names that it gets slow, it is made anew
/// and goes on within the same namespaces. A plain tag whose names it resolved before, in the same scope, changes nothing for it and
/// would give what is known, so it is not shown: nearly all tags of a document are such.
/// Memory: what is declared by the open elements, and the dictionary of names, at most about 10 MB.
class sax_tags {
 public:
  /// `declared`, if any, takes the declarations of namespaces, and outlives it.
  explicit sax_tags(declared_prefixes* declared = nullptr);
  ~sax_tags();
  sax_tags(const sax_tags&) = delete;
  sax_tags& operator=(const sax_tags&) = delete;

  /// Reads a tag. Null when libxml2 refuses it; then the element counts as not opened. The element is valid until the next call, and
  /// as long as the text of the tag.
  [[nodiscard]] const sax_element* open(const sax_tag& tag);
  /// Closes the element opened last.
  void close();
  /// How often the names were made invalid.
  [[nodiscard]] std::size_t generation() const { return generation_; }

 private:
  struct parser;
  struct open_element {
    std::string tag;                ///< as it was, when it declares a namespace; else empty
    std::string name;               ///< for the end tag
    bool is_known = false;          ///< the parser has it open
    bool declares = false;          ///< namespaces
    std::uint64_t outer_scope = 0;  ///< in force around it
  };

  [[nodiscard]] bool open_plain(const sax_tag& tag);
  void remember(const sax_tag& tag);
  open_element& push();
  [[nodiscard]] bool feed(std::string_view tag);
  void renew();
  void renew_when_crowded();

  declared_prefixes* declared_;
  std::unique_ptr<parser> parser_;
  std::vector<open_element> stack_;  ///< never shrinks, so that strings are used again
  std::size_t depth_ = 0, generation_ = 0;
  std::size_t kept_bytes_ = 0;  ///< in the tags of `stack_`
  std::size_t unkept_ = 0;      ///< open elements that declare namespaces, but whose tags are not kept
  int first_names_ = 0;         ///< how many the parser had when it was new
  known_sax_names known_;
  std::uint64_t scope_ = 1, last_scope_ = 1;  ///< in force; the highest number that was given
  std::string pending_;                       ///< end tags that the parser has not seen
};

}  // namespace laundromat::rdfxml
