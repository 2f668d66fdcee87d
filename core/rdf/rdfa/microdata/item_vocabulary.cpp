// Implements the property IRIs of microdata.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/item_vocabulary.hpp"

#include "core/web/uri.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::string_view registered[] = {"http://schema.org/", "https://schema.org/",
                                           "http://microformats.org/profile/hcard"};

/// Whether a fragment may have the byte: those of IRIs beyond ASCII, unreserved ones, delimiters, `:`, `@`, `/`, `?` and `%`.
bool is_fragment_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > 0x7F ||
         (byte > 0x20 && byte < 0x7F && std::string_view("\"#<>[\\]^`{|}").find(c) == std::string_view::npos);
}

}  // namespace

std::string_view vocabulary_of(std::string_view type, std::span<const property_alias> more) {
  for (const auto prefix : registered)
    if (type.starts_with(prefix)) return type.substr(0, prefix.size());
  for (const auto& one : more)
    if (type.starts_with(one.vocabulary)) return type.substr(0, one.vocabulary.size());
  const auto hash = type.rfind('#');
  if (hash != type.npos) return type.substr(0, hash + 1);
  const auto slash = type.rfind('/');
  const bool is_of_path = slash != type.npos && slash > 0 && type[slash - 1] != '/';
  return is_of_path ? type.substr(0, slash + 1) : type;
}

std::string property_iri(std::string_view vocabulary, std::string_view name) {
  if (is_absolute(name)) return std::string(name);
  std::string iri(vocabulary);
  if (!iri.ends_with('#') && !iri.ends_with('/')) iri += '#';
  return iri.append(name);
}

std::string escape_property_name(std::string_view name) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : name) {
    if (is_fragment_byte(c)) {
      escaped += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    escaped.append({'%', digits[byte >> 4], digits[byte & 15]});
  }
  return escaped;
}

}  // namespace laundromat::rdfa
