// Judges and reads answers of SPARQL endpoints.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/endpoint_answer.hpp"

#include <algorithm>
#include <set>

#include "core/web/politeness.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_of_a_message = 200;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_too_much_for_virtuoso(std::string_view body) {
  const auto message = body.substr(0, 1'000);
  return contains(message, "S1T00") || contains(message, "S1TAT") || contains(message, "SR171") ||
         contains(message, "SR353") || contains(message, "estimated execution time") ||
         contains(message, "out of memory");
}

std::string first_line(std::string_view body) {
  return std::string{trim(body.substr(0, body.find('\n')).substr(0, most_of_a_message))};
}

answer_verdict judge_transfer(errc cause) {
  switch (cause) {
    case errc::http_timeout:
      return {answer_worth::too_much, errc::endpoint_limit, "no answer in time"};
    case errc::body_too_large:
      return {answer_worth::too_much, cause, "the answer is too large"};
    default:
      return {answer_worth::broken, cause, ""};
  }
}

// The end of a field that begins at `at`, and its value.
std::optional<std::string> read_field(std::string_view text, std::size_t& at) {
  std::string out;
  if (at >= text.size() || text[at] != '"') {
    const auto end = std::min(text.find_first_of(",\r\n", at), text.size());
    out = text.substr(at, end - at);
    at = end;
    return out;
  }
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"' && (at + 1 == text.size() || text[at + 1] != '"')) {
      ++at;
      return out;
    }
    if (text[at] == '"') ++at;
    out.push_back(text[at]);
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_row(std::string_view text, std::size_t& at) {
  std::vector<std::string> out;
  while (true) {
    auto field = read_field(text, at);
    if (!field) return std::nullopt;
    out.push_back(*std::move(field));
    if (at >= text.size() || text[at] != ',') break;
    ++at;
  }
  if (at < text.size() && text[at] == '\r') ++at;
  if (at < text.size() && text[at] != '\n') return std::nullopt;
  ++at;
  return out;
}

}  // namespace

answer_verdict judge_answer(const endpoint_answer& answer) {
  if (answer.cause != errc::ok && answer.cause != errc::http_status) {
    auto verdict = judge_transfer(answer.cause);
    if (verdict.detail.empty()) verdict.detail = answer.detail;
    return verdict;
  }
  const auto said = first_line(answer.body);
  const auto status = answer.http_status;
  if (answer.sql_state == "S1TAT" || answer.sql_state == "S1T00")
    return {answer_worth::too_much, errc::endpoint_limit, "X-SQL-State: " + answer.sql_state};
  if (status == 206) return {answer_worth::too_much, errc::endpoint_limit, "http_status 206"};
  if (status >= 200 && status < 300) return {};
  const auto detail = "http_status " + std::to_string(status) + (said.empty() ? "" : ": " + said);
  if (status == 429 || status == 503) return {answer_worth::later, errc::asked_to_wait, detail};
  if (status == 408 || status == 413 || status == 504 || status == 509 ||
      is_too_much_for_virtuoso(answer.body))
    return {answer_worth::too_much, errc::endpoint_limit, detail};
  if (status >= 500) return {answer_worth::broken, errc::http_status, detail};
  return {answer_worth::refused, errc::http_status, detail};
}

std::optional<std::uint64_t> count_triples(std::string_view body) {
  std::set<std::string_view> different;
  while (!body.empty()) {
    const auto end = std::min(body.find('\n'), body.size());
    const auto line = trim(body.substr(0, end));
    const bool is_last = end == body.size();
    body.remove_prefix(std::min(end + 1, body.size()));
    if (line.empty() || line.front() == '#') continue;
    const bool begins = line.front() == '<' || line.starts_with("_:");
    if (!begins || !line.ends_with('.') || (is_last && line.size() < 5)) return std::nullopt;
    different.insert(line);
  }
  return different.size();
}

std::optional<std::vector<std::map<std::string, std::string>>> read_csv(
    std::string_view text, std::initializer_list<std::string_view> needed) {
  std::size_t at = 0;
  const auto names = read_row(text, at);
  if (!names) return std::nullopt;
  for (const auto one : needed)
    if (std::ranges::find(*names, one) == names->end()) return std::nullopt;
  std::vector<std::map<std::string, std::string>> out;
  while (at < text.size()) {
    const auto row = read_row(text, at);
    if (!row || row->size() != names->size()) return std::nullopt;
    auto& named = out.emplace_back();
    for (std::size_t i = 0; i < row->size(); ++i) named[(*names)[i]] = (*row)[i];
  }
  return out;
}

}  // namespace laundromat
