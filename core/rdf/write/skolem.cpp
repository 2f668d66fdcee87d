// Writing of Skolem IRIs, and the substitution of the placeholder in them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/skolem.hpp"

#include <algorithm>
#include <cstring>

namespace laundromat {

namespace {

/// Where the three terms of a canonical line begin that may be Skolem IRIs; `npos` for a graph that is not there.
struct term_places {
  std::size_t begin = 0, end = 0, object = 0, graph = 0;

  [[nodiscard]] bool has(std::size_t at) const { return at == begin || at == object || at == graph; }
};

/// Of the line of `lines` that `at` lies in and that begins behind `from`. Subject and predicate contain no space, and no canonical IRI
/// contains '<': the object begins after the second space, and a graph is the last '<' that follows a space.
term_places find_terms(std::string_view lines, std::size_t from, std::size_t at) {
  const auto feed = lines.substr(from, at - from).rfind('\n');
  term_places places;
  places.begin = feed == lines.npos ? from : from + feed + 1;
  places.end = std::min(lines.size(), lines.find('\n', at)) + 1;
  const auto predicate = lines.find(' ', places.begin);
  const auto object = predicate == lines.npos ? lines.npos : lines.find(' ', predicate + 1);
  places.object = object == lines.npos ? object : object + 1;
  const auto line = lines.substr(places.begin, places.end - places.begin);
  const auto last = line.ends_with("> .\n") ? line.rfind('<') : line.npos;
  places.graph = last != line.npos && last > 0 && line[last - 1] == ' ' ? places.begin + last : lines.npos;
  return places;
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

void put_digest(std::span<char> lines, std::string_view digest_hex) {
  static const auto needle = "<" + std::string(genid_base) + std::string(digest_placeholder);
  const std::string_view text{lines.data(), lines.size()};
  term_places places;
  for (std::size_t from = 0;;) {
    // Found in long steps, because the needle is long.
    const auto* found = ::memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
    if (found == nullptr) return;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (at >= places.end) places = find_terms(text, places.end, at);
    from = at + needle.size();
    if (places.has(at))
      std::copy(digest_hex.begin(), digest_hex.end(), lines.data() + at + 1 + genid_base.size());
  }
}

}  // namespace laundromat
