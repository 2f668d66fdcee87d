// Encodes the bytes that file systems treat differently.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/document_name.hpp"

#include "core/base/digest.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t extension_bytes = 3, digits_of_name = 32;

bool is_kept(char c) {
  return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_' || c == '.';
}

}  // namespace

std::string document_name(std::string_view uri, bool has_graphs) {
  constexpr std::size_t most = document_name_bytes - extension_bytes;
  constexpr std::size_t most_of_long = most - 1 - digits_of_name;
  std::string name;
  std::size_t cut = 0;  // the last place where a long name may end
  for (std::size_t i = 0; i < uri.size() && name.size() <= most; ++i) {
    if (name.size() <= most_of_long) cut = name.size();
    if (is_kept(uri[i]) && !(i == 0 && uri[i] == '.'))
      name.push_back(uri[i]);
    else
      append_percent_encoded(name, uri[i]);
  }
  if (name.size() > most) {
    name.resize(cut);
    name.append("~").append(sha256(uri).hex().substr(0, digits_of_name));
  }
  return name.append(has_graphs ? ".nq" : ".nt");
}

}  // namespace laundromat
