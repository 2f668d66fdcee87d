// Writes receipts as JSON and N-Triples.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_receipt.hpp"

#include <nlohmann/json.hpp>

#include "core/metadata/metadata_vocabulary.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

class triples {
 public:
  explicit triples(std::string subject) : subject_(std::move(subject)) {}

  void add_iri(std::string_view predicate, std::string_view value) {
    if (!value.empty()) add(predicate, {term_kind::iri, value, {}, {}});
  }
  void add_text(std::string_view predicate, std::string_view value) {
    if (!value.empty()) add(predicate, {term_kind::literal, value, xsd_string, {}});
  }
  void add_number(std::string_view predicate, std::uint64_t value) {
    add(predicate, {term_kind::literal, std::to_string(value), xsd_count, {}});
  }
  void add_time(std::string_view predicate, timestamp value) {
    if (value != timestamp{}) add(predicate, {term_kind::literal, to_iso8601(value), xsd_date_time, {}});
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  static constexpr std::string_view xsd_string = "http://www.w3.org/2001/XMLSchema#string",
                                    xsd_count = "http://www.w3.org/2001/XMLSchema#nonNegativeInteger",
                                    xsd_date_time = "http://www.w3.org/2001/XMLSchema#dateTime";

  void add(std::string_view predicate, const term_view& object) {
    append_canonical_term(text_, {term_kind::iri, subject_, {}, {}});
    text_ += ' ';
    append_canonical_term(text_, {term_kind::iri, predicate, {}, {}});
    text_ += ' ';
    append_canonical_term(text_, object);
    text_ += " .\n";
  }

  std::string subject_, text_;
};

bool is_web_iri(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

}  // namespace

std::string receipt_iri(const stored_provider& provider, const graph_import& import) {
  return provider.graph + "/receipts/" + std::to_string(import.id);
}

std::string receipt_json(const stored_provider& provider, const graph_import& import) {
  nlohmann::ordered_json made{{"receipt", receipt_iri(provider, import)},
                              {"provider", provider.name},
                              {"graph", provider.graph},
                              {"void", provider.void_uri},
                              {"dataset", import.dataset},
                              {"dump", import.extent == dump_extent::full ? "full" : "partial"},
                              {"outcome", to_string(import.outcome)}};
  const auto add_time = [&](const char* key, timestamp at) {
    if (at != timestamp{}) made[key] = to_iso8601(at);
  };
  add_time("modified", import.modified);
  add_time("begun", import.begun);
  add_time("ended", import.ended);
  if (import.version > 0) made["version"] = import.version;
  if (!import.digest.is_null()) made["sha256"] = import.digest.hex();
  made["removed"] = import.removed;
  made["added"] = import.added;
  made["statements"] = import.statements;
  made["defects"] = import.defects;
  made["skipped_bytes"] = import.skipped_bytes;
  made["foreign_statements"] = import.foreign_statements;
  if (!import.detail.empty()) made["detail"] = import.detail;
  made["documents"] = import.documents;
  made["violations"] = nlohmann::ordered_json::array();
  for (const auto& one : provider.violations) {
    const auto& rule = text_of(one.rule);
    made["violations"].push_back(
        {{"rule", rule.name}, {"dataset", one.dataset}, {"value", one.value}, {"advice", rule.advice}});
  }
  return made.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

std::string receipt_triples(const stored_provider& provider, const graph_import& import,
                            const std::string& document_base) {
  namespace v = vocabulary;
  const auto named = [](std::string_view space, std::string_view local) {
    return std::string(space).append(local);
  };
  triples out{receipt_iri(provider, import)};
  out.add_iri(named(v::rdf, "type"), v::activity.iri());
  out.add_iri(named(v::ll, "graph"), provider.graph);
  out.add_iri(named(v::ll, "voidFile"), provider.void_uri);
  if (is_web_iri(import.dataset)) out.add_iri(named(v::ll, "dataset"), import.dataset);
  out.add_text(named(v::ll, "dumpExtent"), import.extent == dump_extent::full ? "full" : "partial");
  out.add_text(named(v::ll, "outcome"), to_string(import.outcome));
  out.add_time(named(v::terms, "modified"), import.modified);
  out.add_time(named(v::prov, "startedAtTime"), import.begun);
  out.add_time(named(v::prov, "endedAtTime"), import.ended);
  if (import.version > 0) out.add_number(named(v::ll, "graphVersion"), import.version);
  out.add_number(named(v::ll, "removedStatements"), import.removed);
  out.add_number(named(v::ll, "addedStatements"), import.added);
  out.add_number(named(v::void_, "triples"), import.statements);
  out.add_number(named(v::ll, "defects"), import.defects);
  out.add_number(named(v::ll, "skippedBytes"), import.skipped_bytes);
  out.add_number(named(v::ll, "foreignStatements"), import.foreign_statements);
  out.add_text(named(v::rdfs, "comment"), import.detail);
  for (const auto& one : import.documents) out.add_iri(named(v::prov, "used"), document_base + one);
  return out.take();
}

}  // namespace laundromat
