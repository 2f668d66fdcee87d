// XML and HTML: RDF/XML by its root or names, RDFa by its attributes, embedded RDF by the type of its scripts.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "core/rdf/guess/guess_content.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view rdf_namespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr std::string_view owl_namespace = "http://www.w3.org/2002/07/owl#";

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
constexpr bool is_markup_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}
constexpr bool is_name_start(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

struct attribute {
  std::string name;  ///< in lower case
  std::string_view value;
};

struct tag {
  std::string_view name;
  std::vector<attribute> attributes;
};

/// Iterates over the start tags of markup, also if it is broken; skips comments, declarations and the text of
/// scripts.
class tag_scanner {
 public:
  explicit tag_scanner(std::string_view text) : text_(text) {}

  bool next(tag& found) {
    for (;;) {
      const auto open = text_.find('<', at_);
      if (open == text_.npos || open + 1 >= text_.size()) return false;
      at_ = open + 1;
      if (text_.substr(at_).starts_with("!--")) {
        skip_past("-->");
      } else if (text_[at_] == '?') {
        skip_past("?>");
      } else if (text_.substr(at_).starts_with("!DOCTYPE") || text_.substr(at_).starts_with("!doctype")) {
        skip_doctype();
      } else if (is_name_start(text_[at_])) {
        read(found);
        return true;
      }
    }
  }
  /// The name in the document type declaration, or nothing.
  [[nodiscard]] std::string_view doctype() const { return doctype_; }
  /// Skips the content of the last begun element of this name.
  void skip_element(std::string_view name) {
    if (text_[at_ - 1] != '/') skip_past("</" + std::string(name));
  }
  /// Skips the text of a script.
  void skip_script() {
    while (at_ < text_.size() && lower_case(text_.substr(at_, 8)) != "</script")
      at_ = std::min(text_.find('<', at_ + 1), text_.size());
  }

 private:
  void skip_past(std::string_view end) {
    const auto found = text_.find(end, at_);
    at_ = found == text_.npos ? text_.size() : found + end.size();
  }
  void skip_doctype() {
    at_ += std::string_view("!DOCTYPE").size();
    skip_space();
    doctype_ = read_until(" \t\r\n\f[>");
    const auto end = text_.find_first_of("[>", at_);
    if (end == text_.npos) {
      at_ = text_.size();
    } else if (text_[end] == '>') {
      at_ = end + 1;
    } else {
      at_ = end;
      skip_past("]");
    }
  }
  void skip_space() {
    while (at_ < text_.size() && is_markup_space(text_[at_])) ++at_;
  }
  std::string_view read_until(std::string_view stops) {
    const auto start = at_;
    while (at_ < text_.size() && stops.find(text_[at_]) == stops.npos) ++at_;
    return text_.substr(start, at_ - start);
  }
  void read(tag& found) {
    found = {};
    found.name = read_until(" \t\r\n\f>/");
    for (;;) {
      skip_space();
      if (at_ >= text_.size() || text_[at_] == '>' || text_[at_] == '<') return;
      attribute one;
      const auto start = at_;
      one.name = lower_case(read_until(" \t\r\n\f=></"));
      if (at_ == start) {
        ++at_;
        continue;
      }
      skip_space();
      if (at_ < text_.size() && text_[at_] == '=') read_value(one);
      found.attributes.push_back(std::move(one));
    }
  }
  void read_value(attribute& one) {
    ++at_;
    skip_space();
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const std::string_view quote = text_.substr(at_++, 1);
      one.value = read_until(quote);
      if (at_ < text_.size()) ++at_;
    } else {
      one.value = read_until(" \t\r\n\f>");
    }
  }

  std::string_view text_, doctype_;
  std::size_t at_ = 0;
};

std::string_view local_part(std::string_view name) {
  return name.substr(name.find(':') + 1);
}

