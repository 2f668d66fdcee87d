// Implements prefixes and the base: looks up namespaces, and resolves IRIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/turtle_prefixes.hpp"

#include <algorithm>

#include "core/rdf/model/term_check.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

/// No name behind it can change the scheme or host.
bool has_whole_host(std::string_view iri) {
  const auto colon = iri.find(':');
  if (colon == iri.npos) return false;
  if (!iri.substr(colon + 1).starts_with("//")) return true;
  return std::any_of(iri.begin() + static_cast<std::ptrdiff_t>(colon) + 3, iri.end(),
                     [](char c) { return c == '/' || c == '?' || c == '#'; });
}

bool is_simple_segment(std::string_view text) {
  for (const char c : text)
    if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '-') return false;
  return !text.empty();
}

}  // namespace

std::size_t prefix_table::slot_of(std::string_view name) {
  if (name.empty()) return 0;
  const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
  return (name.size() * 7u + std::size_t{first} * 5u + std::size_t{last} * 11u) % 64u;
}

prefix_entry* prefix_table::find(std::string_view name) {
  auto& slot = recent_[slot_of(name)];
  if (slot != nullptr && slot->first == name) return &slot->second;
  const auto found = entries_.find(name);
  if (found == entries_.end()) return nullptr;
  slot = &*found;
  return &found->second;
}

bool prefix_table::declare(std::string_view name, std::string_view iri) {
  const auto [found, is_new] = entries_.try_emplace(std::string(name));
  auto& entry = found->second;
  if (!is_new) {
    held_bytes_ -= name.size() + entry.length + sizeof(map::value_type);
    entry.length = 0;
  }
  if (held_bytes_ + name.size() + iri.size() > limit_bytes_) {
    held_bytes_ += name.size() + sizeof(map::value_type);
    forget(name);
    return false;
  }
  if (!forgotten_.empty() && forgotten_.erase(std::string(name)) > 0)
    held_bytes_ -= name.size() + sizeof(map::value_type);
  held_bytes_ += name.size() + iri.size() + sizeof(map::value_type);
  entry.memory.clear();
  entry.memory.reserve(iri.size() + prefix_entry::room_bytes);
  entry.memory.append(iri).append(prefix_entry::room_bytes, 'x');
  entry.length = iri.size();
  entry.is_plain = has_whole_host(iri) && !iri.ends_with('%') &&
                   is_plain_iri(std::string_view(entry.memory).substr(0, iri.size() + 1));
  return true;
}

void prefix_table::forget(std::string_view name) {
  erase(name);
  if (is_all_forgotten_ || forgotten_.contains(name)) return;
  if (held_bytes_ + name.size() > limit_bytes_) {
    is_all_forgotten_ = true;
    return;
  }
  forgotten_.emplace(name);
  held_bytes_ += name.size() + sizeof(map::value_type);
}

void prefix_table::forget_all() {
  entries_.clear();
  recent_ = {};
  short_ = {};
  forgotten_.clear();
  held_bytes_ = 0;
  is_all_forgotten_ = true;
}

void prefix_table::erase(std::string_view name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return;
  held_bytes_ -= name.size() + found->second.length + sizeof(map::value_type);
  recent_[slot_of(name)] = nullptr;
  short_ = {};
  entries_.erase(found);
}

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
  if (used_ != nullptr) *used_ = true;
  if (!is_prepared_) prepare();
  if (is_simple_ && (reference.empty() || reference.front() == '#')) {
    out.append(iri_, 0, document_length_).append(reference);
    return true;
  }
  if (is_simple_ && is_simple_segment(reference)) {
    out.append(iri_, 0, folder_length_).append(reference);
    return true;
  }
  if (iri_.empty()) return false;
  const auto whole = resolve_iri(iri_, reference);
  out.append(whole);
  return !whole.empty();
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
