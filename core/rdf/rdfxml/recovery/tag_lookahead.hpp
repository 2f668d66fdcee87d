// The tags ahead: end tags without a start tag ahead show whether an end tag is missing or superfluous.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// Whether the name is that of rdf:RDF, as far as it is known without its namespace.
[[nodiscard]] constexpr bool is_named_rdf(std::string_view name) {
  return name == "RDF" || name.ends_with(":RDF");
}
/// Whether a start tag can only be that of a node: rdf:Description, or one with rdf:about.
[[nodiscard]] bool looks_like_node(const xml_token& token, const xml_tag& tag, std::string_view raw);

struct tags_ahead {
  static constexpr std::size_t window_bytes = std::size_t{32} << 10;
  static constexpr std::size_t near_bytes = std::size_t{8} << 10, far_bytes = std::size_t{1} << 20;
  static constexpr std::size_t behind_bytes = std::size_t{8}
                                              << 10;  ///< how far to scan behind the first end tag found

  std::array<std::string_view, 8> ends;  ///< names of the first end tags that match no start tag ahead
  std::size_t count = 0;
  /// The outermost start tag ahead that has no end tag before the first of these, when it has no attributes.
  std::string_view unended;
  enum class kind : std::uint8_t { none, end, node, other };
  struct seen {
    kind is = kind::none;
    std::string_view name;
  };
  seen first;                     ///< tag ahead
  seen next;                      ///< tag behind the first element or end tag ahead
  seen behind_end;                ///< tag behind the first of `ends`
  bool begins_with_text = false;  ///< before the first tag is more than spaces and comments
  bool is_whole = true;           ///< false: more of the document is needed to know
  std::size_t read_bytes = 0;

  [[nodiscard]] bool has(std::size_t i, std::string_view name) const { return i < count && ends[i] == name; }
};

/// Scans `text` as far as the window. `is_open` says whether an element of that name is open. Damage ahead is tolerated: an
/// element without end ends where one around it does.
class tag_lookahead {
 public:
  explicit tag_lookahead(const xml_lexer_limits& limits) : limits_(limits) {}
  /// No further than the end tag that is the `enough`th without a start tag.
  [[nodiscard]] tags_ahead look(std::string_view text, bool is_end, std::size_t enough,
                                const std::function<bool(std::string_view)>& is_open,
                                std::size_t window_bytes = tags_ahead::window_bytes);
  /// Whether the next tag is that of a root: one named RDF, or one that declares a namespace.
  [[nodiscard]] std::optional<bool> goes_on_with_root(std::string_view text, bool is_end);
  /// Whether the end tag of a root before `text` is not the last one: nodes without declarations of their own follow, and another end tag
  /// of that name before any start tag of it; nothing when more of the document is needed to know. Scans 16 MiB at most.
  [[nodiscard]] std::optional<bool> ends_again(std::string_view text, bool is_end, std::string_view name);
  /// Whether an element named RDF, with or without a prefix, is in the first 256 KiB of the element that was just opened.
  [[nodiscard]] std::optional<bool> holds_rdf(std::string_view text, bool is_end);

 private:
  /// The result of `is_wanted` for the next tag, its text, and whether it declares a namespace.
  [[nodiscard]] std::optional<bool> check_next(
      std::string_view text, bool is_end,
      const std::function<bool(const xml_token&, std::string_view, bool)>& is_wanted);
  [[nodiscard]] tags_ahead::seen see(const xml_token& token, std::string_view raw) const;

  xml_lexer_limits limits_;
  xml_tag tag_;
  std::vector<std::string_view> open_;
};

}  // namespace laundromat::rdfxml