/// Whether a word of a relation is a term in every host language, or a CURIE. Source: the initial context of RDFa Core 1.1.
bool is_relation(std::string_view words) {
  constexpr std::array<std::string_view, 3> terms{"describedby", "license", "role"};
  while (!words.empty()) {
    words.remove_prefix(std::min(words.find_first_not_of(" \t\r\n\f"), words.size()));
    const auto word = words.substr(0, words.find_first_of(" \t\r\n\f"));
    words.remove_prefix(word.size());
    if (word.find(':') != word.npos || std::ranges::find(terms, lower_case(word)) != terms.end()) return true;
  }
  return false;
}

/// An attribute of RDFa, or the `itemscope` of microdata. In XHTML+RDFa every relation may be a term.
bool is_rdfa_attribute(const attribute& a, bool is_xhtml_rdfa) {
  constexpr std::array<std::string_view, 8> names{"property", "typeof",   "about",  "resource",
                                                  "vocab",    "datatype", "inlist", "itemscope"};
  if (std::ranges::find(names, a.name) != names.end()) return true;
  return (a.name == "rel" || a.name == "rev") && (is_xhtml_rdfa || is_relation(a.value));
}

/// Whether a relation has a term that XHTML gives a meaning (XHTML+RDFa 1.1, the terms of the XHTML vocabulary), or a name with a prefix.
bool is_xhtml_relation(std::string_view value) {
  constexpr std::array<std::string_view, 24> terms{
      "alternate", "appendix", "bookmark", "cite",    "chapter", "contents",   "copyright",  "describedby",
      "first",     "glossary", "help",     "icon",    "index",   "last",       "license",    "meta",
      "next",      "prev",     "previous", "section", "start",   "stylesheet", "subsection", "up"};
  while (!value.empty()) {
    const auto end = std::min(value.find_first_of(" \t\r\n"), value.size());
    const auto word = lower_case(value.substr(0, end));
    if (word.find(':') != word.npos || std::ranges::find(terms, word) != terms.end()) return true;
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return false;
}

/// Whether the document type, or the version of the root, is that of XHTML+RDFa.
bool declares_xhtml_rdfa(std::string_view head, const tag& root) {
  const auto is_version = [](const attribute& a) {
    return a.name == "version" && lower_case(a.value).find("xhtml+rdfa") != std::string::npos;
  };
  if (std::ranges::any_of(root.attributes, is_version)) return true;
  const auto before = lower_case(head.substr(0, static_cast<std::size_t>(root.name.data() - head.data())));
  const auto doctype = before.find("<!doctype");
  return doctype != before.npos && before.find("xhtml+rdfa", doctype) != before.npos;
}

/// A script that contains RDF in another format.
bool is_rdf_script(const tag& t) {
  return lower_case(t.name) == "script" && std::ranges::any_of(t.attributes, [](const attribute& a) {
           return a.name == "type" &&
                  format_from_media_type(a.value.substr(0, a.value.find(';'))).has_value();
         });
}

/// Names that only RDF/XML has: `x:RDF`, and attributes such as `rdf:about`.
bool is_rdf_xml(const tag& t) {
  if (local_part(t.name) == "RDF") return true;
  return std::ranges::any_of(t.attributes, [](const attribute& a) {
    return a.name == "rdf:about" || a.name == "rdf:id" || a.name == "rdf:nodeid" || a.name == "rdf:resource";
  });
}

content_evidence rdf_xml_by(std::string_view element) {
  return {format_family::xml, rdf_format::rdf_xml, "RDF/XML", "element " + std::string(element)};
}

bool is_owl_xml(const tag& root) {
  return local_part(root.name) == "Ontology" &&
         std::ranges::none_of(root.attributes, [](const attribute& a) { return a.name == "rdf:about"; }) &&
         std::ranges::any_of(root.attributes, [](const attribute& a) {
           return a.name.starts_with("xmlns") && a.value == owl_namespace;
         });
}

/// Evidence before the root element: a document type with the name of RDF/XML's root, or with an entity for the RDF
/// namespace, which OWL/XML may also have.
content_evidence scan_before_root(std::string_view doctype, bool has_rdf_namespace) {
  const auto name = local_part(doctype);
  if (name == "RDF" ||
      (!doctype.empty() && name != "Ontology" && lower_case(name) != "html" && has_rdf_namespace))
    return {format_family::xml, rdf_format::rdf_xml, "RDF/XML", "document type " + std::string(doctype)};
  return {format_family::nothing, rdf_format::unknown, "XML", "the sample ends before its root element"};
}

}  // namespace

