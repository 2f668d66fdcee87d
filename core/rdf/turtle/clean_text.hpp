// Makes the text of one statement fit for a strict parser: checks every term, repairs what is safe, and says what it did.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/position.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// `lines` is N-Triples and N-Quads: no prefixed names, short strings only, absolute IRIs.
enum class text_dialect : std::uint8_t { lines, turtle };

/// Something wrong in the text of a statement; offsets count from its first byte.
struct text_fault {
  errc rule{};
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string message;
};

/// Tells the sink of faults in `raw`, which begins at `start`. Cheap for many faults as long as their offsets
/// rise.
void report_faults(statement_sink& sink, const text_position& start, std::string_view raw,
                   const std::vector<text_fault>& faults);

/// Reads the raw text of one statement and writes the text that the parser gets: valid UTF-8 without
/// comments, IRIs without escapes, `_:label` as `_:ulabel` so that labels of the document and labels that the
/// parser makes never clash.
///
/// Repaired and recorded: bytes that are not UTF-8 in a literal or comment (U+FFFD), unknown escapes in a
/// literal (the backslash is kept), surrogate pairs written as two escapes, spaces and other forbidden ASCII
/// in an IRI (percent-encoded), a newline in a short string, `_` in a language tag, and in the line formats
/// relative IRIs. Fatal, the statement is to be skipped: anything else.
class text_cleaner {
 public:
  text_cleaner(text_dialect dialect, reader_limits limits) : dialect_(dialect), limits_(limits) {}

  /// The base for relative IRIs in the line formats; outlives the cleaner's use.
  void set_base(std::string_view base) { base_ = base; }
  /// Cleans `raw`. The results stay until the next call.
  void clean(std::string_view raw);

  [[nodiscard]] const std::string& text() const { return out_; }
  [[nodiscard]] const std::vector<text_fault>& repairs() const { return repairs_; }
  [[nodiscard]] const std::optional<text_fault>& fatal() const { return fatal_; }
  /// Whether there is anything but space and comments.
  [[nodiscard]] bool is_blank() const { return is_blank_; }
  /// The offset in `raw` that became `line` and `column` (bytes, both from 1) of `text()`.
  [[nodiscard]] std::size_t raw_offset(unsigned line, unsigned column) const;

  /// Cleans the IRI that begins at `raw[at] == '<'`; appends its characters without brackets to `iri` and
  /// returns the offset after `>`. On a fatal fault the result is `raw.size()`.
  std::size_t clean_iri(std::string_view raw, std::size_t at, std::string& iri);
  /// Forgets the results of the last call, before `clean_iri` is used by itself.
  void reset();

 private:
  /// From `clean_offset` on, clean and raw offsets differ by the same number until the next one.
  struct shift {
    std::size_t clean_offset, raw_offset;
  };

  std::size_t clean_token(std::string_view raw, std::size_t at);
  void join_literal(std::size_t at, std::string_view after);
  std::size_t clean_comment(std::string_view raw, std::size_t at);
  std::size_t clean_iri_token(std::string_view raw, std::size_t at);
  std::size_t clean_iri_character(std::string_view raw, std::size_t at, std::string& iri);
  std::size_t clean_iri_escape(std::string_view raw, std::size_t at, std::string& iri);
  std::size_t clean_string(std::string_view raw, std::size_t at);
  std::size_t clean_string_character(std::string_view raw, std::size_t at, bool is_long);
  std::size_t clean_string_escape(std::string_view raw, std::size_t at);
  std::size_t clean_unicode_escape(std::string_view raw, std::size_t at);
  std::size_t clean_language(std::string_view raw, std::size_t at);
  std::size_t clean_name(std::string_view raw, std::size_t at);

  void repair(errc rule, std::size_t at, std::size_t length, std::string message);
  std::size_t stop(std::string_view raw, errc rule, std::size_t at, std::string message);
  void mark(std::size_t raw_at);

  text_dialect dialect_;
  reader_limits limits_;
  std::string_view base_;
  std::string out_, iri_;
  std::vector<text_fault> repairs_;
  std::optional<text_fault> fatal_;
  std::vector<shift> shifts_;
  bool is_blank_ = true;
};

}  // namespace laundromat
