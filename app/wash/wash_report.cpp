// Prints the results of `wash` as text or JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_report.hpp"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/extraction/describe_counters.hpp"
#include "app/records/defect_text.hpp"
#include "app/terminal/terminal.hpp"
#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/schema/drift.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::size_t shown_defects = 5;
constexpr std::size_t excerpt_columns = 60;

/// `repaired: message: before → after`, without missing parts; else the meaning of the rule.
std::string done_in_words(const defect& found) {
  constexpr std::string_view words[] = {"kept", "repaired", "skipped"};
  std::string out{words[static_cast<std::uint8_t>(found.done)]};
  if (!found.message.empty())
    out += ": " + harmless(found.message);
  else if (found.before.empty())
    out += ": " + std::string{meaning_of(found.rule)};
  if (!found.before.empty())
    out += ": " + excerpt_of(found.before, excerpt_columns) + reach_of(found, excerpt_columns);
  return out + change_of(found, excerpt_columns);
}

/// Prints how many rows were not shown, and how to list them; `known` rows are kept.
void report_remainder(std::uint64_t defects, std::size_t known) {
  if (defects > shown_defects)
    std::cerr << "  … " << human_count(defects - shown_defects) << " more: "
              << (known < defects ? "--ledger FILE keeps them, errors --file FILE lists them\n"
                                  : "--json lists them, --ledger FILE keeps them for errors --file FILE\n");
}

/// The position of a defect: stream damage has no line.
std::string place_of(const defect& d) {
  return d.line == 0 ? "byte " + std::to_string(d.offset_bytes)
                     : "line " + std::to_string(d.line) + ", column " + std::to_string(d.column);
}

/// Adds bytes that are not text in hexadecimal.
nlohmann::json to_json(const defect& d) {
  nlohmann::json out{{"rule", to_string(d.rule)}, {"layer", d.line == 0 ? "stream" : "document"},
                     {"offset", d.offset_bytes},  {"length", d.length_bytes},
                     {"done", to_string(d.done)}, {"message", d.message},
                     {"before", d.before},        {"after", d.after}};
  if (d.line > 0) {
    out["line"] = d.line;
    out["column"] = d.column;
    out["token"] = std::max(d.token_offset_bytes, d.offset_bytes);
  }
  if (find_bad_utf8(d.before) != std::string_view::npos) out["before_hex"] = to_hex(d.before);
  return out;
}

/// Prints the first ones of `count` defects.
void print_defects(const std::vector<defect>& known, std::uint64_t count) {
  for (std::size_t i = 0; i < std::min(shown_defects, known.size()); ++i) {
    const auto& d = known[i];
    std::cerr << "  " << place_of(d) << ": " << to_string(d.rule) << ", " << done_in_words(d) << '\n';
  }
  report_remainder(count, known.size());
}

/// Adds how the bytes of a document, of which there are `decoded` in UTF-8, were accounted for, and its defects.
void add_account(nlohmann::json& out, std::uint64_t decoded, const span_sums& spans,
                 const std::vector<defect_count>& counts, const std::vector<defect>& defects) {
  out["decoded_bytes"] = decoded;
  out["spans"] = {{"statement_bytes", spans.statement_bytes},
                  {"syntax_bytes", spans.syntax_bytes},
                  {"quarantine_bytes", spans.quarantine_bytes}};
  out["defect_counts"] = nlohmann::json::object();
  for (const auto& c : counts) out["defect_counts"][std::string{to_string(c.rule)}] = c.count;
  out["defects"] = nlohmann::json::array();
  for (const auto& d : defects) out["defects"].push_back(to_json(d));
}

/// Escapes non-ASCII characters, so that untrusted text cannot control a terminal and no information is lost.
void print_fact(const wash_options& options, const nlohmann::json& fact) {
  auto& facts = options.output == "-" ? std::cerr : std::cout;
  facts << fact.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
}

constexpr std::size_t shown_drifts = 10;

/// The lines of a report of drift.
std::string drift_lines(const drift_report& drift) {
  auto shown = drift;
  if (shown.sums.size() > shown_drifts) shown.sums.resize(shown_drifts);
  std::string out;
  const auto text = drift_text(shown);
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    out.append("  ").append(harmless(text.substr(at, end - at))).append("\n");
    at = end + 1;
  }
  if (drift.sums.size() > shown_drifts)
    out.append("  … ")
        .append(human_count(drift.sums.size() - shown_drifts))
        .append(" more: --json lists them\n");
  return out;
}

}  // namespace

