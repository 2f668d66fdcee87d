// Finds the repaired reference at the end of the IRI that it was resolved to.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/authored_text.hpp"

#include <string_view>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/iri_check.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// An IRI with the brackets or quotes around it, of which both are empty for none.
struct delimited {
  std::string_view open, iri, close;
};

delimited cut_delimiters(std::string_view text) {
  text = trim_iri(text);
  const bool is_delimited = text.size() > 1 && ((text.front() == '<' && text.back() == '>') ||
                                                (text.front() == '"' && text.back() == '"') ||
                                                (text.front() == '\'' && text.back() == '\''));
  if (!is_delimited) return {{}, text, {}};
  return {text.substr(0, 1), text.substr(1, text.size() - 2), text.substr(text.size() - 1)};
}

/// The end of `iri` that is `reference`, some of whose characters are percent-encoded; nothing where it does not end so.
std::optional<std::string_view> find_encoded(std::string_view iri, std::string_view reference) {
  auto at = iri.size();
  std::string encoded;
  for (auto i = reference.size(); i-- > 0;) {
    encoded.clear();
    append_percent_encoded(encoded, reference[i]);
    if (at > 0 && iri[at - 1] == reference[i])
      --at;
    else if (iri.substr(0, at).ends_with(encoded))
      at -= encoded.size();
    else
      return std::nullopt;
  }
  return iri.substr(at);
}

}  // namespace

std::optional<std::string> authored_text(const defect& repaired) {
  const auto before = cut_delimiters(repaired.before), after = cut_delimiters(repaired.after);
  const bool was_resolved = !before.iri.empty() && !is_absolute(trim_iri(before.iri)) &&
                            before.open == after.open && is_absolute(after.iri);
  const bool is_repaired_iri = repaired.rule == errc::iri_character ||
                               repaired.rule == errc::bad_percent_code ||
                               repaired.rule == errc::iri_delimiter;
  if (was_resolved && is_repaired_iri) {
    const auto reference = find_encoded(after.iri, trim_iri(before.iri));
    if (!reference) return std::nullopt;
    return std::string(after.open).append(*reference).append(after.close);
  }
  const bool has_no_address = repaired.after.find(no_address_base) != std::string::npos &&
                              repaired.before.find(no_address_base) == std::string::npos;
  if (has_no_address) return std::nullopt;
  return repaired.after;
}

}  // namespace laundromat
