// The rules of names, and the lines that a harvest changes.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/registry.hpp"

#include <algorithm>

namespace laundromat {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Lines with their line feeds.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto feed = text.find('\n');
    const auto length = feed == text.npos ? text.size() : feed + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_blank(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r\n");
  return first == line.npos || line[first] == '#';
}

/// The key of a line `key: value`, without quotes; empty for another line.
std::string_view key_of(std::string_view line) {
  auto rest = line.substr(indent_of(line));
  if (rest.empty()) return {};
  if (const char quote = rest[0]; quote == '"' || quote == '\'') {
    const auto end = rest.find(quote, 1);
    return end == rest.npos || !rest.substr(end + 1).starts_with(':') ? std::string_view{}
                                                                      : rest.substr(1, end - 1);
  }
  for (std::size_t colon = rest.find(':', 1); colon != rest.npos; colon = rest.find(':', colon + 1))
    if (colon + 1 == rest.size() ||
        std::string_view{" \t\r\n"}.find(rest[colon + 1]) != std::string_view::npos)
      return rest.substr(0, rest.find_last_not_of(" \t", colon - 1) + 1);
  return {};
}

/// What follows the value of a line: blanks and a comment, and the line end.
std::string_view tail_of(std::string_view line) {
  const auto comment = line.find(" #");
  const auto end = std::min(comment == line.npos ? line.size() : comment, line.find_last_not_of("\r\n") + 1);
  return line.substr(end);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + '"';
}

/// The keys of one provider, below the line with its name.
struct provider_block {
  std::size_t first = 0, end = 0;  ///< its lines, and the one behind them
  std::size_t indent = 0;
  std::string_view line_end;
};

bool is_name_of(std::string_view line, std::string_view provider) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return indent_of(line) == 0 && !is_blank(line) && key_of(line) == provider;
}

/// The block below the line with the name of a provider, which `name` is.
std::optional<provider_block> block_below(const std::vector<std::string_view>& lines,
                                          std::vector<std::string_view>::const_iterator name) {
  provider_block found;
  found.line_end = name->ends_with("\r\n") ? "\r\n" : "\n";
  found.first = found.end = static_cast<std::size_t>(name - lines.begin()) + 1;
  for (auto i = found.first; i < lines.size() && (is_blank(lines[i]) || indent_of(lines[i]) > 0); ++i)
    if (!is_blank(lines[i])) found.end = i + 1;
  if (found.end == found.first) return std::nullopt;  // in one line: `name: {void: …}`
  found.indent = indent_of(*std::find_if_not(name + 1, lines.end(), is_blank));
  return found;
}

std::optional<provider_block> find_block(const std::vector<std::string_view>& lines,
                                         std::string_view provider) {
  const auto name =
      std::ranges::find_if(lines, [&](std::string_view line) { return is_name_of(line, provider); });
  return name == lines.end() ? std::nullopt : block_below(lines, name);
}

/// Whether a line has no key of the provider itself: it is blank, or belongs to the key above.
bool is_below_key(std::string_view line, const provider_block& block) {
  return is_blank(line) || indent_of(line) != block.indent;
}

void append_date(std::size_t indent, std::string_view dataset, timestamp at, std::string_view tail,
                 std::string& to) {
  to.append(indent, ' ').append(quoted(dataset) + ": " + to_iso8601(at)).append(tail);
}

/// Whether nothing but a comment follows the colon of a line with a key.
bool has_lines_below(std::string_view line) {
  return is_blank(line.substr(line.find(':') + 1));
}

/// The lines below `datasets:`, which end where `end` is put: the dates of datasets of `times` are replaced, and those without a line come last.
void append_dates(const std::vector<std::string_view>& lines, const provider_block& block,
                  const harvest_times& times, std::size_t& end, std::string& to) {
  const auto first = end;
  for (auto i = first; i < block.end && (is_blank(lines[i]) || indent_of(lines[i]) > block.indent); ++i)
    if (!is_blank(lines[i])) end = i + 1;
  auto missing = times.datasets;
  auto indent = 2 * block.indent;
  for (auto i = first; i < end; ++i) {
    const auto key = is_blank(lines[i]) ? std::string_view{} : key_of(lines[i]);
    if (!is_blank(lines[i])) indent = indent_of(lines[i]);
    const auto date = std::ranges::find_if(missing, [&](const auto& one) {
      return one.first == key || quoted(one.first) == '"' + std::string(key) + '"';
    });
    if (key.empty() || date == missing.end()) {
      to += lines[i];
      continue;
    }
    append_date(indent, date->first, date->second, tail_of(lines[i]), to);
    missing.erase(date);
  }
  if (!to.ends_with('\n')) to += block.line_end;
  for (const auto& [dataset, at] : missing) append_date(indent, dataset, at, block.line_end, to);
}

