// Names of the elements of sitemaps and feeds, and whose they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat::sitemaps {

/// Whose an element is, by its namespace.
enum class vocabulary : std::uint8_t {
  protocol,  ///< of the sitemap or feed itself: its root has the same namespace, or the element has none
  semantic,  ///< of Semantic Sitemaps, in either namespace, or with the prefix `sc` that was not declared
  xhtml,
  dublin_core,
  atom,
  foreign,  ///< a known extension: images, videos, news, media
  unknown,  ///< any other, which may be the protocol in a misspelt namespace
};

/// Source: sitemaps.org/protocol.html "Extending the Sitemaps protocol"; the namespaces of Google's extensions.
[[nodiscard]] vocabulary vocabulary_of(std::string_view prefix, std::string_view name_space, bool is_declared,
                                       std::string_view root_prefix, std::string_view root_namespace);

/// Whether an open element `outer` cannot contain `inner`, so that its end tag is missing. Names are local and in lower case.
[[nodiscard]] bool cannot_contain(std::string_view outer, std::string_view inner);
/// `url`, `sitemap`, `dataset`, `item` or `entry`: the parts of a document that describe one thing each. In lower case.
[[nodiscard]] bool is_record_name(std::string_view local);
/// Whether the value of an attribute can matter. The name is local and in lower case.
[[nodiscard]] bool is_needed_attribute(std::string_view local);

}  // namespace laundromat::sitemaps
