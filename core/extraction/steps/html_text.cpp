// Implements html_text.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/html_text.hpp"

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat {

namespace {

void ignore_fault(const rdfa::reference_fault&) {}

class tag_stripper final : public rdfa::markup_handler {
 public:
  explicit tag_stripper(std::string& out)
      : scanner_({}, *this), decoder_(wash_profile::standard, 0), joined_(out) {}

  void strip(std::string_view html) {
    scanner_.push(html);
    scanner_.finish();
  }
  void on_start_tag(const rdfa::raw_tag& tag) override {
    const auto kind = read_tag(tag);
    if (kind == rdfa::html_tag::script || kind == rdfa::html_tag::style)
      scanner_.expect(rdfa::content_model::verbatim, rdfa::to_string(kind));
  }
  void on_end_tag(const rdfa::raw_tag& tag) override { (void)read_tag(tag); }
  void on_long_tag(const text_position&, std::uint64_t, std::string_view, bool, bool) override {}
  void on_text(std::uint64_t, std::string_view raw, rdfa::raw_text kind) override {
    if (kind != rdfa::raw_text::content) return;
    text_.clear();
    decoder_.decode(raw, kind, text_, ignore_fault);
    joined_.add(text_);
  }
  [[nodiscard]] bool wants_more() const override { return true; }

 private:
  rdfa::html_tag read_tag(const rdfa::raw_tag& tag) {
    const auto kind = rdfa::find_html_tag(rdfa::name_hash(tag.name, true));
    if (separates_words(kind)) joined_.separate();
    return kind;
  }

  rdfa::markup_scanner scanner_;
  rdfa::reference_decoder decoder_;
  joined_text joined_;
  std::string text_;
};

}  // namespace

void joined_text::add(std::string_view text) {
  while (!text.empty()) {
    std::size_t length = 0;
    while (length < text.size() && !rdfa::is_html_space(text[length])) ++length;
    if (length > 0) {
      if (has_space_ && out_->size() > begin_) *out_ += ' ';
      has_space_ = false;
      out_->append(text.substr(0, length));
    }
    while (length < text.size() && rdfa::is_html_space(text[length])) ++length, has_space_ = true;
    text.remove_prefix(length);
  }
}

bool separates_words(rdfa::html_tag tag) {
  using enum rdfa::html_tag;
  static constexpr unsigned separating =
      rdfa::is_table_part | rdfa::is_block | rdfa::is_heading | rdfa::closes_paragraph;
  return (rdfa::traits_of(tag) & separating) != 0 || tag == br || tag == hr || tag == li || tag == dd ||
         tag == dt || tag == option;
}

void append_html_text(std::string_view html, std::string& out) {
  tag_stripper(out).strip(html);
}

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    const std::string_view reference = c == '<'   ? "&lt;"
                                       : c == '>' ? "&gt;"
                                       : c == '&' ? "&amp;"
                                       : c == '"' ? "&quot;"
                                                  : "";
    if (reference.empty())
      out += c;
    else
      out.append(reference);
  }
}

void append_unescaped(std::string_view text, std::string& out) {
  rdfa::reference_decoder(wash_profile::standard, 0).decode(text, rdfa::raw_text::content, out, ignore_fault);
}

}  // namespace laundromat