bool begins_with_markup(std::string_view head) {
  const auto start = head.find_first_not_of(" \t\r\n");
  if (start == head.npos || head[start] != '<' || start + 1 >= head.size()) return false;
  const auto rest = head.substr(start + 1);
  if (rest[0] == '?' || rest[0] == '!') return true;
  if (!is_name_start(rest[0])) return false;
  const auto end = rest.find_first_of(" \t\r\n>/:");
  if (end == rest.npos || rest[end] != ':') return end != rest.npos;
  // `<urn:x>` is an IRI or an element. An IRI is followed by another term, and an element declares its
  // prefix.
  const auto after = rest.find_first_of(" \t\r\n>/", end + 1);
  return after != rest.npos && is_markup_space(rest[after]) &&
         rest.substr(0, rest.find('>')).find('=') != rest.npos;
}

content_evidence examine_markup(std::string_view head, bool head_is_whole) {
  tag_scanner scanner(head);
  tag t;
  std::string root;
  bool is_xhtml_rdfa = false, has_relations = false;
  const bool has_rdf_namespace = head.find(rdf_namespace) != head.npos;
  std::string_view
      embedded;  // RDF/XML in SVG; the RDF/XML reader does not read RDFa, nor the RDFa reader RDF/XML
  while (scanner.next(t)) {
    const bool is_html = root.empty() ? lower_case(t.name) == "html" : root == "html";
    if (root.empty()) {
      root = lower_case(t.name);
      is_xhtml_rdfa = root == "html" && declares_xhtml_rdfa(head, t);
      if (is_owl_xml(t))
        return {format_family::foreign, rdf_format::unknown, "OWL/XML",
                "an Ontology element in the namespace of OWL"};
    }
    if (!is_html && has_rdf_namespace && is_rdf_xml(t)) {
      if (local_part(root) != "svg" || local_part(t.name) != "RDF") return rdf_xml_by(t.name);
      embedded = t.name;
      scanner.skip_element(t.name);
      continue;
    }
    has_relations = has_relations || std::ranges::any_of(t.attributes, [](const attribute& a) {
                      return (a.name == "rel" || a.name == "rev") && is_xhtml_relation(a.value);
                    });
    if (is_rdf_script(t)) return {format_family::xml, rdf_format::rdfa, "RDFa", "a script that contains RDF"};
    const auto found = std::ranges::find_if(
        t.attributes, [&](const attribute& a) { return is_rdfa_attribute(a, is_xhtml_rdfa); });
    if (found != t.attributes.end())
      return {format_family::xml, rdf_format::rdfa, "RDFa",
              "attribute " + found->name + " of element " + std::string(t.name)};
    if (lower_case(t.name) == "script") scanner.skip_script();
  }
  if (!embedded.empty()) return rdf_xml_by(embedded);
  if (root == "rdf" || root.ends_with(":rdf"))
    return {format_family::xml, rdf_format::rdf_xml, "RDF/XML", "root element " + root};
  const bool looks_like_html =
      root == "html" || lower_case(head.substr(0, 256)).find("<!doctype html") != std::string::npos;
  if (root.empty() && !head_is_whole && !looks_like_html)
    return scan_before_root(scanner.doctype(), has_rdf_namespace);
  const std::string name = looks_like_html ? "HTML" : "XML";
  if (!head_is_whole && looks_like_html)
    return {format_family::xml, rdf_format::rdfa, "RDFa",
            "HTML that is longer than the sample; no RDFa in the sample"};
  return {format_family::foreign, rdf_format::unknown, name, name + " without RDF",
          looks_like_html && has_relations};
}

}  // namespace laundromat
