// The one table of link relations: as what the target of a link is announced.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// Which targets of a relation are announced.
enum class target_filter : std::uint8_t {
  any,
  rdf,  ///< those whose media type is that of an RDF format, or may be: see `hint_of`
  typed_rdf,  ///< those whose announced media type is that of an RDF format, because the relation is mostly used for others
};

struct link_relation {
  std::string_view name;  ///< as registered, in lower case, or an IRI
  announced_as kind{};
  target_filter filter = target_filter::any;
};

/// All relations that announce. Others do not.
/// Source: the IANA registry of link relations; RFC 8288, 9264, 9727, 8631; FAIR Signposting; the vocabularies of the IRIs.
[[nodiscard]] std::span<const link_relation> link_relation_table();

/// As what the target of a link is announced; nothing for a link that announces nothing. `relation` is compared in any case. A feed
/// (RSS, Atom) as `alternate` is a `sitemap`. A link with `hreflang` and without an RDF type is the same page in another language.
[[nodiscard]] std::optional<announced_as> kind_of_link(std::string_view relation, std::string_view media_type,
                                                       std::string_view language = {});

}  // namespace laundromat
