// A root element of another XML vocabulary, which may contain rdf:RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/rdf/rdfxml/emission/defect_log.hpp"

namespace laundromat::rdfxml {

/// Each rdf:RDF in such a root is a document of its own. A root without any is skipped as a whole.
class foreign_root {
 public:
  /// `log` outlives it.
  explicit foreign_root(defect_log& log) : log_(log) {}

  /// Whether such a root is open.
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// The root is open, from its start tag at `tag_begin`.
  void begin(std::uint64_t tag_begin) {
    begin_ = std::max(log_.reached(), tag_begin);
    log_.reach(tag_begin, span_kind::syntax);
    place_ = log_.place_of(begin_);
    log_.hold(begin_);
    is_open_ = true;
    has_rdf_ = false;
  }
  /// An rdf:RDF opens at `tag_begin`. Returns whether it is not the first one.
  bool add_rdf(std::uint64_t tag_begin) {
    log_.hold(tag_begin);
    return std::exchange(has_rdf_, true);
  }
  /// The root ends before the byte at `end`. Returns whether it is skipped.
  bool close(std::uint64_t end) {
    is_open_ = false;
    if (has_rdf_) {
      log_.reach(end, span_kind::syntax);
      return false;
    }
    log_.reach(end, span_kind::quarantine);
    log_.report({errc::rdf_xml_grammar,
                 treatment::skip,
                 begin_,
                 end,
                 begin_,
                 {},
                 "the root element belongs to an XML vocabulary that is not RDF/XML"},
                place_);
    log_.hold(end);
    return true;
  }
  /// Another document begins. No element is open.
  void reset() { is_open_ = false; }

 private:
  defect_log& log_;
  std::uint64_t begin_ = 0;
  defect_place place_;
  bool is_open_ = false, has_rdf_ = false;
};

}  // namespace laundromat::rdfxml
