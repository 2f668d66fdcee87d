// Implements the SARIF log: writes it as a stream, and builds trees only for single results.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/sarif.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/count_words.hpp"
#include "core/rdf/ledger/authored_text.hpp"
#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view levels[] = {"note", "warning", "error"};  // in the order of treatment

std::string text_of(const json& tree) {
  return tree.dump(-1, ' ', true, json::error_handler_t::replace);
}

bool is_allowed_in_uri(char c) {
  constexpr std::string_view kept = "-._~:/?@!$&'()*+,;=%";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kept.find(c) != kept.npos;
}

/// A name as a URI reference (RFC 3986): characters that are not allowed are percent-encoded.
std::string to_uri(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_allowed_in_uri(c))
      out += c;
    else
      out.append("%").append(to_hex({&c, 1}));
  }
  return out;
}

/// A name such as `rdf:langString` at its front keeps its letters.
std::string as_sentence(std::string_view text) {
  std::string out{text};
  const auto word = text.substr(0, text.find(' '));
  const bool is_name = !word.ends_with(':') && word.find(':') != word.npos;
  if (!is_name && !out.empty() && out[0] >= 'a' && out[0] <= 'z')
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  if (!out.empty() && out.back() != '.') out += '.';
  return out;
}

json describe_rule(errc rule, std::string_view hint) {
  json described{{"id", to_string(rule)},
                 {"shortDescription", {{"text", as_sentence(meaning_of(rule))}}},
                 {"help", {{"text", hint}}}};
  if (const auto* row = find_rule(rule)) {
    described["defaultConfiguration"] = {{"level", levels[static_cast<std::size_t>(row->standard)]}};
    described["properties"]["catalogue"] = row->ids;
  }
  if (!alias_of(rule).empty()) described["properties"]["class"] = alias_of(rule);
  return described;
}

json describe_tool(const std::string& version) {
  auto rules = json::array();
  for (const auto& row : defect_hints()) rules.push_back(describe_rule(row.rule, row.hint));
  return {{"driver",
           {{"name", "laundromat"},
            {"semanticVersion", version},
            {"informationUri", "https://lodlaundromat.org/"},
            {"rules", std::move(rules)}}}};
}

/// The bytes of the last character of a span that is shown as a whole; 0 where there is none, or it ends a line.
std::uint64_t last_character(const defect& found) {
  const std::string_view text = found.before;
  if (text.empty() || text.size() != found.length_bytes || text.back() == '\n' || text.back() == '\r')
    return 0;
  auto begin = text.size() - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80) --begin;
  return text.size() - begin;
}

/// The position of a row: bytes of a stream below the text have no lines.
json region_of(const ledger_row& row) {
  json region;
  if (row.layer == ledger_layer::document) {
    region["startLine"] = row.found.line;
    region["startColumn"] = row.found.column;
  }
  const auto token = std::max(row.found.token_offset_bytes, row.found.offset_bytes);
  const auto end = row.found.offset_bytes + row.found.length_bytes;
  // What is missing at the end of a skip has no bytes: then the region is its last character. Where a repair inserts, it is empty.
  const auto last = token >= end ? last_character(row.found) : 0;
  if (last > 0 && row.layer == ledger_layer::document && row.found.column > 1)
    region["startColumn"] = row.found.column - 1;
  region["byteOffset"] = token - last;
  region["byteLength"] = last > 0 ? last : end - std::min(token, end);
  return region;
}

/// What is lost begins before the token that offends.
json skipped_of(const ledger_row& row, const std::string& uri) {
  json region{{"byteOffset", row.found.offset_bytes}, {"byteLength", row.found.length_bytes}};
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri}, {"index", 0}}}, {"region", std::move(region)}}},
          {"message", {{"text", "What was skipped."}}}};
}

std::string message_of(const ledger_row& row) {
  constexpr std::string_view done[] = {"Kept", "Repaired", "Skipped"};
  const auto& d = row.found;
  auto out = as_sentence(meaning_of(d.rule));
  if (!d.message.empty() && as_sentence(d.message) != out) out += ' ' + as_sentence(d.message);
  out.append(" ")
      .append(done[static_cast<std::size_t>(d.done)])
      .append(". ")
      .append(hint_on(rule_about(d.rule, d.message)));
  return out;
}

