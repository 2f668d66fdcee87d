// Start tags: made well-formed, shown to libxml2, handed to the machine.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfxml/terms/declared_terms.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_source.hpp"
#include "core/rdf/values/xml_name.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr auto npos = std::string_view::npos;

/// What bytes a tag holds.
struct tag_bytes {
  bool has_breaks = false;  ///< tabs or line ends
  bool has_high = false;
  bool is_special = false;  ///< it holds references, or bytes that libxml2 must not see as they are
};

/// Looks at eight bytes at a time, as long as they are plain.
tag_bytes bytes_of(std::string_view raw) {
  constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
  constexpr tag_bytes special{true, true, true};
  tag_bytes out;
  for (std::size_t i = 0; i < raw.size();) {
    std::uint64_t word = 0;
    const auto length = std::min<std::size_t>(8, raw.size() - i);
    std::memcpy(&word, raw.data() + i, length);
    const auto end = i + length;
    const auto ampersands = word ^ (ones * '&');
    // A byte below 0x20, above 0x7F, or an ampersand sets the high bit of its place, or of one behind it.
    if (length == 8 && (((word - ones * 0x20) | word | (ampersands - ones)) & highs) == 0) {
      i = end;
      continue;
    }
    for (; i < end; ++i) {
      const auto byte = static_cast<unsigned char>(raw[i]);
      if (raw[i] == '&' || (byte < 0x20 && !is_white_space(raw[i]))) return special;
      out.has_breaks = out.has_breaks || byte < 0x20;
      out.has_high = out.has_high || byte >= 0x80;
    }
  }
  if (!out.has_high) return out;
  for (const std::string_view odd : {"\xEF\xBF", "\xEF\xB7", "\xBF\xBE", "\xBF\xBF"})
    if (raw.find(odd) != npos) return special;
  return find_bad_utf8(raw) != npos ? special : out;
}

/// Whether white space in the value is not what the value says (XML 1.0 section 3.3.3).
bool has_break(std::string_view value) {
  return find_near(value, 0, [](char c) { return c == '\t' || is_line_end(c); }) != npos;
}

/// Whether the name declares a prefix, or the namespace without one, and not one that is XML's own.
bool may_declare(std::string_view name) {
  return name != "xmlns:" && name != "xmlns:xml" && name != "xmlns:xmlns";
}

/// Whether a namespace may have that name (Namespaces in XML 1.0 sections 2.2 and 3).
bool declares_well(std::string_view name, std::string_view iri) {
  constexpr std::string_view declarations = "http://www.w3.org/2000/xmlns/";
  if (name == "xmlns:xml") return iri == xml_namespace;
  return may_declare(name) && iri != xml_namespace && iri != declarations &&
         (name == "xmlns" || !iri.empty());
}

/// Whether libxml2 will take the name.
bool is_good_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; }) ||
         (find_bad_utf8(name) == npos && is_xml_name(name));
}

}  // namespace

