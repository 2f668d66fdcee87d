// Proactive content negotiation: which of the representations that we have a client likes best.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laundromat {

/// An element of Accept: a media range with its parameters and its weight.
struct media_range {
  std::string type, subtype;  ///< lower case; `*` for any
  /// Without `q` and what follows it; names in lower case, values unquoted.
  std::vector<std::pair<std::string, std::string>> parameters;
  int weight = 1'000;  ///< thousandths, 0 to 1000

  friend bool operator==(const media_range&, const media_range&) = default;
};

/// An element of Accept-Encoding: a content coding, `identity` or `*`, with its weight.
struct accepted_coding {
  std::string name;  ///< lower case
  int weight = 1'000;

  friend bool operator==(const accepted_coding&, const accepted_coding&) = default;
};

/// Reads an Accept field; several fields are joined with commas before. Elements that break the grammar are left out, as are those after the
/// first 64; a weight that breaks it is 1, one above 1 is 1.
/// Source: RFC 9110 section 12.5.1, weights section 12.4.2.
[[nodiscard]] std::vector<media_range> parse_accept(std::string_view value);
/// Reads an Accept-Encoding field in the same way.
/// Source: RFC 9110 section 12.5.3.
[[nodiscard]] std::vector<accepted_coding> parse_accept_encoding(std::string_view value);

/// The weight that the most specific matching range gives this media type, as `text/turtle;charset=utf-8`; 0 when none matches. A range with
/// parameters matches a type that has them all, with the values in any case.
[[nodiscard]] int weight_of(std::string_view media_type, std::span<const media_range> ranges);

/// The index of the media type with the highest weight, the first of several with the same. `accept` is the field, empty when the client sent
/// none: then every type is acceptable. Nothing when none is acceptable. A field without any valid element counts as none.
[[nodiscard]] std::optional<std::size_t> choose_media_type(std::span<const std::string_view> offered,
                                                           std::string_view accept);

/// The index of the content coding with the highest weight, the first of several with the same; `identity` is one that is offered like the
/// others, and acceptable unless it is excluded. Nothing when none is acceptable. `accept_encoding` is the field, or nothing when the client sent
/// none: then `identity` is chosen if it is offered, else the first, because a client that says nothing may not decode any.
[[nodiscard]] std::optional<std::size_t> choose_coding(std::span<const std::string_view> offered,
                                                       std::optional<std::string_view> accept_encoding);

}  // namespace laundromat
