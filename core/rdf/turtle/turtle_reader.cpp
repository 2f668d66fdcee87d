// Implements the reader port with a text window and a parser.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/turtle_reader.hpp"

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat {

namespace {

/// How much text is read at once: it fits into the cache.
constexpr std::size_t slice_bytes = std::size_t{1} << 16;

class turtle_reader final : public reader {
 public:
  turtle_reader(rdf_format format, const reader_options& options, statement_sink& sink)
      : parser_(format, options, text_, sink) {}

  result<void> push(std::string_view bytes) override {
    while (!bytes.empty()) {
      const auto slice = bytes.substr(0, slice_bytes);
      // Only where more arrives: the last part of a document, which is all of a short one, is never dropped.
      parser_.drop_text();
      text_.append(slice);
      bytes.remove_prefix(slice.size());
      if (auto read = parser_.run(); !read) return read;
    }
    return {};
  }

  result<void> finish() override {
    text_.close();
    return parser_.run();
  }

 private:
  turtle::text_window text_;
  turtle::parser parser_;
};

}  // namespace

std::unique_ptr<reader> make_turtle_reader(rdf_format format, reader_options options, statement_sink& sink) {
  return std::make_unique<turtle_reader>(format, options, sink);
}

}  // namespace laundromat