json fix_of(const ledger_row& row, const std::string& text, const std::string& uri) {
  json replacement{
      {"deletedRegion", {{"byteOffset", row.found.offset_bytes}, {"byteLength", row.found.length_bytes}}}};
  if (!text.empty()) replacement["insertedContent"] = {{"text", text}};
  json change{{"artifactLocation", {{"uri", uri}, {"index", 0}}},
              {"replacements", json::array({std::move(replacement)})}};
  return {{"artifactChanges", json::array({std::move(change)})}};
}

/// The text that an author would write for a repair, or nothing where it is none that an author can write.
std::optional<std::string> fix_text(const ledger_row& row) {
  if (row.found.done != treatment::repair || !row.is_edit) return std::nullopt;
  return authored_text(row.found);
}

json describe_row(const ledger_row& row, const std::string& uri) {
  const auto& d = row.found;
  json place{{"artifactLocation", {{"uri", uri}, {"index", 0}}}, {"region", region_of(row)}};
  json described{{"ruleId", to_string(d.rule)},
                 {"level", levels[static_cast<std::size_t>(d.done)]},
                 {"message", {{"text", message_of(row)}}},
                 {"locations", json::array({{{"physicalLocation", std::move(place)}}})},
                 {"properties", {{"done", to_string(d.done)}, {"layer", to_string(row.layer)}}}};
  auto& more = described["properties"];
  if (find_bad_utf8(d.before) != std::string_view::npos)
    more["beforeHex"] = to_hex(d.before);
  else if (!d.before.empty())
    more["before"] = d.before;
  if (d.done == treatment::repair) more["after"] = d.after;
  if (d.token_offset_bytes > d.offset_bytes)
    described["relatedLocations"] = json::array({skipped_of(row, uri)});
  if (const auto text = fix_text(row)) described["fixes"] = json::array({fix_of(row, *text, uri)});
  return described;
}

/// A notification that there are more defects than results.
json describe_cut(const ledger_cut& cut, const std::string& uri) {
  json place{{"artifactLocation", {{"uri", uri}, {"index", 0}}}};
  const auto text = "The ledger of this document reached its size limit: " +
                    number_of(cut.rows_left_out, "defect is", "defects are") + " only counted, and " +
                    number_of(cut.bytes_left_out, "byte is", "bytes are") +
                    " only listed as ranges. They can be read from the body of the document.";
  json notification{{"descriptor", {{"id", "ledger_cut"}}},
                    {"level", "warning"},
                    {"message", {{"text", text}}},
                    {"locations", json::array({{{"physicalLocation", std::move(place)}}})},
                    {"properties",
                     {{"rowsLeftOut", cut.rows_left_out},
                      {"bytesLeftOut", cut.bytes_left_out},
                      {"copiedTo", cut.copied_to},
                      {"mixedBytes", cut.mixed_bytes}}}};
  return {{"executionSuccessful", true},
          {"toolExecutionNotifications", json::array({std::move(notification)})}};
}

}  // namespace

result<void> sarif_writer::begin_document(std::string_view name) {
  uri_ = to_uri(name);
  std::string head = has_runs_ ? ",\n"
                               : "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
                                 "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n";
  has_runs_ = true;
  has_results_ = false;
  head += "{\"tool\":" + text_of(describe_tool(version_));
  return out_->write(head + ",\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

result<void> sarif_writer::on_row(const ledger_row& row) {
  const std::string comma = has_results_ ? ",\n" : "\n";
  has_results_ = true;
  return out_->write(comma + text_of(describe_row(row, uri_)));
}

result<void> sarif_writer::end_document(const ledger_subject& about) {
  json artifact{{"location", {{"uri", uri_}}}};
  if (!about.digest.is_null()) {
    artifact["length"] = about.bytes;
    artifact["encoding"] = "UTF-8";
    artifact["hashes"] = {{"sha-256", about.digest.hex()}};
  }
  if (const auto* format = find_format(about.format)) artifact["mimeType"] = format->media_types.front();
  std::string tail = "],\"artifacts\":" + text_of(json::array({std::move(artifact)}));
  if (!about.cut.is_none())
    tail += ",\"invocations\":" + text_of(json::array({describe_cut(about.cut, uri_)}));
  return out_->write(tail + "}");
}

result<void> sarif_writer::finish() {
  return out_->write(has_runs_ ? "]}\n"
                               : "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
                                 "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[]}\n");
}

}  // namespace laundromat
