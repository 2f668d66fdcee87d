// Implements the base: resolves IRIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/base_iri.hpp"

#include <algorithm>

#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

bool is_simple_segment(std::string_view text) {
  for (const char c : text)
    if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '-') return false;
  return !text.empty();
}

}  // namespace

void base_iri::set_given(std::string_view iri, bool* used) {
  set(iri);
  used_ = used;
}

void base_iri::set(std::string_view iri) {
  used_ = nullptr;
  is_lost_ = false;
  iri_ = iri;
  is_prepared_ = false;
}

void base_iri::prepare() {
  is_prepared_ = true;
  document_length_ = std::min(iri_.find('#'), iri_.size());
  const auto parts = split_uri(iri_);
  const auto path_end = std::min(iri_.find_first_of("?#"), iri_.size());
  folder_length_ = path_end == 0 ? 0 : iri_.rfind('/', path_end - 1) + 1;
  is_simple_ = parts.scheme && parts.authority && parts.path.starts_with('/') &&
               remove_dot_segments(parts.path) == parts.path;
}

bool base_iri::resolve(std::string_view reference, std::string& out) {
  if (has_scheme(reference)) {
    out.append(reference);
    return true;
  }
  if (resolve_simple(reference, out)) return true;
  if (used_ != nullptr) *used_ = true;
  if (iri_.empty()) return false;
  const auto whole = resolve_iri(iri_, reference);
  out.append(whole);
  return !whole.empty();
}

bool base_iri::resolve_simple(std::string_view reference, std::string& out) {
  const bool is_fragment = reference.empty() || reference.front() == '#';
  if (!is_fragment && !is_simple_segment(reference)) return false;
  if (!is_prepared_) prepare();
  if (!is_simple_) return false;
  if (used_ != nullptr) *used_ = true;
  const auto kept = is_fragment ? document_length_ : folder_length_;
  out.reserve(out.size() + kept + reference.size());
  out.append(iri_, 0, kept).append(reference);
  return true;
}

bool has_scheme(std::string_view reference) {
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const char c = reference[i];
    if (c == ':') return i > 0;
    if (c == '/' || c == '?' || c == '#') return false;
  }
  return false;
}

}  // namespace laundromat::turtle