bool rdf_xml_source::take_start(const xml_token& token, std::string_view raw) {
  if (section_ == xml_section::long_tag || !token.is_last) return take_broken(token);
  if (tag_.is_repaired && options_.profile == wash_profile::strict) {
    for (auto& one : tag_.attributes) one.is_lost = one.is_lost || std::exchange(one.is_repaired, false);
    tag_.has_lost = true;
  }
  if (step_ == judging::root) {
    if (open_.size() > options_.limits.nesting) {
      if (token.kind == xml_token_kind::start_tag) ++overflow_;
      return true;
    }
    judge_behind_root(token, raw);
    judge_repeated_root(token, raw);
    holds_rdf_ = false;
    if (machine_.role() == rdf_role::document && token.kind == xml_token_kind::start_tag &&
        !is_named_rdf(token.name)) {
      const auto holds =
          lookahead_.holds_rdf(std::string_view(buffer_).substr(front_ + token.length), is_end_);
      if (!holds) return false;
      holds_rdf_ = *holds;
    }
    step_ = judging::place;
  }
  const auto verdict = judge_tag(token, raw);
  if (verdict == reading::wait) return false;
  if (verdict == reading::end_top) {
    take_end_without_slash(token);
    return true;
  }
  lost_rule_ = errc::bad_attribute;
  const bool is_outside = machine_.role() == rdf_role::document || machine_.role() == rdf_role::host;
  const bool is_root = is_outside && is_named_rdf(token.name);
  if (is_root && tag_.fault != errc::ok && token.kind != xml_token_kind::empty_tag) repair_root(token, raw);
  if (token.kind == xml_token_kind::broken_tag && tag_.fault != errc::ok) return take_broken(token);
  if (verdict == reading::skip && tag_.fault == errc::ok) tag_.fault = errc::mismatched_tag;
  if (verdict == reading::skip) machine_.doubt_members(errc::mismatched_tag);
  const bool is_read = (is_outside || !machine_.is_skipping()) && tag_.fault == errc::ok;
  if (is_read)
    read_tag(token, raw);
  else {
    open_skipped(token.name, here(), tag_.fault, here() + tag_.fault_at);
    open_.back().has_scope = tag_.fault != errc::ok || has_scope(raw);
  }
  if (token.kind == xml_token_kind::empty_tag) {
    machine_.close(here() + raw.size(), here() + raw.size());
    pop_name();
  }
  return true;
}

/// What cannot be read of the start tag of rdf:RDF is lost, and costs those who need it: the document stands in the element all the same.
void rdf_xml_source::repair_root(const xml_token& token, std::string_view raw) {
  auto& all = tag_.attributes;
  std::erase_if(all, [&](const auto& one) { return one.end > tag_.fault_at; });
  xml_attribute lost;
  lost.begin = tag_.fault_at == 0 ? (all.empty() ? 1 + token.name.size() : all.back().end) : tag_.fault_at;
  lost.end = std::max(lost.begin, raw.ends_with('>') ? raw.size() - 1 : raw.size());
  lost.value = lost.end;
  lost.is_lost = tag_.has_lost = true;
  all.push_back(lost);
  lost_rule_ = std::exchange(tag_.fault, errc::ok);
}

/// Shows a whole tag to libxml2 and the machine.
void rdf_xml_source::read_tag(const xml_token& token, std::string_view raw) {
  const auto bytes = bytes_of(raw);
  const bool has_high = bytes.has_high;
  const auto* defaults = decoder_.entities().defaults_of(token.name);
  faults_.clear();
  lost_.clear();
  const bool is_usual = defaults == nullptr && !has_high && has_usual_attributes(raw);
  const bool is_whole = is_usual || list_attributes(raw, has_high);
  const auto fault = fault_of_name(token.name, has_high);
  const sax_element* element = nullptr;
  if (fault == errc::ok) {
    const bool is_clean = defaults == nullptr && is_whole && !bytes.is_special && !tag_.has_markup_in_value &&
                          !tag_.is_repaired;
    sax_tag tag{is_clean ? raw : rewrite(token, raw, has_high), token.name, tag_.attributes};
    tag.is_plain = is_clean && is_usual && (!bytes.has_breaks || has_plain_values(raw));
    tag.declares = !is_usual && (attributes_.size() < tag_.attributes.size() || defaults != nullptr);
    element = sax_.open(tag);
  }
  if (sax_.generation() != generation_) {
    generation_ = sax_.generation();
    machine_.forget_names();
  }
  push_name(token.name, element != nullptr, has_scope(raw));
  const std::span<const xml_attribute> listed = is_usual ? tag_.attributes : attributes_;
  if (element != nullptr && element->attributes.size() == listed.size())
    return machine_.open(*element,
                         {here(), here() + raw.size(), listed, faults_, lost_, holds_rdf_, repeats_root_});
  const auto rule = fault == errc::ok ? errc::xml_syntax : fault;
  machine_.lose_element(token.name == member_name, rule);
  machine_.open_skipped(here(), rule, here(), "a name");
}

