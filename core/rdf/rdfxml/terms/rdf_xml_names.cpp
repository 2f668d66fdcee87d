// Implements the meaning of names: finds the words of RDF/XML in a table, and resolves prefixes that are not declared.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/terms/rdf_xml_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t longest_namespace = std::size_t{64} << 10;  ///< more is beyond the limit of IRIs anyhow
constexpr std::size_t plain_bytes = 1'000;                        ///< longer IRIs are looked at each time
constexpr std::size_t kept_bytes = std::size_t{4} << 20;

constexpr std::array<std::pair<std::string_view, rdf_word>, 16> words{{
    {"RDF", rdf_word::rdf},
    {"Description", rdf_word::description},
    {"ID", rdf_word::id},
    {"about", rdf_word::about},
    {"parseType", rdf_word::parse_type},
    {"resource", rdf_word::resource},
    {"nodeID", rdf_word::node_id},
    {"datatype", rdf_word::datatype},
    {"li", rdf_word::li},
    {"type", rdf_word::type},
    {"aboutEach", rdf_word::withdrawn},
    {"aboutEachPrefix", rdf_word::withdrawn},
    {"bagID", rdf_word::bag_id},
    {"annotation", rdf_word::annotation},
    {"annotationNodeID", rdf_word::annotation_node_id},
    {"version", rdf_word::version},
}};

/// The names of RDF that are no words of its grammar (RDF/XML section 5.1; RDF 1.2 Concepts and Schema).
constexpr std::array<std::string_view, 23> plain_names{
    "Seq",
    "Bag",
    "Alt",
    "Statement",
    "Property",
    "XMLLiteral",
    "List",
    "nil",
    "value",
    "first",
    "rest",
    "subject",
    "predicate",
    "object",
    "HTML",
    "JSON",
    "langString",
    "dirLangString",
    "PlainLiteral",
    "reifies",
    "language",
    "direction",
    "CompoundLiteral",
};

/// Whether RDF defines the name, as a member `_1` too.
bool is_defined(std::string_view local) {
  if (local.starts_with('_'))
    return local.size() > 1 && local[1] != '0' && std::ranges::all_of(local.substr(1), is_digit);
  return std::ranges::find(plain_names, local) != plain_names.end();
}

rdf_word word_of(std::string_view local) {
  for (const auto& [text, word] : words)
    if (text == local) return word;
  return rdf_word::other;
}

bool is_xml_scope(rdf_word word) {
  return word == rdf_word::xml_lang || word == rdf_word::xml_base;
}

/// A name without a prefix of RDF or XML that runs into it, and without marks before and behind.
std::string_view strip_prefix(std::string_view name) {
  const auto is_mark = [](char c) { return !is_alpha(c); };
  const auto strip_marks = [&] {
    while (!name.empty() && is_mark(name.front())) name.remove_prefix(1);
    while (!name.empty() && is_mark(name.back())) name.remove_suffix(1);
  };
  strip_marks();
  if (const auto front = name.substr(0, 3); is_same_word(front, "rdf") || is_same_word(front, "xml")) {
    name.remove_prefix(3);
    strip_marks();
  }
  return name;
}

/// Attributes without a namespace: names that begin with `xml` are ignored, five old spellings are still read (RDF/XML section 6.1.4).
rdf_word unqualified(std::string_view local, bool is_attribute) {
  if (!is_attribute) return rdf_word::no_namespace;
  if (is_same_word(local.substr(0, 3), "xml"))
    return is_xml_scope(meant_by(local)) ? rdf_word::no_namespace : rdf_word::xml_other;
  const auto word = word_of(local);
  const bool is_old = word == rdf_word::id || word == rdf_word::about || word == rdf_word::resource ||
                      word == rdf_word::parse_type || word == rdf_word::type;
  return is_old ? word : rdf_word::no_namespace;
}

