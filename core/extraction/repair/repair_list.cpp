// Writes and reads lists of repairs.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/repair_list.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/json_depth.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

using written_json = nlohmann::ordered_json;
/// A line with very many keys must not take time by their square, as in `ordered_json`.
using json = nlohmann::json;

constexpr const char* encoding_layer = "encoding";
constexpr const char* text_layer = "text";

void add_bytes(written_json& to, const std::string& key, const std::string& bytes) {
  if (find_bad_utf8(bytes) == std::string::npos)
    to[key] = bytes;
  else
    to[key + "_hex"] = to_hex(bytes);
}

void append(std::string& out, const char* layer, const text_edit& edit) {
  auto line = written_json::object();
  line["layer"] = layer;
  line["offset"] = edit.offset_bytes;
  line["length"] = edit.before.size();
  add_bytes(line, "before", edit.before);
  add_bytes(line, "after", edit.after);
  line["rule"] = edit.rule;
  if (edit.line > 0) line["line"] = edit.line;
  out.append(line.dump()).append("\n");
}

template <class T>
std::optional<T> value_of(const json& line, const std::string& key) {
  const auto found = line.find(key);
  if (found == line.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!found->is_string()) return std::nullopt;
  } else if (!found->is_number_unsigned()) {
    return std::nullopt;
  }
  return found->get<T>();
}

std::optional<std::string> bytes_of(const json& line, const std::string& key) {
  if (auto text = value_of<std::string>(line, key)) return text;
  const auto hex = value_of<std::string>(line, key + "_hex");
  return hex ? from_hex(*hex) : std::nullopt;
}

std::optional<content_digest> digest_of(const json& line, const std::string& key) {
  const auto hex = value_of<std::string>(line, key);
  return hex ? content_digest::from_hex(*hex) : std::nullopt;
}

bool read_head(const json& line, repair_list& into) {
  const auto document = value_of<std::string>(line, "document"),
             encoding = value_of<std::string>(line, "encoding");
  const auto original = digest_of(line, "original_sha256"), repaired = digest_of(line, "repaired_sha256");
  const auto original_bytes = value_of<std::uint64_t>(line, "original_bytes"),
             repaired_bytes = value_of<std::uint64_t>(line, "repaired_bytes");
  if (!document || !encoding || !original || !repaired || !original_bytes || !repaired_bytes) return false;
  into = {*document, *encoding, *original_bytes, *repaired_bytes, *original, *repaired, {}, {}};
  return true;
}

bool read_edit(const json& line, repair_list& into) {
  const auto layer = value_of<std::string>(line, "layer"), rule_name = value_of<std::string>(line, "rule");
  const auto offset = value_of<std::uint64_t>(line, "offset"),
             length = value_of<std::uint64_t>(line, "length");
  auto before = bytes_of(line, "before"), after = bytes_of(line, "after");
  if (!layer || !rule_name || !offset || !length || !before || !after || before->size() != *length)
    return false;
  if (*layer != encoding_layer && *layer != text_layer) return false;
  auto& edits = *layer == text_layer ? into.text_edits : into.encoding_edits;
  if (!edits.empty()) {
    const auto& last = edits.back();
    if (*offset < last.offset_bytes || *offset - last.offset_bytes < last.before.size()) return false;
  }
  edits.push_back({*offset, *std::move(before), *std::move(after), *rule_name,
                   value_of<std::uint64_t>(line, "line").value_or(0)});
  return true;
}

}  // namespace

std::string write_repair_list(const repair_list& list) {
  auto head = written_json::object();
  head["document"] = list.document;
  head["encoding"] = list.encoding;
  head["original_bytes"] = list.original_bytes;
  head["original_sha256"] = list.original.hex();
  head["repaired_bytes"] = list.repaired_bytes;
  head["repaired_sha256"] = list.repaired.hex();
  auto out = head.dump(-1, ' ', false, written_json::error_handler_t::replace) + "\n";
  for (const auto& edit : list.encoding_edits) append(out, encoding_layer, edit);
  for (const auto& edit : list.text_edits) append(out, text_layer, edit);
  return out;
}

result<repair_list> read_repair_list(std::string_view text) {
  repair_list list;
  for (std::size_t number = 1; !text.empty() || number == 1; ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto one = text.substr(0, end);
    const auto line =
        is_nested_deeper(one, 1) ? json(json::value_t::discarded) : json::parse(one, nullptr, false);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.is_object() || !(number == 1 ? read_head(line, list) : read_edit(line, list)))
      return fail(errc::syntax_error, "line " + std::to_string(number) + " is not that of a list of repairs");
  }
  return list;
}

}  // namespace laundromat
