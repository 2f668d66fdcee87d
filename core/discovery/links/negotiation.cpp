// Decides from the table of formats and the fields of an answer.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/negotiation.hpp"

#include "core/rdf/model/format.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

bool varies_by_accept(std::string_view vary) {
  while (!vary.empty()) {
    const auto end = std::min(vary.find(','), vary.size());
    const auto name = trim(vary.substr(0, end));
    if (name == "*" || equals_ignoring_case(name, "accept")) return true;
    vary.remove_prefix(std::min(end + 1, vary.size()));
  }
  return false;
}

bool is_page(std::string_view media_type) {
  return format_from_media_type(media_type) == rdf_format::rdfa;
}

}  // namespace

std::string rdf_only_accept() {
  std::string out;
  for (const auto& row : format_table()) {
    if (row.format == rdf_format::rdfa) continue;
    if (!out.empty()) out += ", ";
    out += row.media_types[0];
  }
  return out;
}

bool asks_again_for_rdf(const negotiated_answer& answer) {
  constexpr int ok = 200, multiple_choices = 300, not_acceptable = 406;
  if (answer.has_rdf_alternate || answer.asked_for_rdf_only) return false;
  if (answer.status == multiple_choices || answer.status == not_acceptable) return true;
  return answer.status == ok && is_page(answer.media_type) && varies_by_accept(answer.vary);
}

}  // namespace laundromat
