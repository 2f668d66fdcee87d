// Cuts HTML and XML into tags, text and other markup, at any chunking, with the place of every byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_position.hpp"
#include "core/rdf/model/decision.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::rdfa {

/// The content of an element.
enum class content_model : std::uint8_t {
  markup,      ///< tags, references, comments
  references,  ///< `title`, `textarea`: references, but no tags up to its own end tag
  verbatim,    ///< `script`, `style`: neither
  plain_text,  ///< `plaintext`: neither, up to the end of the document
};

/// Receives the pieces in document order; together they are the document. What a handler has no use for it need not take.
class markup_handler {
 public:
  virtual ~markup_handler() = default;
  virtual void on_start_tag(const raw_tag& tag) = 0;
  virtual void on_end_tag(const raw_tag& tag) = 0;
  /// A tag longer than `start_tag_bytes`; its name may be cut.
  virtual void on_long_tag(const text_position& begin, std::uint64_t length_bytes, std::string_view name,
                           bool is_end, bool closes_itself) = 0;
  /// A piece of a text; texts are cut anywhere, but not within characters, references and CR LF.
  virtual void on_text(std::uint64_t /*offset_bytes*/, std::string_view /*raw*/, raw_text /*kind*/) {}
  /// A piece of a text that reads like a start tag without its `<`, whole.
  virtual void on_bare_tag(std::uint64_t offset_bytes, std::string_view raw) {
    on_text(offset_bytes, raw, raw_text::content);
  }
  /// A comment, processing instruction or the like; pieces of it, cut anywhere but within characters.
  virtual void on_other(std::uint64_t /*offset_bytes*/, std::string_view /*raw*/, bool /*is_complete*/) {}
  /// Without its `>` when a tag begins before that.
  virtual void on_doctype(std::uint64_t /*offset_bytes*/, std::string_view /*raw*/) {}
  /// `<!x`, `</ ` and the like begin in XML, which does not know them; what they hold follows as other markup.
  virtual void on_bogus(std::uint64_t /*offset_bytes*/, std::string_view /*raw*/) {}
  /// These have come to an end that need not be theirs: they hold a line break, or, where `holds_markup`, are cut where other markup
  /// begins. All of it was handed out, but not as complete.
  virtual void on_open_bogus(const text_position& /*begin*/, std::uint64_t /*end_bytes*/,
                             bool /*holds_markup*/) {}
  /// A comment that holds the beginning of another, and so may have lost its own end before that; all of it was handed out, but not as
  /// complete. `raw` is what precedes the last of these; empty when the comment is longer than `start_tag_bytes`.
  virtual void on_nested_comment(const text_position& /*begin*/, std::uint64_t /*end_bytes*/,
                                 std::string_view /*raw*/) {}
  /// A comment that ends as HTML 4 has it, with white space before its `>`: no other end follows. All of it was handed out, but not as
  /// complete.
  virtual void on_spaced_comment(const text_position& /*begin*/, std::uint64_t /*end_bytes*/) {}
  /// `<?xml`; the rest of the declaration follows as other markup.
  virtual void on_xml_declaration(std::uint64_t /*offset_bytes*/) {}
  /// What ends with the document without its own end: a tag, a comment, with where it begins. Earlier pieces of it were handed out.
  virtual void on_unterminated(std::uint64_t /*offset_bytes*/, std::string_view /*raw*/,
                               const text_position& /*begin*/) {}
  /// The bytes before what comes next are about to go: their places can be counted out for the last time.
  virtual void on_bytes_going() {}
  /// Whether to read on.
  [[nodiscard]] virtual bool wants_more() const = 0;
};

/// An own scanner, because libxml2's push parser for HTML gives other events for other chunks and keeps no place of an attribute, and gumbo
/// needs the whole document as a tree. Holds at most one tag, or one DOCTYPE, of `start_tag_bytes`, beside the bytes of a push.
class markup_scanner {
 public:
  markup_scanner(const reader_limits& limits, markup_handler& handler)
      : tag_(limits.attributes), start_tag_bytes_(limits.start_tag_bytes), handler_(&handler) {}

