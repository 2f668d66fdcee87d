// The items of microdata in a markup document: fed with its elements and texts, it makes the statements at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/microdata/item_store.hpp"

namespace laundromat::rdfa {

/// Why nothing more is read.
inline constexpr std::string_view microdata_beyond_limit =
    "the items of a document are too long: microdata from here on is not read";

/// What the caller keeps of an open element.
struct opened_item {
  std::uint32_t element = nothing_stored;  ///< in the store
  std::uint64_t losses = 0;                ///< of the nesting, when the item around its content began
  bool is_unknown = false;                 ///< the item around its content is not known
  bool is_item = false;
  bool collects = false;  ///< its text is a value
};

/// Microdata to RDF (Second Edition), https://www.w3.org/TR/microdata-rdf/, with the value of `content` on any element (HTML Microdata,
/// section 5.4) and `itemprop-reverse`. Elements are opened and closed like brackets.
class microdata {
 public:
  microdata(const reader_options& options, evaluator& evaluation, statement_output& output, fault_log& faults,
            const byte_account& account);

  /// Opens an element whose content is in the evaluator's `context`.
  [[nodiscard]] opened_item open(const element_view& element, const opened_item& around, int context);
  /// `is_sound` is false when its text is not known.
  void close(const opened_item& element, bool is_sound);
  /// Whether a text is a value.
  [[nodiscard]] bool is_active() const { return !texts_.empty() && texts_.back().fault == errc::ok; }
  void add_text(std::string_view text);
  /// Makes the statements of the document that ends here, and forgets it.
  void finish();

 private:
  struct open_text {
    std::uint32_t property;
    std::size_t begin;
    std::uint64_t losses;
    errc fault;
    bool is_time;
  };
  void add_item(const element_view& element, stored_element& made);
  bool add_property(const element_view& element, const opened_item& around, int context,
                    stored_element& made);
  [[nodiscard]] static bool names_resource(const element_view& element);
  bool read_value(const element_view& element, int context, stored_property& made);
  void read_iri(const attribute_value& value, stored_property& made);
  void read_literal(std::string_view text, std::string_view datatype, int context, const located_place& at,
                    raw_place whole, stored_property& made);
  [[nodiscard]] stored_text read_types(const attribute_value& value);
  [[nodiscard]] stored_text read_item_iri(const attribute_value& value);
  [[nodiscard]] std::string absolute(const attribute_value& value);
  void lose(stored_property& made, raw_place place, errc rule, std::string_view why);

  const reader_options* options_;
  evaluator* evaluator_;
  statement_output* output_;
  fault_log* faults_;
  const byte_account* account_;
  item_store store_;
  std::vector<open_text> texts_;
  std::string text_, words_;
  bool is_full_ = false, ids_are_lost_ = false;
};

}  // namespace laundromat::rdfa
