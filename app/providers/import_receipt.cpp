// Describes imports; JSON and N-Triples are two forms of the description.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_receipt.hpp"

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

/// What other vocabularies do not have is a name of this project.
namespace receipt_terms {

namespace v = vocabulary;
using v::property;

constexpr property number{"import", v::ll, "importNumber"}, provider{"provider", v::ll, "provider"},
    graph{"graph", v::ll, "graph"}, void_file{"void", v::ll, "voidFile"},
    dataset{"dataset", v::ll, "dataset"}, extent{"dump", v::ll, "dumpExtent"},
    outcome{"outcome", v::ll, "outcome"}, cause{"cause", v::ll, "cause"},
    begun{"begun", v::prov, "startedAtTime"}, ended{"ended", v::prov, "endedAtTime"},
    version{"version", v::ll, "graphVersion"}, removed{"removed", v::ll, "removedStatements"},
    added{"added", v::ll, "addedStatements"}, defects{"defects", v::ll, "defects"},
    skipped_bytes{"skipped_bytes", v::ll, "skippedBytes"},
    foreign_statements{"foreign_statements", v::ll, "foreignStatements"},
    detail{"detail", v::rdfs, "comment"}, documents{"documents", v::prov, "used"},
    number_of_violations{"number_of_violations", v::ll, "numberOfViolations"},
    violations{"violations", v::ll, "violation"}, advice{"advice", v::ll, "advice"},
    generated{"generated", v::prov, "generated"}, no_checksum{"no_checksum", v::ll, "noChecksum"},
    revision_of{"revision_of", v::prov, "wasRevisionOf"}, diff{"diff", v::ll, "diff"},
    from{"from", v::ll, "fromVersion"}, to{"to", v::ll, "toVersion"}, file{"file", v::ll, "file"},
    command{"command", v::ll, "command"};

}  // namespace receipt_terms

namespace t = receipt_terms;

std::string reference(const stored_provider& provider, std::uint64_t version) {
  return provider.name + '@' + std::to_string(version);
}

description describe_version(const stored_provider& provider, const graph_import& import) {
  namespace v = vocabulary;
  description made(version_iri(provider, import.version), {v::entity});
  made.add(t::graph, iri_value{provider.graph}).add(t::version, import.version);
  made.add(v::statements, import.statements);
  if (import.version > 1) made.add(t::revision_of, iri_value{version_iri(provider, import.version - 1)});
  if (import.digest.is_null())
    return made.add(
        t::no_checksum,
        (import.statements > large_graph_statements
             ? "of a graph with more than " + number_of(large_graph_statements, "statement") +
                   " it is computed later, and then in `laundromat history " + provider.name + " --json`"
             : std::string{"not computed yet"}) +
            "; `laundromat export --providers " + reference(provider, import.version) +
            " --graphs none | sha256sum` computes it");
  description checksum(made.below("checksum"), {v::checksum});
  checksum.add(v::algorithm,
               iri_value{std::string(v::spdx) + "checksumAlgorithm_sha256", v::checksum_algorithm});
  checksum.add(v::checksum_value, hex_binary{import.digest.hex()});
  return made.add(v::has_checksum, std::move(checksum));
}

/// How the changes can be read. The file of the changes of one version is kept for ever; the first version has none.
description describe_diff(const stored_provider& provider, const graph_import& import, std::string iri) {
  const auto before = import.version - 1;
  description made(std::move(iri), {vocabulary::entity});
  if (before > 0) made.add(t::from, iri_value{version_iri(provider, before)});
  made.add(t::to, iri_value{version_iri(provider, import.version)});
  const auto number = std::to_string(import.version);
  if (before > 0)
    made.add(t::file, "graphs/" + provider.name + "/changes-" + number + '-' + number + ".patch.gz");
  return made.add(t::command, "laundromat diff " + reference(provider, before) + ' ' +
                                  reference(provider, import.version) + " --format rdf-patch");
}

