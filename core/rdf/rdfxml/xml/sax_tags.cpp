// Implements the reading of tags with a push parser of libxml2.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/sax_tags.hpp"

#include <libxml/parser.h>

#include <map>
#include <new>

#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t kept_limit = std::size_t{1} << 20;  ///< of tags kept to be read again
constexpr int crowd =
    1 << 15;  ///< how many new names are too many: the dictionary of libxml2 has few thousand buckets

const char* text_of(const xmlChar* text) {
  return reinterpret_cast<const char*>(text);
}

}  // namespace

struct sax_tags::parser {
  explicit parser(declared_prefixes* to) : declared(to) {
    xmlInitParser();
    xmlSAXHandler handler{};
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = on_start;
    handler.serror = [](void*, xmlErrorPtr) {};
    context = xmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr);
    if (context == nullptr) throw std::bad_alloc();
    xmlCtxtUseOptions(context, XML_PARSE_NONET);
    constexpr std::string_view root = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><r>";
    xmlParseChunk(context, root.data(), static_cast<int>(root.size()), 0);
    is_read = false;
  }
  ~parser() { xmlFreeParserCtxt(context); }
  parser(const parser&) = delete;
  parser& operator=(const parser&) = delete;

  static void on_start(void* self, const xmlChar* local, const xmlChar* prefix, const xmlChar* iri,
                       int namespaces, const xmlChar** names, int attributes, int, const xmlChar** all) {
    auto& parser = *static_cast<sax_tags::parser*>(self);
    if (parser.declared != nullptr) parser.report_namespaces(namespaces, names);
    parser.take({text_of(local), text_of(prefix), parser.decoded(iri)}, attributes, all);
  }

  /// `names` holds a prefix, which is null for none, and an IRI for each declaration.
  void report_namespaces(int namespaces, const xmlChar** names) {
    for (int i = 0; i < namespaces; ++i, names += 2) {
      const std::string_view iri = decoded(names[1]);
      if (iri != unknown_namespace) declared->add(names[0] == nullptr ? "" : text_of(names[0]), iri);
    }
  }

  /// The values lie in the parser's buffer only during the call, so they are copied.
  void take(sax_name name, int attributes, const xmlChar** all) {
    is_read = true;
    element.name = name;
    element.attributes.clear();
    values.clear();
    for (int i = 0; i < attributes; ++i, all += 5) {
      element.attributes.push_back({{text_of(all[0]), text_of(all[1]), decoded(all[2])}, {}});
      const auto before = values.size();
      append_decoded(values, {text_of(all[3]), static_cast<std::size_t>(all[4] - all[3])});
      lengths.push_back(values.size() - before);
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < lengths.size(); at += lengths[i++])
      element.attributes[i].value = std::string_view(values).substr(at, lengths[i]);
    lengths.clear();
  }

  /// A parser without the option to replace entities writes each & as `&#38;`, which nothing else can look like.
  static void append_decoded(std::string& out, std::string_view value) {
    constexpr std::string_view ampersand = "&#38;";
    for (auto at = value.find('&'); at != value.npos; at = value.find('&')) {
      out.append(value.substr(0, at + 1));
      value.remove_prefix(at + (value.substr(at).starts_with(ampersand) ? ampersand.size() : 1));
    }
    out.append(value);
  }

  /// The namespace that libxml2 calls `iri`: equal ones are equal pointers.
  const char* decoded(const xmlChar* iri) {
    if (iri == nullptr || std::string_view(text_of(iri)).find('&') == std::string_view::npos)
      return text_of(iri);
    const auto [found, is_new] = iris.try_emplace(iri);
    if (is_new) append_decoded(found->second, text_of(iri));
    return found->second.c_str();
  }

  declared_prefixes* declared;  ///< may be null
  xmlParserCtxtPtr context = nullptr;
  sax_element element;
  std::string values;
  std::map<const xmlChar*, std::string>
      iris;  ///< those with an ampersand, by where they are in the dictionary
  std::vector<std::size_t> lengths;
  bool is_read = false;
};

