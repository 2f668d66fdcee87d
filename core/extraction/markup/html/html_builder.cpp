// Implements html_builder on the tree rules of the reader of RDFa.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_builder.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/rdfa/document/deep_elements.hpp"
#include "core/rdf/rdfa/document/html_tree.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::markup {

namespace {

constexpr std::size_t slice_bytes = std::size_t{64} << 10;
constexpr std::string_view xhtml = "http://www.w3.org/1999/xhtml";

class no_statements final : public statement_sink {
 public:
  result<void> on_statement(const statement_view&) override { return {}; }
  void on_defect(const defect&) override {}
};

reader_options options_of(const extraction_limits& limits) {
  reader_options options;
  options.media_type = "text/html";
  options.limits.nesting = limits.nesting;
  return options;
}

/// Whether a text that is none of a row has tags of one.
bool holds_row_tag(std::string_view raw) {
  for (const std::string_view tag : {"<tr", "</tr", "<td", "</td", "<TR", "</TR", "<TD", "</TD"})
    if (raw.find(tag) != raw.npos) return true;
  return false;
}

bool holds_html(std::uint64_t hash) {
  for (const std::string_view name : {"foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"})
    if (hash == rdfa::name_hash(name, false)) return true;
  return false;
}

}  // namespace

/// The tree rules, and the stack that they work on, whose elements have nothing to evaluate.
struct html_builder::rules {
  rules(const extraction_limits& limits, html_builder& builder)
      : options(options_of(limits)),
        faults(options, sink, builder.scanner_),
        account(sink),
        output(options, sink, faults),
        evaluation(options, output, faults, account),
        items(options, evaluation, output, faults, account),
        stack(evaluation, items, account),
        tree(
            stack, [&builder] { builder.close_top(); },
            [&builder](std::size_t index) { builder.detach(index); },
            [](const rdfa::open_element&) { return false; }) {}

  no_statements sink;
  reader_options options;
  rdfa::fault_log faults;
  rdfa::byte_account account;
  rdfa::statement_output output;
  rdfa::evaluator evaluation;
  rdfa::microdata items;
  rdfa::open_elements stack;
  rdfa::html_tree tree;
  rdfa::deep_elements deep;
};

html_builder::html_builder(const extraction_limits& limits, wash_profile profile, markup_tree& tree,
                           document_account& account)
    : limits_(limits),
      tree_(tree),
      account_(account),
      scanner_(options_of(limits).limits, *this),
      decoder_(profile, reader_limits{}.entity_bytes),
      on_fault_([this, profile](const rdfa::reference_fault& fault) {
        if (profile == wash_profile::strict && fault.done == treatment::skip)
          spoiled_.push_back({piece_begin_ + fault.offset, fault.rule});
        const auto at = piece_begin_ + fault.offset;
        if (fault.rule == errc::xml_character && at < tree_.source.size() && tree_.source[at] == '\0')
          spoiled_.push_back({at, errc::doubtful_rows});
        account_.report(fault.rule, fault.done, tree_.source, {}, piece_begin_ + fault.offset, fault.length,
                        {}, fault.after);
      }),
      rules_(std::make_unique<rules>(limits, *this)),
      most_nodes_(static_cast<std::size_t>(std::max<std::uint64_t>(limits.document_bytes / 16, 1024))) {}

html_builder::~html_builder() = default;

void html_builder::build() {
  const auto source = std::string_view(tree_.source);
  const auto marks = static_cast<std::size_t>(std::ranges::count(source, '<'));
  tree_.reserve(std::min(most_nodes_, marks + marks / 2) +
                2);  // half of the tags are end tags, and a text may be behind each
  (void)tree_.open_nameless(0, 0, no_node);
  tree_[0].is_damaged = false;
  for (std::size_t at = 0; at < source.size(); at += slice_bytes)
    scanner_.push(source.substr(at, slice_bytes));
  scanner_.finish();
  if (raw_text_begin_)
    report(errc::unterminated, treatment::skip, *raw_text_begin_, source.size() - *raw_text_begin_,
           "the element has no end tag: all that is behind it is its text");
  piece_begin_ = piece_end_ = source.size();
  piece_hash_ = 0;
  while (!rules_->stack.empty()) close_top();
  if (!rules_->deep.empty()) end_deep(source.size());
  if (is_full_)
    report(errc::limit_exceeded, treatment::skip, full_at_, source.size() - full_at_,
           "more elements and texts than " + std::to_string(most_nodes_) +
               ": the rest of the document is not read");
  const auto end = static_cast<std::uint32_t>(source.size());
  tree_.close(0, end, end);
}