description describe_violation(const void_violation& broken, std::string iri) {
  const auto& rule = text_of(broken.rule);
  description made(std::move(iri));
  made.add(vocabulary::rule, std::string(rule.name));
  if (!broken.dataset.empty()) made.add_iri(t::dataset, broken.dataset);
  return made.add(vocabulary::value, broken.value).add(t::advice, std::string(rule.advice));
}

}  // namespace

std::string version_iri(const stored_provider& provider, std::uint64_t version) {
  return provider.graph + "/versions/" + std::to_string(version) +
         (provider.generation == 0 ? "" : "-" + std::to_string(provider.generation));
}

std::string receipt_iri(const stored_provider& provider, const graph_import& import) {
  return provider.graph + "/receipts/" + std::to_string(import.id);
}

std::string receipt_path(const stored_provider& provider, const graph_import& import) {
  return "receipts/" + provider.name + '/' + std::to_string(import.id);
}

description describe_import(const stored_provider& provider, const graph_import& import,
                            const metadata_names& names) {
  namespace v = vocabulary;
  description made(receipt_iri(provider, import), {v::activity});
  made.add(t::number, static_cast<std::uint64_t>(import.id)).add(t::provider, provider.name);
  made.add(t::graph, iri_value{provider.graph}).add_iri(t::void_file, provider.void_uri);
  if (!import.dataset.empty())
    made.add_iri(t::dataset, import.dataset)
        .add(t::extent, std::string(import.extent == dump_extent::full ? "full" : "partial"));
  made.add(t::outcome, std::string(to_string(import.outcome)));
  if (import.cause != errc::ok) made.add(t::cause, std::string(to_string(import.cause)));
  made.add(v::modified, import.modified).add(t::begun, import.begun).add(t::ended, import.ended);
  if (import.version > 0) made.add(t::version, import.version);
  made.add(t::removed, import.removed).add(t::added, import.added).add(v::statements, import.statements);
  made.add(t::defects, import.defects).add(t::skipped_bytes, import.skipped_bytes);
  made.add(t::foreign_statements, import.foreign_statements).add(t::detail, import.detail);
  for (const auto& one : import.documents) made.add(t::documents, iri_value{names.id(one)}, fact_shape::many);
  made.add(t::number_of_violations, static_cast<std::uint64_t>(import.violations.size()));
  for (std::size_t i = 0; i < import.violations.size(); ++i)
    made.add(t::violations, describe_violation(import.violations[i], made.below("violation", i + 1)),
             fact_shape::many);
  if (import.version == 0) return made;
  made.add(t::generated, describe_version(provider, import));
  return made.add(t::diff, describe_diff(provider, import, made.below("diff")));
}

receipt_texts receipt_of(const stored_provider& provider, const graph_import& import,
                         const metadata_names& names) {
  const auto described = describe_import(provider, import, names);
  return {to_json(described), to_nquads(described, {})};
}

import_notification notification_of(const stored_provider& provider, const graph_import& import,
                                    const std::string& actor) {
  import_notification told;
  told.receipt = receipt_iri(provider, import);
  told.id = told.receipt + "#notification";
  told.actor = actor;
  told.provider = provider.void_uri;
  told.graph = provider.graph;
  told.outcome = to_string(import.outcome);
  told.detail = import.detail;
  if (!import.dataset.empty()) told.dump_kind = import.extent == dump_extent::full ? "full" : "partial";
  if (import.modified != timestamp{}) told.modified = to_iso8601(import.modified);
  told.ended = import.ended;
  told.statements = import.statements;
  told.removed = import.removed;
  told.added = import.added;
  told.defects = import.defects;
  for (const auto& one : import.violations) {
    const auto& rule = text_of(one.rule);
    told.violations.push_back({std::string(rule.name), one.dataset, one.value, std::string(rule.advice)});
  }
  return told;
}

}  // namespace laundromat
