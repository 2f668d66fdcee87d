// Compares the versions of RDF that a document announces with each other, and with its statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/rdf_version.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Stands between a reader and its sink, and passes everything on. Notes as `version_conflict`, each once: a label that RDF 1.2 does not
/// define; a text that announces another version than its media type; triple terms or base directions that no announced version has. The
/// place is the last label in the text, or else the begin of the document. A version is a hint: nothing is lost, and nothing is read in another way.
/// Source: RDF 1.2 Concepts section 2.1; RDF 1.2 Turtle section 7.1, curVersion.
class version_watch final : public statement_sink {
 public:
  /// `media_type`: as declared, with its parameters; may be empty. `sink` outlives it.
  version_watch(std::string_view media_type, statement_sink& sink);

  result<void> on_statement(const statement_view& statement) override {
    if (lacks_something_) [[unlikely]]
      check_object(statement.object);
    return sink_->on_statement(statement);
  }
  void on_defect(const defect& found) override { sink_->on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { sink_->on_span(kind, length_bytes); }
  void on_version(std::string_view label, const defect& place) override;

 private:
  void allow(std::string_view label);
  void check_object(const term_view& object);
  void note(std::string message);

  statement_sink* sink_;
  defect place_;               ///< of the last label, or the begin of the document
  std::string of_media_type_;  ///< the label; empty when there is none
  version_features allowed_ = {true, true};
  bool lacks_something_ = false;  ///< `allowed_` is not everything
  bool is_announced_ = false, has_conflict_ = false, has_unknown_ = false;
};

}  // namespace laundromat
