// The file in which a person decides which records are the same.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/decision_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view header = "decision\tone\tother\tscore\treasons";
constexpr std::array<std::pair<char, char>, 4> escapes{{{'\t', 't'}, {'\n', 'n'}, {'\r', 'r'}, {'\\', '\\'}}};

/// A control character is `\x1B`, so that nothing that a service says controls a terminal.
void append_escaped(std::string& to, std::string_view field) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : field) {
    const auto octet = static_cast<unsigned char>(c);
    const auto known = std::ranges::find(escapes, c, [](const auto& one) { return one.first; });
    if (known != escapes.end())
      to.append(1, '\\').append(1, known->second);
    else if (octet < 0x20 || octet == 0x7F)
      to.append("\\x").append(1, digits[octet >> 4U]).append(1, digits[octet & 15U]);
    else
      to += c;
  }
}

/// The control character whose two hexadecimal digits are at the beginning of a text.
std::optional<char> control_of(std::string_view digits) {
  unsigned octet = 0;
  if (digits.size() < 2) return std::nullopt;
  const auto* const end = digits.data() + 2;
  const auto read = std::from_chars(digits.data(), end, octet, 16);
  if (read.ec != std::errc{} || read.ptr != end || (octet >= 0x20 && octet != 0x7F)) return std::nullopt;
  return static_cast<char>(octet);
}

/// Nothing for a backslash that escapes no known character.
std::optional<std::string> unescaped(std::string_view field) {
  std::string plain;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      plain += field[i];
      continue;
    }
    if (field.substr(i + 1).starts_with('x')) {
      const auto control = control_of(field.substr(i + 2));
      if (!control) return std::nullopt;
      plain += *control;
      i += 3;
      continue;
    }
    char found = 0;
    for (const auto& [character, letter] : escapes)
      if (i + 1 < field.size() && field[i + 1] == letter) found = character;
    if (found == 0) return std::nullopt;
    plain += found;
    ++i;
  }
  return plain;
}

/// `0.93`, of a score from 0 to 1.
std::string hundredths(double score) {
  const auto number = std::to_string(std::lround(100 * score) + 1'000);
  return std::string(number == "1100" ? "1" : "0") + '.' + number.substr(2);
}

std::optional<duplicate_verdict> verdict_of(std::string_view word) {
  if (word.empty()) return duplicate_verdict::undecided;
  for (const auto verdict : {duplicate_verdict::undecided, duplicate_verdict::same,
                             duplicate_verdict::different, duplicate_verdict::implied})
    if (equals_ignoring_case(word, name_of(verdict))) return verdict;
  return std::nullopt;
}

class decision_parser {
 public:
  void take(std::string_view line) {
    ++line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#') || (line_ == 1 && line == header)) return;
    std::array<std::string, 5> fields;
    if (!split(line, fields)) return;
    const auto verdict = verdict_of(trim(fields[0]));
    if (!verdict)
      return refuse("the decision " + quoted_head(fields[0]) +
                    " is none of same, different, undecided, implied");
    if (fields[1].empty() || fields[2].empty())
      return refuse("an id is missing: a line has a decision and two ids, separated by tabs");
    if (fields[1] == fields[2]) return refuse("both ids are the same");
    if (fields[2] < fields[1]) std::swap(fields[1], fields[2]);
    keep({*verdict, fields[1], fields[2], fields[3], fields[4]});
  }
  [[nodiscard]] parsed_decisions finish() { return std::move(out_); }

 private:
  void refuse(std::string what) { out_.faults.push_back({line_, std::move(what)}); }

  bool split(std::string_view line, std::array<std::string, 5>& fields) {
    for (std::size_t n = 0;; ++n) {
      if (n == fields.size()) return refuse("there are more than 5 fields"), false;
      const auto tab = line.find('\t');
      auto field = unescaped(line.substr(0, tab));
      if (!field)
        return refuse(
                   "a backslash is not followed by t, n, r, another backslash, or x and the two digits of a "
                   "control character"),
               false;
      fields[n] = std::move(*field);
      if (tab == line.npos) return true;
      line.remove_prefix(tab + 1);
    }
  }
  void keep(duplicate_decision decision) {
    const auto [known, is_new] =
        lines_.emplace(std::pair(decision.one, decision.other), std::pair(line_, decision.verdict));
    if (is_new)
      out_.decisions.push_back(std::move(decision));
    else if (known->second.second != decision.verdict)
      refuse("line " + std::to_string(known->second.first) + " has another decision for this pair");
  }

  parsed_decisions out_;
  std::uint64_t line_ = 0;
  std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, duplicate_verdict>> lines_;
};

}  // namespace

std::string_view name_of(duplicate_verdict verdict) {
  constexpr std::array<std::string_view, 4> names{"undecided", "same", "different", "implied"};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<duplicate_decision> undecided_pairs(const duplicate_report& report,
                                                const duplicate_options& options) {
  std::vector<duplicate_decision> decisions;
  decisions.reserve(report.pairs.size());
  for (const auto& pair : report.pairs) {
    std::string reasons;
    for (const auto& reason : pair.reasons)
      reasons += options.fields[reason.field].name + ' ' + hundredths(reason.score) + ", ";
    decisions.push_back({duplicate_verdict::undecided, pair.one, pair.other, hundredths(pair.score),
                         reasons + "block: " + pair.block});
  }
  return decisions;
}

std::string write_decisions(std::span<const duplicate_decision> decisions) {
  std::string text(header);
  text += '\n';
  for (const auto& decision : decisions) {
    text += name_of(decision.verdict);
    for (const auto* const field : {&decision.one, &decision.other, &decision.score, &decision.reasons}) {
      text += '\t';
      append_escaped(text, *field);
    }
    text += '\n';
  }
  return text;
}

parsed_decisions parse_decisions(std::string_view text) {
  decision_parser parser;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    parser.take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parser.finish();
}

}  // namespace laundromat
