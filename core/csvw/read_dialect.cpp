// Descriptions of dialects. Source: Metadata Vocabulary for Tabular Data, section 5.9.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/codec/text/encoding_name.hpp"
#include "core/csvw/metadata_reading.hpp"

namespace laundromat::csvw {

namespace {

std::optional<trimming> read_trim(const reading& in, const json_value& value, std::string_view path) {
  if (value == true || value == "true") return trimming::both;
  if (value == false || value == "false") return trimming::none;
  if (value == "start") return trimming::start;
  if (value == "end") return trimming::end;
  in.warn(path, "this value is ignored: write true, false, \"start\" or \"end\"");
  return std::nullopt;
}

}  // namespace

std::optional<dialect> read_dialect(const reading& outer, const json_value& value,
                                    std::string_view outer_path) {
  reading in = outer;
  std::string path(outer_path);
  json_value loaded;
  if (value.is_string()) {
    auto object = load_object(outer, value, outer_path, in);
    if (!object) return std::nullopt;
    loaded = std::move(*object);
    path.clear();
  } else if (!value.is_object()) {
    outer.warn(outer_path, "this dialect is ignored: write an object, or the URL of one");
    return std::nullopt;
  }
  const auto& object = value.is_string() ? loaded : value;
  dialect made;
  made.comment_prefix = "#";
  const auto set = [](auto& to, auto from) {
    if (from) to = std::move(*from);
  };
  std::optional<bool> has_header;
  std::optional<std::uint64_t> header_rows;
  for (const auto& [name, member] : object.items()) {
    const auto where = below(path, name);
    if (name == "@id")
      static_cast<void>(read_id(in, member, where));
    else if (name == "@type")
      check_type(in, member, "Dialect", where);
    else if (name == "@context" && value.is_string())
      continue;
    else if (name == "commentPrefix" && member.is_null())
      made.comment_prefix.clear();
    else if (name == "commentPrefix")
      set(made.comment_prefix, read_text(in, member, where));
    else if (name == "delimiter") {
      if (const auto text = read_text(in, member, where); text && !text->empty()) {
        made.delimiter = *text;
        made.has_delimiter = true;
      } else if (text)
        in.warn(where, "the delimiter is empty: write at least one character");
    } else if (name == "doubleQuote")
      set(made.doubles_quote, read_boolean(in, member, where));
    else if (name == "encoding") {
      const auto text = read_text(in, member, where);
      if (text && !canonical_encoding_name(*text).empty())
        made.encoding = *text;
      else if (text)
        in.warn(where, "this encoding is ignored: write a name of the Encoding Standard, such as utf-8");
    } else if (name == "header")
      has_header = read_boolean(in, member, where);
    else if (name == "headerRowCount")
      header_rows = read_count(in, member, where);
    else if (name == "headerColumnCount")
      set(made.header_columns, read_count(in, member, where));
    else if (name == "lineTerminators") {
      auto texts = read_texts(in, member, where);
      std::erase(texts, std::string{});
      if (!texts.empty()) made.line_ends = std::move(texts);
    } else if (name == "quoteChar" && member.is_null())
      made.quote.clear();
    else if (name == "quoteChar") {
      const auto text = read_text(in, member, where);
      if (text && !text->empty())
        made.quote = *text;
      else if (text)
        in.warn(where, "the quote character is empty: write one character, or null when there are no quotes");
    } else if (name == "skipBlankRows")
      set(made.skips_blank_rows, read_boolean(in, member, where));
    else if (name == "skipColumns")
      set(made.skipped_columns, read_count(in, member, where));
    else if (name == "skipInitialSpace")
      set(made.skips_initial_space, read_boolean(in, member, where));
    else if (name == "skipRows")
      set(made.skipped_rows, read_count(in, member, where));
    else if (name == "trim")
      set(made.trim, read_trim(in, member, where));
    else
      read_other(in, name, member, path, nullptr);
  }
  if (has_header && !object.contains("headerRowCount")) header_rows = *has_header ? 1 : 0;
  made.has_header = header_rows.has_value();
  set(made.header_rows, header_rows);
  return made;
}

}  // namespace laundromat::csvw
