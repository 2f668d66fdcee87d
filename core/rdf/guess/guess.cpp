// Combines content, media type and extension into one format.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/guess/guess.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/guess/guess_content.hpp"
#include "core/rdf/model/rdf_version.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xhtml_media_type = "application/xhtml+xml", xhtml_extension = "xhtml";
/// Of a version, in evidence.
constexpr std::size_t most_version_bytes = 16;

/// Visits the extensions of the last segment of a path or URI from its end, in lower case, while `wanted` returns true.
template <class Wanted>
std::string last_extension(std::string_view name, Wanted wanted) {
  if (name.find("://") != name.npos) name = name.substr(0, name.find_first_of("?#"));
  name = name.substr(name.find_last_of("/\\") == name.npos ? 0 : name.find_last_of("/\\") + 1);
  for (auto dot = name.rfind('.'); dot != name.npos; name = name.substr(0, dot), dot = name.rfind('.'))
    if (auto extension = lower_case(name.substr(dot + 1)); wanted(extension)) return extension;
  return {};
}

bool is_compression(std::string_view extension) {
  constexpr std::array<std::string_view, 7> compressions{"gz", "bz2", "xz", "zst", "lz4", "zip", "z"};
  return std::ranges::find(compressions, extension) != compressions.end();
}

/// The extension of the last segment of a path or URI, in lower case; extensions of compression are skipped.
std::string extension_of(std::string_view name) {
  return last_extension(name, [](std::string_view extension) { return !is_compression(extension); });
}

/// The family of a format that a media type or an extension names; never a weak one.
format_family family_of(rdf_format format) {
  switch (format) {
    case rdf_format::rdf_xml:
    case rdf_format::rdfa:
      return format_family::xml;
    case rdf_format::json_ld:
      return format_family::json;
    case rdf_format::records:
    case rdf_format::unknown:
      return format_family::nothing;
    default:
      return format_family::turtle;
  }
}

bool has_graphs(rdf_format format) {
  return format == rdf_format::n_quads || format == rdf_format::trig;
}
bool is_line_format(rdf_format format) {
  return format == rdf_format::n_triples || format == rdf_format::n_quads;
}

/// The most specific format that reads both `seen` and `declared`, both of the Turtle family.
rdf_format general(rdf_format seen, rdf_format declared) {
  if (declared == rdf_format::unknown) return seen;
  const bool graphs =
      has_graphs(seen) || (has_graphs(declared) && !(is_line_format(declared) && !is_line_format(seen)));
  // TriG does not allow quads on a line, so that lines with graphs are read as lines, whatever is declared.
  const bool lines = is_line_format(seen) && (is_line_format(declared) || has_graphs(seen));
  if (lines) return graphs ? rdf_format::n_quads : rdf_format::n_triples;
  return graphs ? rdf_format::trig : rdf_format::turtle;
}

struct declaration {
  format_evidence evidence;
  rdf_format format = rdf_format::unknown;
};

rdf_format decide(const content_evidence& content, const std::vector<declaration>& declared) {
  const auto first_of = [&](format_family family) {
    const auto found = std::ranges::find_if(declared, [&](const declaration& d) {
      return d.format != rdf_format::unknown &&
             (family == format_family::nothing || family_of(d.format) == family);
    });
    return found == declared.end() ? rdf_format::unknown : found->format;
  };
  switch (content.family) {
    case format_family::nothing:
      return first_of(format_family::nothing);
    case format_family::foreign:
      return rdf_format::unknown;
    case format_family::turtle:
      return general(content.format, first_of(format_family::turtle));
    case format_family::weak_turtle: {
      const auto named = first_of(format_family::turtle);
      return named == rdf_format::unknown ? named : general(content.format, named);
    }
    case format_family::xml:
    case format_family::json:
      return content.format;
    case format_family::weak_json:
      return first_of(format_family::json);
  }
  return rdf_format::unknown;
}

}  // namespace

bool names_compression(std::string_view name) {
  return is_compression(last_extension(name, [](std::string_view) { return true; }));
}

std::string known_media_type(std::string_view declared, std::string_view file_name) {
  const bool is_xhtml = declared.empty() && extension_of(file_name) == xhtml_extension;
  return std::string(is_xhtml ? xhtml_media_type : declared);
}

format_guess guess_format(std::string_view head, bool head_is_whole, std::string_view media_type,
                          std::string_view file_name) {
  auto content = examine_content(head, head_is_whole);
  std::vector<declaration> declared;
  const auto type = lower_case(without_parameters(media_type));
  const auto version = version_of(media_type);
  if (!type.empty())
    declared.push_back(
        {{"media_type", type, 0, false, ""}, format_from_media_type(type).value_or(rdf_format::unknown)});
  if (const auto extension = extension_of(file_name); !extension.empty())
    declared.push_back({{"extension", extension, 0, false, ""},
                        format_from_extension(extension).value_or(rdf_format::unknown)});
  // In XHTML each relation that RDFa knows is a statement.
  const bool is_xhtml = std::ranges::any_of(declared, [](const declaration& d) {
    return d.evidence.value == xhtml_media_type || d.evidence.value == xhtml_extension;
  });
  if (content.has_relations && is_xhtml)
    content = {format_family::xml, rdf_format::rdfa, "RDFa", "a relation in XHTML"};
  format_guess guess;
  const auto format = decide(content, declared);
  if (format != rdf_format::unknown) guess.format = format;
  const bool content_speaks = content.family != format_family::nothing;
  if (content_speaks) guess.evidence.push_back({"content", content.name, 1, false, content.note});
  for (auto& d : declared) {
    d.evidence.rank = static_cast<std::uint32_t>(guess.evidence.size() + 1);
    d.evidence.note = d.format == rdf_format::unknown
                          ? "is not an RDF format"
                          : std::string("means ") + std::string(to_string(d.format));
    if (d.evidence.source == "media_type" && !version.empty())
      d.evidence.note += ", version " + version.substr(0, most_version_bytes);
    guess.evidence.push_back(d.evidence);
  }
  // The chosen evidence is the strongest that agrees with the decision; where none agrees (not RDF, or a more general format), the
  // content's.
  const auto agrees = [&](const format_evidence& v, std::size_t i) {
    if (content_speaks && i == 0)
      return guess.format && content.format == *guess.format && !is_weak(content.family);
    return guess.format && declared[i - (content_speaks ? 1 : 0)].format == *guess.format &&
           !v.source.empty();
  };
  for (std::size_t i = 0; i < guess.evidence.size(); ++i)
    if (agrees(guess.evidence[i], i)) {
      guess.evidence[i].chosen = true;
      return guess;
    }
  if (content_speaks) guess.evidence[0].chosen = true;
  return guess;
}

}  // namespace laundromat