void wash_report::report_failure(const std::string& name, errc code, const std::string& detail) const {
  before();
  if (options_.json) {
    print_fact(options_, {{"document", name}, {"error", to_string(code)}, {"detail", detail}});
  } else {
    // What the user named is described by the detail alone.
    const bool is_of_user =
        code == errc::invalid_argument || code == errc::not_found || code == errc::configuration;
    std::cerr << harmless(name) << ": ";
    if (!is_of_user || detail.empty()) std::cerr << to_string(code) << " (" << meaning_of(code) << ')';
    if (!detail.empty()) std::cerr << (is_of_user ? "" : ": ") << harmless(detail);
    if (code == errc::non_rdf_format)
      std::cerr << "; `laundromat guess FILE` explains it"
                << (options_.format_option.empty()
                        ? ""
                        : ", " + options_.format_option +
                              " names a format, and `laundromat records FILE` reads a table, JSON, XML, YAML "
                              "or a page");
    if (code == errc::no_space)
      std::cerr << "; temporary files are in TMPDIR, or /tmp: set it to a folder with more room";
    std::cerr << '\n';
  }
}

void wash_report::report_damage(const std::string& name, const unpack_outcome& archive) const {
  before();
  if (options_.json) {
    nlohmann::json out{{"document", name},
                       {"archive", to_string(archive.archive)},
                       {"members", archive.members.size()},
                       {"defects", nlohmann::json::array()}};
    for (const auto& d : archive.stream_defects) out["defects"].push_back(to_json(d));
    return print_fact(options_, out);
  }
  std::cerr << harmless(name) << ": " << to_string(archive.archive) << ", "
            << number_of(archive.members.size(), "member") << ", "
            << number_of(archive.stream_defects.size(), "defect")
            << (std::ranges::any_of(archive.stream_defects, loses_bytes) ? ": other members may be lost\n"
                                                                         : "\n");
  print_defects(archive.stream_defects, archive.stream_defects.size());
}

void wash_report::report_sum(const wash_sum& all) const {
  before();
  if (options_.json) {
    nlohmann::json out{{"files", all.files},
                       {"documents", all.documents},
                       {"failed", all.failed},
                       {"rejected", all.rejected},
                       {"defects", all.defects}};
    if (all.records) {
      out["records"] = *all.records;
    } else {
      out["statements"] = all.statements;
      out["duplicates"] = all.duplicates;
    }
    return print_fact(options_, out);
  }
  std::cerr << number_of(all.files, "file") << ": " << number_of(all.documents, "document") << ", ";
  if (all.records)
    std::cerr << number_of(*all.records, "record");
  else
    std::cerr << number_of(all.statements, "statement") << ", " << number_of(all.duplicates, "duplicate");
  std::cerr << ", " << number_of(all.defects, "defect") << "; " << human_count(all.failed)
            << " failed, members of archives counted";
  if (all.rejected > 0)
    std::cerr << ", " << human_count(all.rejected) << " with defects that --fail-on " << options_.fail_on
              << " refuses";
  std::cerr << '\n';
}

void wash_report::report_result(const washed_input& document, const parse_outcome& washed) const {
  before();
  options_.json ? print_as_json(document, washed) : print_in_words(document, washed);
}

void wash_report::print_in_words(const washed_input& document, const parse_outcome& washed) const {
  std::uint64_t defects = 0;
  for (const auto& c : washed.defect_counts) defects += c.count;
  // One write: standard error has no buffer.
  std::string line = harmless(document.name);
  line.append(": ").append(to_string(document.format));
  line.append(document.encoding == "UTF-8" ? "" : " in " + document.encoding).append(", ");
  if (!washed.counters.empty()) line.append(number_of(washed.counters.front().count, "record")).append(", ");
  line.append(number_of(washed.clean.statements, "statement")).append(", ");
  line.append(number_of(washed.duplicates, "duplicate")).append(", ");
  line.append(number_of(defects, "defect")).append("\n").append(counter_lines(washed.counters));
  if (washed.used_base && document.format == rdf_format::records && document.base_iri == no_address_base)
    line.append("  relative IRIs begin with ")
        .append(no_address_base)
        .append(", which is no address: --base IRI states that of the document\n");
  std::cerr << line;
  print_defects(washed.defects, defects);
  if (std::ranges::count(washed.defect_counts, errc::context_unavailable, &defect_count::rule) > 0)
    std::cerr << "  " << hint_on(errc::context_unavailable) << '\n';
  if (const auto& cut = washed.ledger.cut; !cut.is_none())
    std::cerr << "  the ledger is truncated: " << number_of(cut.rows_left_out, "row is", "rows are")
              << " only counted, of " << number_of(cut.bytes_left_out, "byte", "bytes")
              << " only the ranges are listed\n";
}