void html_builder::report(errc rule, treatment done, std::uint64_t offset, std::uint64_t length,
                          std::string message) {
  account_.report(rule, done, tree_.source, {}, offset, length, std::move(message));
}

bool html_builder::is_full(std::uint64_t offset) {
  if (!is_full_ && tree_.size() >= most_nodes_) {
    is_full_ = true;
    full_at_ = offset;
  }
  return is_full_;
}

node_index html_builder::parent() const {
  return open_.empty() || open_.back() == no_node ? 0 : open_.back();
}

/// The elements that HTML implies between a new element and its parent (HTML Living Standard 13.1.2.4, "optional tags").
std::uint8_t html_builder::implied_around(rdfa::html_tag kind) {
  using enum rdfa::html_tag;
  const auto outer = parent();
  if (kind == html) return 0;
  if (outer != 0 && tree_[outer].tag != html)
    return kind == tr && tree_[outer].tag == table ? implied_tbody : 0;
  const std::uint8_t root = outer == 0 ? implied_html : 0;
  if (kind == head || kind == body || kind == frameset) {
    has_body_ = has_body_ || kind == body;
    return root;
  }
  const bool is_in_head = !has_body_ && (rdfa::traits_of(kind) & rdfa::is_head_content) != 0;
  has_body_ = !is_in_head;
  return root | (is_in_head ? implied_head : implied_body);
}

void html_builder::push(const rdfa::raw_tag& tag, std::uint64_t hash, rdfa::html_tag kind, bool is_foreign,
                        node_index node) {
  rdfa::open_element opened;
  opened.hash = hash;
  opened.begin.bytes = {tag.offset_bytes, 0};
  opened.begin.line = 1;  // that nobody counts it
  opened.is_foreign = is_foreign;
  opened.is_integration = is_foreign && holds_html(hash);
  if (!is_foreign) {
    opened.tag = kind;
    opened.traits = rdfa::traits_of(kind);
  }
  rules_->stack.push(std::move(opened));
  open_.push_back(node);
}

void html_builder::imply_root(std::uint64_t offset) {
  const rdfa::raw_tag none{offset, {}, "html", {}, 0, 0, false, false, false};
  push(none, rdfa::name_hash("html", false), rdfa::html_tag::html, false, no_node);
}

/// The rules take the innermost element off.
void html_builder::close_top() {
  const bool is_own = piece_hash_ != 0 && rules_->stack.back().hash == piece_hash_;
  rules_->stack.pop(piece_begin_, false, true);
  if (open_.back() != no_node)
    tree_.close(open_.back(), static_cast<std::uint32_t>(piece_begin_),
                static_cast<std::uint32_t>(is_own ? piece_end_ : piece_begin_));
  open_.pop_back();
}

/// The rules end an element while others are open within it.
void html_builder::detach(std::size_t index) {
  rules_->stack.detach(index);
  if (open_[index] == no_node) return;
  tree_.close(open_[index], static_cast<std::uint32_t>(piece_begin_), static_cast<std::uint32_t>(piece_end_));
  open_[index] = no_node;
}

void html_builder::end_deep(std::uint64_t offset) {
  report(errc::too_deep_nesting, treatment::skip, deep_begin_, offset - deep_begin_,
         "elements nest deeper than " + std::to_string(limits_.nesting) + ": what is in them is left out");
}

void html_builder::on_start_tag(const rdfa::raw_tag& tag) {
  raw_text_begin_.reset();
  piece_begin_ = tag.offset_bytes;
  piece_end_ = tag.offset_bytes + tag.text.size();
  piece_hash_ = 0;
  if (is_full(tag.offset_bytes)) return;
  if (rdfa::encloses_tags(tag)) spoiled_.push_back({tag.offset_bytes, errc::unterminated});
  const auto hash = rdfa::name_hash(tag.name, true);
  const auto kind = rdfa::find_html_tag(hash);
  auto& stack = rules_->stack;
  if (!rules_->deep.empty()) {
    if ((rdfa::traits_of(kind) & rdfa::is_void) == 0 && !tag.closes_itself) rules_->deep.open(hash);
    return;
  }
  if (stack.empty() && kind != rdfa::html_tag::html) imply_root(tag.offset_bytes);
  auto made = rules_->tree.place(kind, tag.closes_itself);
  if (has_empty_element_tags_ && tag.closes_itself) made.is_void = true;
  if (made.is_repaired) {
    using enum rdfa::html_tag;
    const bool is_row = made.is_ignored && (kind == tr || kind == td || kind == th);
    report(is_row ? errc::doubtful_rows : errc::tag_soup, is_row ? treatment::skip : treatment::note,
           tag.offset_bytes, tag.text.size(),
           is_row            ? "a row or cell outside of a table: it is ignored, and its text is in no record"
           : made.is_ignored ? "a start tag that has no place here"
                             : "");
  }
  if (made.is_ignored) return;
  if (stack.size() >= limits_.nesting && !made.is_void) {
    deep_begin_ = tag.offset_bytes;
    return rules_->deep.open(hash);
  }
  if (kind == rdfa::html_tag::html)
    for (const auto& one : tag.attributes)
      has_empty_element_tags_ = has_empty_element_tags_ || (one.name == "xmlns" && one.value == xhtml);
  const auto implied = made.is_foreign ? std::uint8_t{0} : implied_around(kind);
  const auto node =
      tree_.open(tag, static_cast<std::uint32_t>(tag.offset_bytes), false, parent(), decoder_, on_fault_);
  tree_[node].implied = implied;
  if (!made.is_foreign) tree_[node].tag = kind;
  if (made.is_void) {
    const auto end = static_cast<std::uint32_t>(piece_end_);
    return tree_.close(node, end, end);
  }
  push(tag, hash, kind, made.is_foreign, node);
  scanner_.allow_cdata(rules_->tree.is_in_foreign());
  if (made.model != rdfa::content_model::markup) {
    scanner_.expect(made.model, rdfa::to_string(kind));
    raw_text_begin_ = tag.offset_bytes;
  }
}

