// The strict parser of one cleaned statement, behind which serd works.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/turtle/clean_text.hpp"

namespace laundromat {

/// What prefixed names and relative IRIs mean at this point of a document.
struct name_environment {
  std::string base;  ///< absolute, or empty
  std::map<std::string, std::string, std::less<>> prefixes;
};

/// The statements that one piece of text holds, compactly and with their terms expanded.
class statement_buffer {
 public:
  void clear();
  void add(const statement_view& statement);
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] statement_view operator[](std::size_t index) const;

 private:
  struct text {
    std::size_t offset = 0, length = 0;
  };
  struct term {
    term_kind kind = term_kind::none;
    text value, datatype, language;
  };
  struct row {
    term subject, predicate, object, graph;
  };
  [[nodiscard]] term store(const term_view& view);
  [[nodiscard]] term_view view(const term& stored) const;
  [[nodiscard]] text keep(std::string_view value);
  [[nodiscard]] std::string_view at(text t) const {
    return std::string_view(bytes_).substr(t.offset, t.length);
  }

  std::string bytes_;
  std::vector<row> rows_;
};

/// Why a text is no statement.
struct parse_fault {
  errc rule = errc::syntax_error;
  std::string message;
  unsigned line = 1, column = 1;  ///< in the cleaned text, in bytes
};

/// Receives statements while a text is parsed.
class parse_target {
 public:
  virtual ~parse_target() = default;
  virtual void on_parsed(const statement_view& statement) = 0;
};

/// Parses texts that `text_cleaner` made, one statement each. A blank node of the document keeps its label;
/// one that the document leaves without a label gets `~1`, `~2` …, in the order of the text, which no label
/// of a document can be. Statements are reported before the end of the text is seen: nobody uses them before
/// `parse` says that all is well.
class statement_parser {
 public:
  /// `environment` outlives the parser.
  statement_parser(text_dialect dialect, const name_environment& environment, reader_limits limits);
  ~statement_parser();

  /// Nothing when the whole of `text` is well-formed.
  [[nodiscard]] std::optional<parse_fault> parse(const std::string& text, parse_target& target);
  /// Makes the generated labels of the last `parse` final; without it the next text uses them again.
  void commit();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
