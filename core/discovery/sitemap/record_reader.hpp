// Reads the records of a sitemap or feed, each with its fields: `url` with `loc`, `item` with `link`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/sitemap/markup_reader.hpp"
#include "core/discovery/sitemap/sitemap_names.hpp"

namespace laundromat::sitemaps {

/// What the root element says a document is.
enum class document_root : std::uint8_t {
  none,  ///< no element, or none that is known
  url_set,
  sitemap_index,
  rss,   ///< RSS 0.91 to 2.0
  rdf,   ///< `rdf:RDF`, which RSS 0.90 and 1.0 have
  atom,  ///< Atom 0.3 and 1.0
  html,
};

/// A part of a record, or of the document itself.
struct record_field {
  std::string name;  ///< local, in lower case
  vocabulary whose = vocabulary::protocol;
  std::string text;  ///< not trimmed
  std::vector<markup_attribute> attributes = {};
  std::string base = {};  ///< its `xml:base`, resolved against nothing
  std::uint64_t line = 0;
  bool is_sure = true;  ///< false: cut, with markup inside, or with characters that cannot be read

  /// The value of an attribute, by its local name in lower case; empty for none.
  [[nodiscard]] std::string_view attribute(std::string_view wanted) const;
};

/// One `url`, `sitemap`, `dataset`, `item` or `entry`.
struct record {
  std::string name;  ///< local, in lower case; `entry` for both
  vocabulary whose = vocabulary::protocol;
  record_field own = {};  ///< its text outside of its fields, and its attributes
  std::vector<record_field> fields = {};

  /// The first field with this name, of the vocabulary that is preferred: the document's own before an unknown one. Null for none.
  [[nodiscard]] const record_field* find(std::string_view wanted,
                                         vocabulary whose = vocabulary::protocol) const;
};

/// What receives the records of a document.
class record_handler {
 public:
  virtual ~record_handler() = default;
  virtual void begin(document_root root, const markup_element& element) = 0;
  virtual void take(const record& one) = 0;
  /// A field of the document itself: a child of its root, or of the channel of a feed.
  virtual void take_field(const record_field& one) = 0;
  /// Whether the rest of the document is not needed.
  [[nodiscard]] virtual bool is_full() const { return false; }
};

/// Which document begins with this element.
[[nodiscard]] document_root root_of(const markup_element& element);

/// Sorts elements into records and fields. Only fields that announce something are kept, at most `most_fields` of a record.
class record_reader final : public markup_handler {
 public:
  static constexpr std::size_t most_fields = 60'000;
  static constexpr std::size_t longest_text = 16'384;  ///< bytes of a field; a longer one is not sure

  record_reader(record_handler& handler, markup_reader::defect_log log)
      : handler_(handler), log_(std::move(log)) {}

  void open(const markup_element& element) override;
  [[nodiscard]] bool needs_text() const override;
  void text(const markup_text& piece) override;
  void close(element_end how) override;
  [[nodiscard]] bool is_full() const override { return root_ == document_root::html || handler_.is_full(); }

 private:
  struct open_record {
    record content;
    std::size_t depth = 0;
    std::size_t left_out = 0;  ///< fields beyond the limit
  };

  void open_root(const markup_element& element);
  void open_record_of(const markup_element& element, std::string name, vocabulary whose);
  void open_field(const markup_element& element, std::string name, vocabulary whose);
  void close_field(element_end how);
  [[nodiscard]] bool is_record_here(std::string_view name, vocabulary whose) const;

  record_handler& handler_;
  markup_reader::defect_log log_;
  document_root root_ = document_root::none;
  bool is_in_root_ = false;
  std::string root_prefix_, root_namespace_;
  std::size_t depth_ = 0, channel_depth_ = 0, field_depth_ = 0;
  std::vector<open_record> records_;  ///< open, each inside of the one before it
  record_field field_;
};

}  // namespace laundromat::sitemaps
