// What a document declares in its internal subset: general entities and values of attributes that are not written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laundromat::rdfxml {

enum class entity_answer : std::uint8_t {
  found,
  unknown,   ///< not declared
  unread,    ///< declared by what is not read
  markup,    ///< its text has a tag
  too_much,  ///< the budget is spent, or it contains itself
};

/// The place of a reference in a text.
struct xml_reference {
  std::size_t begin = 0, length = 0;
};

/// What `declare` does not read, or reads although it is not well-formed.
struct unread_declarations {
  std::optional<xml_reference> parameter;  ///< the first reference to a parameter entity
  struct fault {
    xml_reference at;
    std::string_view message;
  };
  std::vector<fault> faults;  ///< declarations that are not well-formed, and text between them
};

/// Expansion, with the attributes that are put into tags, may reach `budget_bytes` in all; beyond that, eight times the bytes of the
/// document that were read, so that long documents may abbreviate their namespaces and entity bombs still end. Source: XML 1.0 sections 4.2,
/// 4.4, 4.5.
class xml_entities {
 public:
  explicit xml_entities(std::uint64_t budget_bytes) : budget_bytes_(budget_bytes) {}

  /// Takes the declarations of general entities and attributes from `<!DOCTYPE … [ … ]>`, as far as the first reference to a parameter
  /// entity: its text is not read, and may have declared the same otherwise (XML 1.0 section 5.1). Under `is_strict` a declaration that is
  /// not well-formed is not read, either. Behind one that does not show its name an entity has no text: it may have been declared before.
  [[nodiscard]] unread_declarations declare(std::string_view document_type, bool is_strict);
  void clear();
  /// Names and values of the attributes that an element has without being given them (XML 1.0 section 3.3.2), null for none. References
  /// in the values are not resolved.
  struct attribute_defaults {
    std::vector<std::pair<std::string, std::string>> all;
    std::uint64_t cost = 0;  ///< of all of them in one tag
    bool has_base = false, has_language = false, has_namespace = false;
  };
  [[nodiscard]] const attribute_defaults* defaults_of(std::string_view element) const {
    if (defaults_.empty()) return nullptr;
    const auto found = defaults_.find(element);
    return found == defaults_.end() ? nullptr : &found->second;
  }
  /// Whether the defaults of one more tag are within the budget, which they are taken from. Otherwise nothing is.
  [[nodiscard]] bool spend(const attribute_defaults& defaults, std::uint64_t read_bytes) {
    if (spent_bytes_ + defaults.cost > allowed(read_bytes)) return false;
    spent_bytes_ += defaults.cost;
    return true;
  }
  /// Appends the text of `&name;` to `out`, with all references in it resolved. `read_bytes` is how far the document was read.
  [[nodiscard]] entity_answer expand(std::string_view name, std::uint64_t read_bytes, std::string& out);

 private:
  /// What may be spent in all. No single reference takes more than the budget, however long the document.
  [[nodiscard]] std::uint64_t allowed(std::uint64_t read_bytes) const {
    return std::min(std::max(budget_bytes_, amplification * read_bytes), spent_bytes_ + budget_bytes_);
  }
  void declare_one(std::string_view declaration, bool is_strict, std::string_view& fault);
  void declare_entity(std::string_view rest, bool is_strict, std::string_view& fault);
  void declare_attributes(std::string_view rest);
  [[nodiscard]] entity_answer expand_nested(std::string_view text, std::uint64_t allowed_bytes,
                                            std::string& out);

  static constexpr std::uint64_t amplification =
      8;  ///< what may be spent for each byte that was read, beyond the budget

  [[nodiscard]] entity_answer unknown() const {
    return is_unread_ ? entity_answer::unread : entity_answer::unknown;
  }

  std::map<std::string, std::optional<std::string>, std::less<>>
      texts_;  ///< replacement texts: character references are resolved; none for what cannot be read
  bool is_unread_ = false;    ///< there are declarations that are not read
  bool is_doubtful_ = false;  ///< one of them does not show what it declares
  std::map<std::string, attribute_defaults, std::less<>> defaults_;  ///< by element
  std::uint64_t budget_bytes_, spent_bytes_ = 0;
};

/// The character of `&name;` for the five names of XML, 0 for others.
[[nodiscard]] char predefined_entity(std::string_view name);
/// The character of a reference between `&#` and `;`, 0 when it is not well-formed, or no character of XML.
[[nodiscard]] char32_t referenced_character(std::string_view digits);
/// Whether XML 1.0 allows the character (section 2.2).
[[nodiscard]] constexpr bool is_xml_character(char32_t c) {
  return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

}  // namespace laundromat::rdfxml
