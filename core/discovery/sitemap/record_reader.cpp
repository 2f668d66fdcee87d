// Implements the sorting of elements into records and fields.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/record_reader.hpp"

#include <algorithm>
#include <array>

#include "core/base/count_words.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

/// Fields that are not kept, though the table of text elements has them: they announce nothing.
constexpr auto idle_fields = std::to_array<std::string_view>({"id", "title"});
constexpr auto fields_by_attribute = std::to_array<std::string_view>({"content", "enclosure"});

bool is_kept(std::string_view name) {
  return std::ranges::find(fields_by_attribute, name) != fields_by_attribute.end() ||
         (cannot_contain(name, name) && std::ranges::find(idle_fields, name) == idle_fields.end());
}

void append_text(record_field& field, const markup_text& piece) {
  field.is_sure =
      field.is_sure && piece.is_sure && field.text.size() + piece.text.size() <= record_reader::longest_text;
  field.text.append(piece.text, 0,
                    record_reader::longest_text - std::min(field.text.size(), record_reader::longest_text));
}

bool is_rdf(const markup_element& element) {
  return element.name_space == "http://www.w3.org/1999/02/22-rdf-syntax-ns#" ||
         (!element.is_declared && element.prefix == "rdf");
}

}  // namespace

std::string_view record_field::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &markup_attribute::name);
  return found == attributes.end() ? std::string_view{} : found->value;
}

const record_field* record::find(std::string_view wanted, vocabulary preferred) const {
  const record_field* second = nullptr;
  for (const auto& field : fields) {
    if (field.name != wanted) continue;
    if (field.whose == preferred) return &field;
    if (second == nullptr && field.whose == vocabulary::unknown) second = &field;
  }
  return second;
}

document_root root_of(const markup_element& element) {
  const auto name = lower_case(element.local);
  if (name == "urlset") return document_root::url_set;
  if (name == "sitemapindex") return document_root::sitemap_index;
  if (name == "rss") return document_root::rss;
  if (name == "rdf" && is_rdf(element)) return document_root::rdf;
  if (name == "feed") return document_root::atom;
  if (name == "html" || name == "head" || name == "body") return document_root::html;
  return document_root::none;
}

void record_reader::open(const markup_element& element) {
  ++depth_;
  if (field_depth_ > 0) {
    field_.is_sure = false;  // an element in a text
    return;
  }
  if (root_ == document_root::none || depth_ == 1) return open_root(element);
  if (!is_in_root_) return;
  auto name = lower_case(element.local);
  const auto whose =
      vocabulary_of(element.prefix, element.name_space, element.is_declared, root_prefix_, root_namespace_);
  const bool is_in_record = !records_.empty() && depth_ == records_.back().depth + 1;
  const bool is_at_top =
      records_.empty() && (depth_ == 2 || (channel_depth_ > 0 && depth_ == channel_depth_ + 1));
  if (!is_in_record && !is_at_top) return;
  if (is_record_here(name, whose)) return open_record_of(element, std::move(name), whose);
  if (is_at_top && name == "channel") channel_depth_ = depth_;
  if (whose != vocabulary::foreign && is_kept(name)) open_field(element, std::move(name), whose);
}

void record_reader::open_root(const markup_element& element) {
  const auto found = root_of(element);
  auto name = lower_case(element.local);
  // A document that lost its root begins with a record.
  const bool is_record =
      found == document_root::none && root_ == document_root::none && (name == "url" || name == "sitemap");
  is_in_root_ = false;
  if (found != document_root::none || is_record) {
    if (root_ != document_root::none) log_(element.line, "a second document follows in the same file");
    root_ = !is_record ? found : name == "url" ? document_root::url_set : document_root::sitemap_index;
    root_prefix_ = element.prefix;
    root_namespace_ = element.name_space;
    is_in_root_ = true;
    if (depth_ > 1) log_(element.line, "there are other elements around the root");
    if (is_record) log_(element.line, "the root is missing");
    handler_.begin(root_, element);
    depth_ = 1;
    if (is_record) {
      depth_ = 2;
      open_record_of(element, std::move(name), vocabulary::protocol);
    }
  }
}

bool record_reader::is_record_here(std::string_view name, vocabulary whose) const {
  if (whose == vocabulary::foreign || whose == vocabulary::xhtml || whose == vocabulary::dublin_core)
    return false;
  switch (root_) {
    case document_root::url_set:
    case document_root::sitemap_index:
      return name == "url" || name == "sitemap" || name == "dataset";
    case document_root::rss:
    case document_root::rdf:
      return name == "item";
    case document_root::atom:
      return name == "entry";
    default:
      return false;
  }
}

void record_reader::open_record_of(const markup_element& element, std::string name, vocabulary whose) {
  auto& one = records_.emplace_back();
  one.depth = depth_;
  one.content.name = std::move(name);
  one.content.whose = whose;
  one.content.own.name = one.content.name;
  one.content.own.attributes = element.attributes;
  one.content.own.base = one.content.own.attribute("base");
  one.content.own.line = element.line;
}

void record_reader::open_field(const markup_element& element, std::string name, vocabulary whose) {
  field_ = {.name = std::move(name),
            .whose = whose,
            .text = {},
            .attributes = element.attributes,
            .line = element.line};
  field_.base = field_.attribute("base");
  field_.is_sure = !element.is_broken;
  field_depth_ = depth_;
}

bool record_reader::needs_text() const {
  return field_depth_ > 0 ? depth_ == field_depth_ : !records_.empty() && depth_ == records_.back().depth;
}

void record_reader::text(const markup_text& piece) {
  append_text(field_depth_ > 0 ? field_ : records_.back().content.own, piece);
}

void record_reader::close(element_end how) {
  if (depth_ == 0) return;  // of an element around the root
  if (field_depth_ > 0 && depth_ == field_depth_) {
    close_field(how);
  } else if (!records_.empty() && depth_ == records_.back().depth) {
    auto& ended = records_.back();
    if (how == element_end::document) ended.content.own.is_sure = false;
    if (ended.left_out > 0)
      log_(ended.content.own.line, "`" + ended.content.name + "` has more than " +
                                       number_of(most_fields, "element") + ": the rest is not used");
    handler_.take(ended.content);
    records_.pop_back();
  }
  if (depth_ == channel_depth_) channel_depth_ = 0;
  if (depth_ == 1 && how == element_end::document && root_ != document_root::none)
    log_(0, "the document ends before the end tag of its root");
  --depth_;
}

void record_reader::close_field(element_end how) {
  field_depth_ = 0;
  if (how == element_end::document) field_.is_sure = false;
  if (records_.empty()) return handler_.take_field(field_);
  auto& fields = records_.back().content.fields;
  if (fields.size() < most_fields)
    fields.push_back(std::move(field_));
  else
    ++records_.back().left_out;
}

}  // namespace laundromat::sitemaps
