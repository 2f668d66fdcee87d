// Writing of Skolem IRIs, and the substitution of the placeholder in them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// Whether a term of `line` that begins at `at` is a Skolem IRI with the placeholder.
bool is_placeholder_term(std::string_view line, std::size_t at) {
  if (at >= line.size() || line[at] != '<') return false;
  const auto iri = line.substr(at + 1);
  return iri.starts_with(genid_base) && iri.substr(genid_base.size()).starts_with(digest_placeholder);
}

}  // namespace

std::string skolem_prefix(const content_digest& document) {
  return std::string(genid_base) + document.hex() + "/";
}

std::string placeholder_skolem_prefix() {
  return std::string(genid_base) + std::string(digest_placeholder) + "/";
}

void append_skolem_label(std::string& out, std::string_view label) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : label) {
    if (is_unreserved(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(digits[byte >> 4]);
    out.push_back(digits[byte & 15u]);
  }
}

void append_with_digest(std::string& out, std::string_view line, std::string_view digest_hex) {
  const auto start = out.size();
  out.append(line);
  const auto substitute = [&](std::size_t at) {
    if (is_placeholder_term(line, at))
      out.replace(start + at + 1 + genid_base.size(), digest_hex.size(), digest_hex);
  };
  substitute(0);
  // Subject and predicate contain no space, and no canonical IRI contains '<': the object begins after the
  // second space, and a graph is the last '<' that follows a space.
  const auto predicate = line.find(' ');
  const auto object = predicate == line.npos ? line.npos : line.find(' ', predicate + 1);
  if (object == line.npos) return;
  substitute(object + 1);
  if (line.size() < 4 || line.substr(line.size() - 4) != "> .\n") return;
  const auto last = line.rfind('<');
  if (last != object + 1 && line[last - 1] == ' ') substitute(last);
}

}  // namespace laundromat