void html_builder::on_end_tag(const rdfa::raw_tag& tag) {
  raw_text_begin_.reset();
  piece_begin_ = tag.offset_bytes;
  piece_end_ = tag.offset_bytes + tag.text.size();
  if (is_full_) return;
  if (rdfa::encloses_tags(tag)) spoiled_.push_back({tag.offset_bytes, errc::unterminated});
  const auto hash = rdfa::name_hash(tag.name, true);
  piece_hash_ = hash;
  auto& deep = rules_->deep;
  if (!deep.empty()) {
    const bool is_deep = deep.end(hash, rules_->stack.has(hash));
    if (deep.empty()) end_deep(is_deep ? piece_end_ : piece_begin_);
    if (is_deep) return;
  }
  if (!rules_->tree.end(rdfa::find_html_tag(hash), hash))
    report(errc::tag_soup, treatment::note, tag.offset_bytes, tag.text.size(),
           "an end tag that does not match the open elements");
  scanner_.allow_cdata(rules_->tree.is_in_foreign());
}

void html_builder::on_long_tag(const text_position& begin, std::uint64_t length, std::string_view, bool,
                               bool) {
  report(errc::statement_too_long, treatment::skip, begin.offset_bytes, length,
         "a tag that is longer than the limit");
}

/// What a comment or a script without its end takes with it.
void html_builder::on_nested_comment(const text_position& begin, std::uint64_t end, std::string_view raw) {
  if (!raw.empty() && !holds_row_tag(raw)) return;
  spoiled_.push_back({begin.offset_bytes, errc::unterminated});
  report(errc::unterminated, treatment::skip, begin.offset_bytes, end - begin.offset_bytes,
         "a comment that holds rows and the beginning of another comment: its end may be missing");
}

void html_builder::on_text(std::uint64_t offset, std::string_view raw, rdfa::raw_text kind) {
  piece_begin_ = offset;
  piece_end_ = offset + raw.size();
  if (is_full(offset) || !rules_->deep.empty()) return;
  if (raw_text_begin_ && holds_row_tag(raw)) spoiled_.push_back({*raw_text_begin_, errc::unterminated});
  if (rules_->stack.empty()) {
    if (rdfa::trim_html(raw).empty()) return;
    imply_root(offset);
  }
  if (!has_body_ && (parent() == 0 || tree_[parent()].tag == rdfa::html_tag::html))
    has_body_ = !rdfa::trim_html(raw).empty();
  tree_.add_text(static_cast<std::uint32_t>(offset), raw, kind, parent(), decoder_, on_fault_);
}

/// Whether a table ends a paragraph depends on the document type (HTML Living Standard, 13.2.6.2).
void html_builder::on_doctype(std::uint64_t, std::string_view raw) {
  std::string lower(raw);
  std::ranges::transform(lower, lower.begin(), to_lower);
  const auto has = [&](std::string_view words) { return lower.find(words) != std::string::npos; };
  const bool is_modern = has("html>") || has("about:legacy-compat") || has("xhtml 1.") || has("html 4.01//");
  rules_->tree.use_quirks(!is_modern);
}

void html_builder::on_unterminated(std::uint64_t offset, std::string_view raw, const text_position& begin) {
  const auto from = std::min(begin.offset_bytes, offset);
  report(errc::unterminated, treatment::skip, from, offset + raw.size() - from,
         "a tag or comment that the end of the document cuts off");
}

}  // namespace laundromat::markup
