// Compares where a VoID file was registered with where it came from.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_binding.hpp"

#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string scheme_of(std::string_view uri) {
  return lower_case(split_uri(uri).scheme.value_or(""));
}

}  // namespace

bool is_downgraded(std::string_view from, std::string_view to) {
  return scheme_of(from) == "https" && scheme_of(to) == "http";
}

std::optional<std::string> refuse_source(std::string_view registered, std::string_view final_uri) {
  const auto owner = short_authority(registered), source = short_authority(final_uri);
  if (!owner || !source || !is_http_scheme(scheme_of(final_uri)))
    return std::string{final_uri} + " names no host";
  if (*owner != *source) return "the graph belongs to " + *owner + ", and the file came from " + *source;
  if (is_downgraded(registered, final_uri))
    return "the file is registered with https, and came by plain http from " + std::string{final_uri};
  return std::nullopt;
}

}  // namespace laundromat