rdf_xml_name describe(const sax_name& name, bool is_attribute, bool repairs_prefixes) {
  rdf_xml_name out;
  const std::string_view local = name.local;
  std::string_view iri = name.iri == nullptr ? std::string_view{} : std::string_view(name.iri);
  const bool is_undeclared = iri.empty() && name.prefix != nullptr;
  if (iri == unknown_namespace) {
    out.word = rdf_word::undeclared;
    return out;
  }
  if (is_undeclared && repairs_prefixes) iri = well_known_namespace(name.prefix);
  if (iri.empty()) {
    out.word = is_undeclared ? rdf_word::undeclared : unqualified(local, is_attribute);
    out.iri = out.word == rdf_word::type ? std::string(iris::rdf_type)
              : is_undeclared            ? name.prefix
                                         : name.local;
    out.is_plain = out.word == rdf_word::type;
    return out;
  }
  iri = iri.substr(0, longest_namespace);
  out.iri.append(iri).append(local);
  if (local.find(':') != local.npos) {
    out.word = rdf_word::malformed;
  } else if (iri == xml_namespace) {
    out.word = local == "lang"   ? rdf_word::xml_lang
               : local == "base" ? rdf_word::xml_base
                                 : rdf_word::xml_other;
  } else if (iri == rdf_namespace) {
    out.word = word_of(local);
    out.is_odd = out.word == rdf_word::other && !is_defined(local);
  } else if (iri == its_namespace && is_attribute) {
    out.word = local == "dir" ? rdf_word::its_dir : rdf_word::xml_other;
  }
  if (is_attribute &&
      ((iri == xml_namespace && out.word == rdf_word::xml_other && is_xml_scope(meant_by(local))) ||
       (out.word == rdf_word::other && iri == rdf_namespace && meant_by(local) != rdf_word::other)))
    out.word = rdf_word::misspelt, out.is_odd = false;
  out.is_plain = out.iri.size() <= plain_bytes && is_plain_iri(out.iri);
  out.is_foreign = is_foreign_namespace(iri);
  out.is_owl = iri == owl_namespace;
  return out;
}

}  // namespace

rdf_word meant_by(std::string_view local) {
  const auto bare = strip_prefix(local);
  if (is_near_word(bare, "lang")) return rdf_word::xml_lang;
  if (is_near_word(bare, "base")) return rdf_word::xml_base;
  const auto found = std::ranges::find_if(words, [&](const auto& one) {
    return is_same_word(local, one.first) || is_near_word(bare, one.first);
  });
  return found == words.end() ? rdf_word::other : found->second;
}

std::size_t rdf_xml_names::recent_slot(const key& k) {
  const auto mix = [](const char* p) { return std::bit_cast<std::uintptr_t>(p) >> 3; };
  auto mixed = (mix(k.local) * 0x9E3779B97F4A7C15u) ^ (mix(k.iri) * 0xC2B2AE3D27D4EB4Fu) ^
               (k.iri == nullptr ? mix(k.prefix) : 0) ^ static_cast<std::size_t>(k.is_attribute);
  mixed ^= mixed >> 29;
  return mixed % std::tuple_size_v<decltype(recent_)>;
}

const rdf_xml_name& rdf_xml_names::find(const sax_name& name, bool is_attribute, bool repairs_prefixes) {
  const key wanted{name.local, name.iri == nullptr ? name.prefix : nullptr, name.iri, is_attribute};
  auto& recent = recent_[recent_slot(wanted)];
  if (recent.meaning != nullptr && recent.name == wanted) return *recent.meaning;
  auto found = known_.find(wanted);
  if (found == known_.end()) {
    if (bytes_ > kept_bytes) forget();
    auto meaning = describe(name, is_attribute, repairs_prefixes);
    bytes_ += meaning.iri.size() + 128;
    found = known_.emplace(wanted, std::move(meaning)).first;
  }
  recent = {wanted, &found->second};
  return found->second;
}

void rdf_xml_names::forget() {
  known_.clear();
  recent_.fill({});
  bytes_ = 0;
}

}  // namespace laundromat::rdfxml