  void push(std::string_view bytes);
  void finish();

  void use_xml(bool is_xml) { is_xml_ = is_xml; }
  void allow_cdata(bool allowed) { allows_cdata_ = allowed; }
  /// Called while a start tag is handled: what follows it, up to the end tag of that name (lower case).
  void expect(content_model model, std::string_view name);
  /// Called while a start tag is handled: it ends after `length_bytes` already, and what follows is read again.
  void cut_tag(std::size_t length_bytes) { cut_ = length_bytes; }
  /// The place of a byte that is still in the buffer.
  [[nodiscard]] text_position locate(std::uint64_t offset_bytes);
  [[nodiscard]] std::uint64_t offset_bytes() const { return base_ + at_; }

 private:
  /// What a `</script>` is in a script: within `<!--` … `-->` it may be the end of an inner one.
  enum class script_state : std::uint8_t { none, plain, escaped, double_escaped };
  enum class state : std::uint8_t { data, tag, comment, bogus, instruction, cdata, doctype, long_tag };

  void run(bool is_final);
  bool run_data(bool is_final);
  bool emit_bare_tag(std::string_view text);
  bool open_markup(bool is_final);
  bool begin(state next, std::size_t scanned);
  bool run_tag(bool is_final);
  bool measure_quoted(raw_tag& tag, bool is_final);
  bool run_long_tag(bool is_final);
  bool run_bogus(bool is_final);
  bool end_bogus(std::size_t length, bool holds_markup);
  bool run_instruction(bool is_final);
  bool run_comment(bool is_final);
  bool end_comment(std::size_t length);
  bool end_spaced_comment();
  bool run_cdata(bool is_final);
  bool run_doctype(bool is_final);
  bool run_element(bool is_final);
  std::size_t find_raw_end(std::string_view text, bool is_final, decision& is_end);
  [[nodiscard]] static decision begins_with(std::string_view text, std::string_view whole, bool is_tag,
                                            bool is_final);
  /// How much of `text` may be handed out when more may follow: no character, CR LF or reference is cut.
  [[nodiscard]] static std::size_t safe_length(std::string_view text, bool has_references);
  [[nodiscard]] bool may_begin_markup(std::string_view text, bool is_final) const;
  void emit_text(std::size_t length, raw_text kind);
  void emit_other(std::size_t length, bool is_complete);
  bool give_up();
  [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(at_); }

  tag_scan tag_;
  std::uint64_t start_tag_bytes_;
  markup_handler* handler_;
  state state_ = state::data;
  content_model model_ = content_model::markup;
  std::string end_tag_;  // that ends the content model, up to its name
  script_state script_ = script_state::none;
  std::string buffer_;
  std::uint64_t base_ = 0;      // where the buffer begins in the document
  std::size_t at_ = 0;          // how far the buffer was handed out
  std::size_t tag_length_ = 0;  // of the tag at hand, while what follows it is looked at
  std::size_t cut_ = 0;         // where the tag at hand ends, 0 for its own end
  std::size_t scanned_ = 0;     // how far the current piece was looked through, from `at_`
  std::size_t nested_ = 0;      // offset of the `--` of the last `<!--` within a comment; 0 for none
  char quote_ = 0;              // within a DOCTYPE
  bool in_subset_ = false;
  bool lacks_comment_ends_ = false;  // the rest of the document
  bool has_break_ = false;           // in the pieces of a bogus comment
  text_position begin_;              // of the markup whose pieces are handed out
  bool has_begun_ = false;           // some of it was
  std::string long_name_;
  bool is_xml_ = false, allows_cdata_ = false;
  std::vector<text_position> marks_{1};  // of the front of the buffer and each multiple of a stride behind it
};

}  // namespace laundromat::rdfa
