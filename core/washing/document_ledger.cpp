// Implements the ledger of a document that a stage reads.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/document_ledger.hpp"

#include "core/mapping/record_plans.hpp"

namespace laundromat {

namespace {

/// Adds the warnings of the layers below the text.
void add_stream_defects(ledger_writer& to, const warning_log& warnings) {
  auto more = warnings.counts();
  for (const auto& w : to_defects(warnings)) {
    to.on_stream_defect(w);
    --more[w.rule];
  }
  for (const auto& [code, count] : more) to.count_stream_defects(code, treatment_of_warning(code), count);
}

/// What the server declares, or else the specification of its records: then the encoding is not guessed.
std::string declared_charset(const parse_job& job, const washing_ports& ports) {
  if (!job.charset.empty() || job.format != rdf_format::records || !ports.records) return job.charset;
  const auto* const plan = ports.records->find({job.media_type, job.name, job.base_iri});
  return plan ? plan->encoding : std::string{};
}

}  // namespace

result<byte_source_ptr> open_document(const parse_job& job, const washing_ports& ports, warning_log& warnings,
                                      std::optional<std::string_view> decoded) {
  warnings = {};
  auto text = open_text(job.content, job.encoding, declared_charset(job, ports), ports, warnings, decoded);
  if (!text) return text;
  // Damage that was found below the view, unless copying the member out of its archive again reported it again.
  const auto reported = warnings.counts();
  for (const auto& d : job.damage)
    if (!reported.contains(d.code)) warnings.add(d.code, d.offset_bytes, d.message);
  return text;
}

ledger_room ledger_room_of(const parse_job& job, const ledger_bounds& bounds) {
  return room_of(bounds, job.input_bytes, std::ranges::any_of(job.content.chain, [](const layer& step) {
                   return is_member(step.kind);
                 }));
}

result<staged_ledger> finish_ledger(kept_ledger& ledger, const parse_job& job, const washing_ports& ports,
                                    const parse_settings& settings, const warning_log& warnings,
                                    const content_meta& read, bool used_base,
                                    std::optional<std::string_view> decoded) {
  auto& writer = ledger.writer();
  add_stream_defects(writer, warnings);
  if (writer.needs_document()) {
    warning_log reported_elsewhere;
    auto text = open_text(job.content, job.encoding, job.charset, ports, reported_elsewhere, decoded);
    if (!text) return tl::unexpected(text.error());
    if (auto done = writer.restore(**text); !done) return tl::unexpected(done.error());
  }
  return ledger.finish(
      {read.digest, read.bytes, job.format, settings.profile, used_base ? job.base_iri : std::string{},
       job.encoding, job.media_type, "laundromat " + settings.tool_version},
      ports.keeps_empty_ledgers);
}

}  // namespace laundromat