errc rdf_xml_source::fault_of_name(std::string_view name, bool has_high) const {
  if (name.size() > options_.limits.iri_bytes) return errc::term_too_long;
  return !has_high || is_good_name(name) ? errc::ok : errc::xml_syntax;
}

/// Whether the tag may say something that holds for all in the element: it has an attribute of XML.
bool rdf_xml_source::has_scope(std::string_view raw) const {
  return std::ranges::any_of(tag_.attributes,
                             [&](const auto& one) { return raw.substr(one.begin).starts_with("xml"); });
}

/// Whether all attributes are shown to libxml2 and the machine as they stand, as in nearly all tags.
bool rdf_xml_source::has_usual_attributes(std::string_view raw) const {
  return !tag_.has_lost && raw.size() <= options_.limits.iri_bytes &&
         std::ranges::none_of(tag_.attributes, [&](const auto& one) {
           return declares_namespace(raw.substr(one.begin, one.name_length));
         });
}

/// Whether the values are those that the tag shows, as far as white space goes.
bool rdf_xml_source::has_plain_values(std::string_view raw) const {
  return std::ranges::none_of(
      tag_.attributes, [&](const auto& one) { return has_break(raw.substr(one.value, one.value_length)); });
}

/// Tells apart the attributes that libxml2 is shown, and what is lost. Returns whether nothing is.
bool rdf_xml_source::list_attributes(std::string_view raw, bool has_high) {
  attributes_.clear();
  for (const auto& one : tag_.attributes) {
    const auto name = raw.substr(one.begin, one.name_length);
    const bool is_namespace = declares_namespace(name);
    auto fault = one.name_length == 0 ? lost_rule_ : fault_of_name(name, has_high);
    const bool is_known = fault == errc::ok;
    if (is_known && !is_namespace && !one.is_repeated) {
      attributes_.push_back(one);
      continue;
    }
    if (is_known && !one.is_lost && !one.is_repeated &&
        declares_well(name, raw.substr(one.value, one.value_length)))
      continue;
    const auto text = raw.substr(one.begin, one.end - one.begin);
    const auto holds = [&](std::string_view word) { return !is_known && text.find(word) != npos; };
    lost_.push_back({here() + one.begin, here() + one.end, is_known ? errc::bad_attribute : fault, is_known,
                     holds("base"), holds("lang"), holds("xmlns")});
  }
  return lost_.empty() && !tag_.has_lost;
}

/// The tag as libxml2 may see it: references resolved, bytes that XML does not allow replaced, what is lost left out.
std::string_view rdf_xml_source::rewrite(const xml_token& token, std::string_view raw, bool has_high) {
  rewritten_.assign("<").append(token.name);
  std::size_t index = 0;
  for (const auto& one : tag_.attributes) {
    const auto name = raw.substr(one.begin, one.name_length);
    if (one.is_repeated || name.empty() || fault_of_name(name, has_high) != errc::ok) continue;
    const bool is_namespace = declares_namespace(name);
    const bool is_lost =
        one.is_lost || (is_namespace && !declares_well(name, raw.substr(one.value, one.value_length)));
    if (!is_lost) {
      rewrite_attribute(one, raw, is_namespace ? npos : index);
    } else if (!is_namespace || may_declare(name)) {
      rewritten_.append(" ")
          .append(name)
          .append("=\"")
          .append(is_namespace ? unknown_namespace : "")
          .append("\"");
    }
    if (!is_namespace) ++index;
  }
  if (const auto* defaults = decoder_.entities().defaults_of(token.name); defaults != nullptr)
    add_defaults(*defaults, 1 + token.name.size(), raw);
  return rewritten_.append(token.kind == xml_token_kind::empty_tag ? "/>" : ">");
}

