// Implements xpath_values.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/xpath_values.hpp"

#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <algorithm>
#include <cstring>

#include "core/extraction/markup/tree/xml_copy.hpp"

namespace laundromat::markup {

namespace {

/// Steps of one evaluation; libxml2 counts them.
constexpr unsigned long most_steps = 100'000'000;

struct free_expression {
  void operator()(xmlXPathCompExpr* one) const { xmlXPathFreeCompExpr(one); }
};
using expression = std::unique_ptr<xmlXPathCompExpr, free_expression>;
struct free_context {
  void operator()(xmlXPathContext* one) const { xmlXPathFreeContext(one); }
};
using context = std::unique_ptr<xmlXPathContext, free_context>;
struct free_object {
  void operator()(xmlXPathObject* one) const { xmlXPathFreeObject(one); }
};
using object = std::unique_ptr<xmlXPathObject, free_object>;
struct free_text {
  void operator()(xmlChar* one) const { xmlFree(one); }
};
using owned_text = std::unique_ptr<xmlChar, free_text>;

void be_silent(void*, xmlErrorPtr) {}

const xmlChar* xml_text_of(const std::string& text) {
  return reinterpret_cast<const xmlChar*>(text.c_str());
}

std::string_view view_of(const owned_text& text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text.get())) : std::string_view();
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether it is `/a/b`: names without prefix.
bool is_plain_path(std::string_view path) {
  if (!path.starts_with('/') || path.ends_with('/') || path.find("//") != path.npos ||
      path.find("/.") != path.npos)
    return false;
  return std::ranges::all_of(path, [](char c) { return c == '/' || is_name_character(c); });
}

/// Whether an expression may look at what is outside of the record; that it does not is certain.
bool may_look_outside(std::string_view text) {
  if (text.find("..") != text.npos || text.find("::") != text.npos || text.find("id(") != text.npos ||
      text.find("lang(") != text.npos)
    return true;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '/') {
      const char before = at == 0 ? ' ' : text[at - 1];
      if (!is_name_character(before) && before != '/' && before != ']' && before != ')') return true;
    }
  return false;
}

}  // namespace

struct xpath_values::parts {
  expression records;  ///< null when records come one at a time
  std::vector<expression> values;
  std::vector<std::pair<std::string, std::string>> prefixes;

  [[nodiscard]] context make_context(xmlDoc* document) const {
    context made(xmlXPathNewContext(document));
    if (!made) return nullptr;
    made->error = be_silent;
    made->opLimit = most_steps;
    for (const auto& [prefix, space] : prefixes)
      (void)xmlXPathRegisterNs(made.get(), xml_text_of(prefix), xml_text_of(space));
    return made;
  }
  [[nodiscard]] bool fill(xmlXPathContext& in, xmlNode* node, data_record& record) const;
};

result<std::unique_ptr<xpath_values>> xpath_values::compile(const xpath_options& options) {
  auto made = std::make_unique<parts>();
  made->prefixes = options.prefixes;
  const xml_document empty(xmlNewDoc(nullptr));
  const auto in = made->make_context(empty.get());
  if (!empty || !in) return fail(errc::out_of_memory, "XPath");
  (void)xmlDocSetRootElement(empty.get(), xmlNewDocNode(empty.get(), nullptr, xml_text_of("none"), nullptr));
  // Prefixes, functions and variables that are not known are found by an evaluation only.
  const auto compile_one = [&](const std::string& text) -> expression {
    expression one(xmlXPathCtxtCompile(in.get(), xml_text_of(text)));
    in->node = xmlDocGetRootElement(empty.get());
    if (one && !object(xmlXPathCompiledEval(one.get(), in.get()))) return nullptr;
    return one;
  };
  for (const auto& text : options.values) {
    made->values.push_back(compile_one(text));
    if (!made->values.back())
      return fail(errc::configuration, "`" + text + "` is no XPath 1.0 with prefixes that are declared");
  }
  std::string selector = options.records.empty() ? "." : options.records;
  const bool needs_whole =
      !options.records.empty() &&
      (!is_plain_path(options.records) || std::ranges::any_of(options.values, may_look_outside));
  if (needs_whole) {
    made->records = compile_one(options.records);
    if (!made->records)
      return fail(errc::configuration,
                  "`" + options.records + "` is no XPath 1.0 with prefixes that are declared");
    selector = ".";
  }
  std::unique_ptr<xpath_values> all(new xpath_values(std::move(made)));
  all->selector_ = std::move(selector);
  return all;
}

