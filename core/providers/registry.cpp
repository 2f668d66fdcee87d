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
  for (std::size_t colon = rest.find(':'); colon != rest.npos; colon = rest.find(':', colon + 1))
    if (colon + 1 == rest.size() ||
        std::string_view{" \t\r\n"}.find(rest[colon + 1]) != std::string_view::npos)
      return rest.substr(0, colon);
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

std::optional<std::string> with_harvest(std::string_view text, const harvest_times& times) {
  if (times.datasets.empty()) return std::nullopt;
  const auto lines = lines_of(text);
  const auto begin =
      std::ranges::find_if(lines,
                           [&](std::string_view line) {
                             return indent_of(line) == 0 && !is_blank(line) && key_of(line) == times.provider;
                           }) -
      lines.begin();
  if (begin == std::ssize(lines)) return std::nullopt;
  const auto first = static_cast<std::size_t>(begin) + 1;
  auto end = first;
  while (end < lines.size() && (is_blank(lines[end]) || indent_of(lines[end]) > 0)) ++end;
  while (end > first && is_blank(lines[end - 1])) --end;
  if (end == first) return std::nullopt;  // in one line: `name: {void: …}`
  const auto indent =
      indent_of(*std::find_if_not(lines.begin() + static_cast<std::ptrdiff_t>(first),
                                  lines.begin() + static_cast<std::ptrdiff_t>(end), is_blank));
  const std::string margin(indent, ' ');
  auto newest = times.datasets.begin()->second;
  for (const auto& [dataset, at] : times.datasets) newest = std::max(newest, at);
  std::string made, after;
  const auto modified = margin + "modified: " + to_iso8601(newest);
  bool has_modified = false;
  for (std::size_t i = 0; i < first; ++i) made += lines[i];
  for (std::size_t i = first; i < end; ++i) {
    if (is_blank(lines[i]) || indent_of(lines[i]) != indent) {
      made += lines[i];
      continue;
    }
    const auto key = key_of(lines[i]);
    if (key == "modified") {
      made.append(modified).append(tail_of(lines[i]));
      has_modified = true;
    } else if (key == "datasets") {
      while (i + 1 < end && (is_blank(lines[i + 1]) || indent_of(lines[i + 1]) > indent)) ++i;
    } else {
      made += lines[i];
    }
  }
  if (!made.ends_with('\n')) made += '\n';
  if (!has_modified) made += modified + "\n";
  if (times.datasets.size() > 1 || times.has_others) {
    made += margin + "datasets:\n";
    for (const auto& [dataset, at] : times.datasets)
      made += margin + margin + quoted(dataset) + ": " + to_iso8601(at) + "\n";
  }
  for (std::size_t i = end; i < lines.size(); ++i) made += lines[i];
  return made;
}

}  // namespace laundromat