/// Adds the attributes that the document type gives the element. They stand nowhere in the tag; one that cannot be read is lost, and
/// all of them are where they go beyond the budget of the document.
void rdf_xml_source::add_defaults(const xml_entities::attribute_defaults& defaults, std::size_t at,
                                  std::string_view raw) {
  if (!decoder_.entities().spend(defaults, here())) {
    lost_.push_back({here() + at, here() + at, errc::entity_limit, false, defaults.has_base,
                     defaults.has_language, defaults.has_namespace});
    return;
  }
  for (const auto& [name, value] : defaults.all) {
    const bool is_given = std::ranges::any_of(tag_.attributes, [&, &wanted = name](const auto& one) {
      return raw.substr(one.begin, one.name_length) == wanted;
    });
    if (is_given) continue;
    decoded_.clear();
    xml_attribute one{at, 0, at, 0, at};
    one.is_lost = !decoder_.decode(value, xml_text_kind::attribute, here(), decoded_);
    const bool is_namespace = declares_namespace(name);
    if (is_namespace && (one.is_lost || !declares_well(name, decoded_))) continue;
    rewritten_.append(" ").append(name).append("=\"");
    if (!one.is_lost) append_attribute_value(rewritten_, decoded_);
    rewritten_.push_back('"');
    if (!is_namespace) attributes_.push_back(one);
  }
}

/// `place` is the index in `attributes_`, or `npos` for the declaration of a namespace.
void rdf_xml_source::rewrite_attribute(const xml_attribute& one, std::string_view raw, std::size_t place) {
  const auto name = raw.substr(one.begin, one.name_length), value = raw.substr(one.value, one.value_length);
  decoded_.clear();
  const bool is_good = decoder_.decode(value, xml_text_kind::attribute, here(), decoded_);
  if (one.is_repaired) {
    std::string spelled(value);
    const auto faults = decoder_.faults();
    for (auto fault = faults.rbegin(); fault != faults.rend(); ++fault)
      if (fault->done == treatment::repair) spelled.replace(fault->offset, fault->length, fault->after);
    faults_.push_back({place, errc::bad_attribute, treatment::repair, here() + one.begin, here() + one.end,
                       std::string(name).append("=\"").append(spelled) + '"'});
  }
  for (const auto& fault : decoder_.faults()) {
    const auto begin = here() + one.value + fault.offset;
    if (place == npos && fault.done == treatment::skip)
      lost_.push_back({begin, begin + fault.length, fault.rule, true});
    else
      faults_.push_back({place, fault.rule, fault.done, begin, begin + fault.length, fault.after});
  }
  // A namespace that cannot be read leaves its prefix undeclared; elements around may declare another.
  if (!is_good && place == npos && open_.empty()) return;
  rewritten_.append(" ").append(name).append("=\"");
  if (is_good)
    append_attribute_value(rewritten_, decoded_);
  else if (place == npos)
    rewritten_.append(unknown_namespace);
  rewritten_.push_back('"');
}

/// A start tag that does not show where it ends. Its element is skipped as far as an end tag of its name says, else only the tag.
bool rdf_xml_source::take_broken(const xml_token& token) {
  const auto end = here() + token.length;
  if (section_ != xml_section::long_tag) {
    section_fault_ = tag_.fault;
    lost_name_ = token.name.substr(0, 256);
    if (!token.is_last) return true;
  }
  if (!token.is_last || machine_.is_skipping()) return true;
  const auto ahead = look(front_ + token.length);
  if (!ahead.is_whole) return false;
  const bool has_end =
      ahead.has(0, lost_name_) && (find_open(lost_name_) == npos || ahead.has(1, name_at(0)));
  // A node among properties: with its tag, that of the property around it is lost, and what follows may be the node's.
  const auto raw = std::string_view(buffer_).substr(front_, token.length);
  const auto role = machine_.role();
  const bool is_node = (role == rdf_role::node || role == rdf_role::resource) &&
                       section_ != xml_section::long_tag &&
                       (raw.find(":about") != npos || token.name.ends_with(":Description"));
  if ((has_end || is_node) && open_.size() <= options_.limits.nesting) {
    open_skipped(lost_name_, section_begin_, section_fault_, here());
  } else {
    machine_.lose_element(lost_name_ == member_name, section_fault_);
    machine_.damage(section_fault_, section_begin_, end, here(), {});
  }
  return true;
}

}  // namespace laundromat::rdfxml