sax_tags::sax_tags(declared_prefixes* declared)
    : declared_(declared), parser_(std::make_unique<parser>(declared)) {}
sax_tags::~sax_tags() = default;

const sax_element* sax_tags::open(const sax_tag& tag) {
  if (tag.is_plain && open_plain(tag)) {
    push();
    return &parser_->element;
  }
  renew_when_crowded();
  if (!feed(tag.text)) {
    renew();
    if (!feed(tag.text)) {
      renew();
      return nullptr;
    }
  }
  if (tag.is_plain) remember(tag);
  const bool is_empty = tag.text.ends_with("/>");
  auto& top = push();
  top.is_known = !is_empty;
  top.name.assign(tag.name);
  if (!tag.declares) return &parser_->element;
  top.declares = true;
  scope_ = ++last_scope_;
  if (kept_bytes_ + tag.text.size() <= kept_limit) {
    top.tag.assign(tag.text);
    if (is_empty) top.tag.replace(top.tag.size() - 2, 2, ">");
    kept_bytes_ += top.tag.size();
  } else {
    ++unkept_;
  }
  return &parser_->element;
}

/// Makes the element from known names. False when one of its names is not known.
bool sax_tags::open_plain(const sax_tag& tag) {
  auto& element = parser_->element;
  const auto* name = known_.find(tag.name, false, scope_);
  if (name == nullptr) return false;
  element.name = *name;
  element.attributes.clear();
  for (const auto& one : tag.attributes) {
    name = known_.find(tag.text.substr(one.begin, one.name_length), true, scope_);
    if (name == nullptr) return false;
    element.attributes.push_back({*name, tag.text.substr(one.value, one.value_length)});
  }
  return true;
}

void sax_tags::remember(const sax_tag& tag) {
  const auto& element = parser_->element;
  if (element.attributes.size() != tag.attributes.size()) return;
  known_.add(tag.name, false, scope_, element.name);
  for (std::size_t i = 0; i < tag.attributes.size(); ++i) {
    const auto& one = tag.attributes[i];
    known_.add(tag.text.substr(one.begin, one.name_length), true, scope_, element.attributes[i].name);
  }
}

sax_tags::open_element& sax_tags::push() {
  if (depth_ == stack_.size()) stack_.emplace_back();
  auto& top = stack_[depth_++];
  top.tag.clear();
  top.is_known = top.declares = false;
  top.outer_scope = scope_;
  return top;
}

void sax_tags::close() {
  const auto& top = stack_[--depth_];
  if (top.is_known) pending_.append("</").append(top.name).push_back('>');
  if (!top.declares) return;
  kept_bytes_ -= top.tag.size();
  if (top.tag.empty()) --unkept_;
  scope_ = top.outer_scope;
}

bool sax_tags::feed(std::string_view tag) {
  pending_.append(tag);
  parser_->is_read = false;
  const auto error = xmlParseChunk(parser_->context, pending_.data(), static_cast<int>(pending_.size()), 0);
  pending_.clear();
  return parser_->is_read && parser_->context->wellFormed != 0 && parser_->context->disableSAX == 0 &&
         error != XML_ERR_NO_MEMORY;
}

void sax_tags::renew_when_crowded() {
  if (unkept_ == 0 && xmlDictSize(parser_->context->dict) > crowd + 2 * first_names_) renew();
}

void sax_tags::renew() {
  parser_ = std::make_unique<parser>(declared_);
  pending_.clear();
  known_ = {};
  ++generation_;
  for (std::size_t i = 0; i < depth_; ++i) {
    auto& element = stack_[i];
    element.is_known = !element.tag.empty() && feed(element.tag);
  }
  first_names_ = xmlDictSize(parser_->context->dict);
}

}  // namespace laundromat::rdfxml