xpath_values::xpath_values(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
xpath_values::~xpath_values() = default;

/// The record of a node. False when an evaluation fails: then it took too many steps.
bool xpath_values::parts::fill(xmlXPathContext& in, xmlNode* node, data_record& record) const {
  record.begin_list();
  for (const auto& one : values) {
    in.node = node;
    in.opCount = 0;
    const object found(xmlXPathCompiledEval(one.get(), &in));
    if (!found) return false;
    record.begin_list();
    if (found->type != XPATH_NODESET) {
      record.add_text(record.keep(view_of(owned_text(xmlXPathCastToString(found.get())))));
    } else if (found->nodesetval != nullptr) {
      for (int i = 0; i < found->nodesetval->nodeNr; ++i)
        record.add_text(
            record.keep(view_of(owned_text(xmlXPathCastNodeToString(found->nodesetval->nodeTab[i])))));
    }
    record.end();
  }
  record.end();
  return true;
}

namespace {

/// The element that a node is, or is in.
const xmlNode* element_of(const xmlNode* node) {
  if (node->type == XML_NAMESPACE_DECL) return nullptr;
  while (node != nullptr && node->type != XML_ELEMENT_NODE) node = node->parent;
  return node;
}

bool has_namespace(const xmlNode* element) {
  for (; element != nullptr && element->type == XML_ELEMENT_NODE; element = element->parent)
    if (element->ns != nullptr) return true;
  return false;
}

}  // namespace

result<void> xpath_values::read(const markup_tree& tree, node_index at, const element_place& place,
                                std::uint64_t source_at, record_emitter& output) {
  xmlNode* copy = nullptr;
  const auto document = copy_element(tree, at, copy);
  const auto in = parts_->make_context(document.get());
  if (!document || !in) return fail(errc::out_of_memory, "XPath");
  const auto emit = [&](xmlNode* node, const element_place& where) -> result<void> {
    if (!output.begin(where)) return {};
    if (parts_->fill(*in, node, output.record())) return output.emit(where);
    output.refuse(errc::limit_exceeded,
                  "an XPath expression cannot be evaluated here: it takes too many steps", where);
    return {};
  };
  if (!parts_->records) {
    // A name without prefix is one without namespace, which the selector does not see.
    const bool is_path = selector_ != ".";
    return is_path && has_namespace(copy) ? result<void>{} : emit(copy, place);
  }
  in->node = copy;
  const object found(xmlXPathCompiledEval(parts_->records.get(), in.get()));
  if (!found) {
    output.refuse(errc::limit_exceeded,
                  "the XPath of the records cannot be evaluated: it takes too many steps", place);
    return {};
  }
  if (found->type != XPATH_NODESET || found->nodesetval == nullptr) return {};
  xmlXPathNodeSetSort(found->nodesetval);
  for (int i = 0; i < found->nodesetval->nodeNr; ++i) {
    auto* const node = found->nodesetval->nodeTab[i];
    const auto* const element = element_of(node);
    auto where = place;
    if (element != nullptr) {
      const auto& origin = tree[origin_of(*element)];
      where.begin = origin.begin - source_at;
      where.end = origin.finish - source_at;
    }
    if (auto done = emit(node, where); !done) return done;
  }
  return {};
}

}  // namespace laundromat::markup