void wash_report::report_records(const extracted_input& document, const extract_outcome& made) const {
  before();
  const auto& table = made.found.table;
  if (options_.json) {
    nlohmann::json out{{"document", document.name},
                       {"format", to_string(made.found.format)},
                       {"encoding", document.encoding},
                       {"profile", options_.profile}};
    if (!document.output.empty()) out["output"] = document.output;
    if (!table.names.empty())
      out["table"] = {{"delimiter", std::string(1, table.dialect.delimiter)},
                      {"quote", table.dialect.quote == 0 ? "" : std::string(1, table.dialect.quote)},
                      {"escape", table.dialect.escape == 0 ? "" : std::string(1, table.dialect.escape)},
                      {"header", table.has_header},
                      {"fields", table.names}};
    add_document_counters(out, made.counters);
    if (made.found.drift.records > 0) out["drift"] = nlohmann::json::parse(drift_json(made.found.drift));
    if (const auto* copy = document.repaired)
      out["repaired"] = {
          {"file", copy->file}, {"list", copy->list}, {"repairs", copy->repairs}, {"left", copy->left}};
    add_account(out, made.decoded.bytes, made.spans, made.defect_counts, made.defects);
    return print_fact(options_, out);
  }
  std::uint64_t defects = 0, drifts = 0;
  for (const auto& c : made.defect_counts) (c.rule == errc::schema_drift ? drifts : defects) += c.count;
  std::string line = harmless(document.name);
  line.append(": ").append(to_string(made.found.format));
  line.append(document.encoding == "UTF-8" ? "" : " in " + document.encoding).append(", ");
  line.append(number_of(made.records(), "record")).append(", ");
  line.append(number_of(defects, "defect"));
  if (drifts > 0) line.append(", ").append(number_of(drifts, "deviation")).append(" from the schema");
  line.append("\n").append(counter_lines(made.counters));
  if (drifts > 0) line.append(drift_lines(made.found.drift));
  if (const auto* copy = document.repaired)
    line.append("  ")
        .append(number_of(copy->repairs, "repair"))
        .append(" in ")
        .append(harmless(copy->file))
        .append("; list: ")
        .append(harmless(copy->list))
        .append("\n");
  std::cerr << line;
  auto shown = made.defects;
  std::erase_if(shown, [](const defect& one) { return one.rule == errc::schema_drift; });
  print_defects(shown, defects);
}

void wash_report::print_as_json(const washed_input& document, const parse_outcome& washed) const {
  nlohmann::json out{{"document", document.name},
                     {"format", to_string(document.format)},
                     {"encoding", document.encoding},
                     {"statements", washed.clean.statements},
                     {"duplicates", washed.duplicates},
                     {"digest", washed.clean.hash.hex()},
                     {"identity", washed.clean.identity.digest.hex()},
                     {"identity_kind", to_string(washed.clean.identity.kind)}};
  if (!document.output.empty()) out["output"] = document.output;
  if (washed.used_base) out["base"] = document.base_iri;
  out["profile"] = options_.profile;
  add_document_counters(out, washed.counters);
  add_account(out, washed.decoded.bytes, washed.spans, washed.defect_counts, washed.defects);
  if (const auto& cut = washed.ledger.cut; !cut.is_none())
    out["ledger_cut"] = {{"rows_left_out", cut.rows_left_out},
                         {"bytes_left_out", cut.bytes_left_out},
                         {"copied_to", cut.copied_to},
                         {"mixed_bytes", cut.mixed_bytes}};
  print_fact(options_, out);
}

}  // namespace laundromat
