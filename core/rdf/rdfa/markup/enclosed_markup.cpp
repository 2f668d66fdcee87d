// Implements enclosed_markup: looks for tags in markup that was not read.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/enclosed_markup.hpp"

#include <cstdint>
#include <vector>

#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

namespace {

class balance final : public markup_handler {
 public:
  explicit balance(bool is_xml) : is_xml_(is_xml) {}

  void on_start_tag(const raw_tag& tag) override {
    const bool says = mentions_rdfa(tag.text, false);
    found.has_rdfa = found.has_rdfa || says;
    const auto hash = name_hash(tag.name, !is_xml_);
    const bool is_closed = is_xml_ ? tag.closes_itself : (traits_of(find_html_tag(hash)) & is_void) != 0;
    if (!is_closed) open_.push_back({hash, says, sets_names(tag)});
  }
  void on_end_tag(const raw_tag& tag) override {
    if (open_.empty() || open_.back().hash != name_hash(tag.name, !is_xml_))
      found.is_balanced = false;
    else
      open_.pop_back();
  }
  void on_long_tag(const text_position&, std::uint64_t, std::string_view, bool, bool) override {
    found = {false, true, true, true};
  }
  void on_unterminated(std::uint64_t, std::string_view, const text_position&) override {
    found = {false, true, true, true};
  }
  void on_spaced_comment(const text_position&, std::uint64_t) override { found = {false, true, true, true}; }
  [[nodiscard]] bool wants_more() const override { return true; }
  void finish() {
    found.is_balanced = found.is_balanced && open_.empty();
    for (const auto& one : open_) {
      found.changes_subject = found.changes_subject || one.says;
      found.sets_names = found.sets_names || one.sets_names;
    }
  }

  enclosed_markup found;

 private:
  struct element {
    std::uint64_t hash;
    bool says, sets_names;
  };

  bool is_xml_;
  std::vector<element> open_;
};

}  // namespace

enclosed_markup examine_inside(std::string_view text, const reader_limits& limits, bool is_xml) {
  balance handler(is_xml);
  markup_scanner scanner(limits, handler);
  scanner.use_xml(is_xml);
  scanner.push(text);
  scanner.finish();
  handler.finish();
  return handler.found;
}

}  // namespace laundromat::rdfa
