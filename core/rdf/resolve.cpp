// RFC 3986 section 5.2: split, merge, remove dot segments, put together.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/resolve.hpp"

#include <optional>

namespace laundromat {

namespace {

constexpr bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t scheme_length(std::string_view iri) {
  if (iri.empty() || !is_alpha(iri[0])) return 0;
  for (std::size_t i = 1; i < iri.size(); ++i) {
    if (iri[i] == ':') return i;
    if (!is_alpha(iri[i]) && !(iri[i] >= '0' && iri[i] <= '9') && iri[i] != '+' && iri[i] != '-' &&
        iri[i] != '.')
      return 0;
  }
  return 0;
}

/// The five components; an undefined one differs from an empty one (section 5.3).
struct components {
  std::string_view scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query, fragment;
};

components split(std::string_view iri) {
  components c;
  if (const auto n = scheme_length(iri)) {
    c.scheme = iri.substr(0, n);
    iri.remove_prefix(n + 1);
  }
  if (const auto hash = iri.find('#'); hash != iri.npos) {
    c.fragment = iri.substr(hash + 1);
    iri = iri.substr(0, hash);
  }
  if (const auto mark = iri.find('?'); mark != iri.npos) {
    c.query = iri.substr(mark + 1);
    iri = iri.substr(0, mark);
  }
  if (iri.starts_with("//")) {
    const auto end = iri.find('/', 2);
    c.authority = iri.substr(2, end == iri.npos ? iri.npos : end - 2);
    iri = end == iri.npos ? std::string_view{} : iri.substr(end);
  }
  c.path = iri;
  return c;
}

/// Section 5.2.4. The output only grows and is cut back at its last slash, so the work is linear.
std::string remove_dot_segments(std::string_view in) {
  std::string out;
  const auto drop_last = [&] {
    const auto slash = out.rfind('/');
    out.resize(slash == std::string::npos ? 0 : slash);
  };
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in == "/.") {
      in = "/";
    } else if (in.starts_with("/../")) {
      in.remove_prefix(3);
      drop_last();
    } else if (in == "/..") {
      in = "/";
      drop_last();
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const auto end = in.find('/', 1);
      out += in.substr(0, end);
      in = end == in.npos ? std::string_view{} : in.substr(end);
    }
  }
  return out;
}

/// Section 5.2.3.
std::string merge(const components& base, std::string_view path) {
  if (base.authority && base.path.empty()) return "/" + std::string(path);
  const auto slash = base.path.rfind('/');
  return std::string(base.path.substr(0, slash == base.path.npos ? 0 : slash + 1)) + std::string(path);
}

}  // namespace

bool has_scheme(std::string_view iri) {
  return scheme_length(iri) != 0;
}

std::string resolve_iri(std::string_view base, std::string_view reference) {
  if (has_scheme(reference)) return std::string(reference);
  if (!has_scheme(base)) return {};
  const auto b = split(base);
  const auto r = split(reference);
  auto authority = b.authority;
  auto query = r.query;
  std::string path;
  if (r.authority) {
    authority = r.authority;
    path = remove_dot_segments(r.path);
  } else if (r.path.empty()) {
    path = b.path;
    if (!query) query = b.query;
  } else {
    path = remove_dot_segments(r.path.front() == '/' ? std::string(r.path) : merge(b, r.path));
  }
  std::string out(b.scheme);
  out += ':';
  if (authority) out.append("//").append(*authority);
  out += path;
  if (query) out.append("?").append(*query);
  if (r.fragment) out.append("#").append(*r.fragment);
  return out;
}

}  // namespace laundromat
