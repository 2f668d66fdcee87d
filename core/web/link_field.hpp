// Parser of links as Link header fields and documents of links have them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// One link of a Link header field (RFC 8288 section 3).
struct web_link {
  std::string target;  ///< as it was sent; often relative
  /// `describedby`, `alternate`, `next` in lower case; a relation type that is an IRI as it was sent.
  std::vector<std::string> relations = {};
  std::string media_type = {};  ///< of the target, lower case, without parameters; often empty
  std::string anchor = {};      ///< the URI that it is a link of, if not the requested one
  std::string title = {};       ///< UTF-8; of `title*` where that can be read, else of `title`
  std::string language = {};    ///< of the target: the first `hreflang`
  std::uint64_t line = 0;       ///< where it begins, counted from 1; 0: unknown

  /// In any case.
  [[nodiscard]] bool has_relation(std::string_view name) const;

  friend bool operator==(const web_link&, const web_link&) = default;
};

/// A part of a Link header field that cannot be read as a link.
struct link_fault {
  std::uint64_t line = 0;  ///< counted from 1
  std::string message;     ///< what is wrong, and what was done

  friend bool operator==(const link_fault&, const link_fault&) = default;
};

struct link_field {
  std::vector<web_link> links;
  std::vector<link_fault> faults;  ///< at most one per comma, and at most `most` as well
  std::uint64_t left_out = 0;      ///< links and faults beyond the limit
};

/// Reads a Link header field, or a document `application/linkset`, which also has line feeds between its parts (RFC 9264 section 4.1).
/// Tolerated: white space anywhere between parts, empty list elements, values without quotes, a parameter that occurs twice (the first
/// counts, RFC 8288 section 3.3), an unknown parameter, a quoted value without its end. Everything else that is no link is a fault and
/// ends at the next comma outside of quotes and angle brackets. Memory: the links. Linear time.
/// Source: RFC 8288 section 3 and appendix B; `title*` by RFC 8187, of which only UTF-8 and ISO-8859-1 are read.
[[nodiscard]] link_field read_link_field(std::string_view value, std::size_t most = 1'000);

/// The links alone; faults are skipped.
[[nodiscard]] std::vector<web_link> parse_links(std::string_view value, std::size_t most = 100);

/// The relation types of a `rel` value, as `web_link::relations` has them, each once.
[[nodiscard]] std::vector<std::string> relation_types(std::string_view value);

}  // namespace laundromat