/// The lines of a provider with other times; all others stay where they are.
void append_block(const std::vector<std::string_view>& lines, const provider_block& block,
                  const harvest_times& times, std::string& to) {
  const std::string margin(block.indent, ' ');
  auto newest = times.datasets.begin()->second;
  for (const auto& [dataset, at] : times.datasets) newest = std::max(newest, at);
  const auto modified = margin + "modified: " + to_iso8601(newest);
  bool has_modified = false, has_dates = false;
  for (auto i = block.first; i < block.end; ++i) {
    const auto key = is_below_key(lines[i], block) ? std::string_view{} : key_of(lines[i]);
    if (key == "datasets" && !has_lines_below(lines[i])) continue;  // `{URI: date}`: written as lines below
    if (key == "modified")
      to.append(modified).append(tail_of(lines[i]));
    else
      to += lines[i];
    has_modified = has_modified || key == "modified";
    if (key != "datasets") continue;
    has_dates = true;
    auto end = i + 1;
    append_dates(lines, block, times, end, to);
    i = end - 1;
  }
  if (!to.ends_with('\n')) to += block.line_end;
  if (!has_modified) to.append(modified).append(block.line_end);
  if (has_dates || (times.datasets.size() == 1 && !times.has_others)) return;
  to.append(margin).append("datasets:").append(block.line_end);
  for (const auto& [dataset, at] : times.datasets)
    append_date(2 * block.indent, dataset, at, block.line_end, to);
}

}  // namespace

std::optional<timestamp> harvested_by(const registered_provider& provider, std::string_view dataset,
                                      bool is_only) {
  if (const auto own = provider.datasets.find(dataset); own != provider.datasets.end()) return own->second;
  return is_only && provider.datasets.empty() ? provider.modified : std::nullopt;
}

std::string fault_of_name(std::string_view name) {
  constexpr std::size_t longest = 100;
  if (name.empty()) return "a provider needs a name";
  if (name.size() > longest) return "the name of a provider has at most 100 characters";
  const bool is_fit = std::ranges::all_of(
      name, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; });
  if (!is_fit || name.front() == '.')
    return "`" + std::string(name) +
           "` cannot be the last part of the IRI of a graph: write letters and digits, and `_`, `-` or `.` "
           "between "
           "them";
  return {};
}

bool is_plain_name(std::string_view name) {
  return std::ranges::all_of(name, is_letter_or_digit);
}

std::string graph_of(std::string_view base, std::string_view name) {
  return std::string(base).append(name);
}

std::vector<registered_provider> without_block(std::string_view text,
                                               const std::vector<registered_provider>& providers) {
  const auto lines = lines_of(text);
  std::vector<registered_provider> found;
  for (const auto& one : providers) {
    const bool is_there =
        one.line > 0 && one.line <= lines.size() && is_name_of(lines[one.line - 1], one.name);
    if (!is_there || !block_below(lines, lines.begin() + static_cast<std::ptrdiff_t>(one.line - 1)))
      found.push_back(one);
  }
  return found;
}

std::optional<std::string> with_harvest(std::string_view text, const harvest_times& times) {
  if (times.datasets.empty()) return std::nullopt;
  const auto lines = lines_of(text);
  const auto block = find_block(lines, times.provider);
  if (!block) return std::nullopt;
  std::string made;
  for (std::size_t i = 0; i < block->first; ++i) made += lines[i];
  append_block(lines, *block, times, made);
  for (std::size_t i = block->end; i < lines.size(); ++i) made += lines[i];
  if (!text.ends_with('\n') && made.ends_with(block->line_end))
    made.resize(made.size() - block->line_end.size());
  return made;
}

}  // namespace laundromat
