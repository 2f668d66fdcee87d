// Printing of the lifecycle.
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/print.hpp"

#include <algorithm>

#include "core/lifecycle/lifecycle.hpp"

namespace laundromat {

namespace {

std::string padded(std::string_view text, std::size_t width) {
  std::string out{text};
  out.resize(std::max(width, out.size()), ' ');
  return out;
}

std::string_view describe(attempt_rule rule) {
  switch (rule) {
    case attempt_rule::keep:
      return "same";
    case attempt_rule::next:
      return "+ 1";
    case attempt_rule::reset:
      return "1";
  }
  return "";
}

/// The name of a node in a diagram; kinds share status names, so the kind is part of it.
std::string node(record_kind kind, status s) {
  return std::string{to_string(kind)} + "_" + std::string{to_string(s)};
}

template <class Visit>
void for_each_node(Visit visit) {
  for (auto kind : {record_kind::seed, record_kind::entry, record_kind::clean})
    for (auto s : all_statuses())
      if (proof::reaches(kind, s)) visit(kind, s);
}

}  // namespace

std::string statuses_as_table() {
  std::string out =
      "| kind  | status      | phase   | meaning |\n|-------|-------------|---------|---------|\n";
  for_each_node([&](record_kind kind, status s) {
    out += "| " + padded(to_string(kind), 5) + " | " + padded(to_string(s), 11) + " | " +
           padded(to_string(phase_of(kind, s)), 7) + " | " + std::string{meaning_of(kind, s)} + " |\n";
  });
  return out;
}

std::string lifecycle_as_table() {
  std::string out = "| kind  | from        | event              | to          | attempt |\n";
  out += "|-------|-------------|--------------------|-------------|---------|\n";
  for (const auto& rule : lifecycle_table) {
    const auto from = rule.from == status::none ? "(new)" : to_string(rule.from);
    out += "| " + padded(to_string(rule.kind), 5) + " | " + padded(from, 11) + " | " +
           padded(to_string(rule.on), 18) + " | " + padded(to_string(rule.to), 11) + " | " +
           padded(describe(rule.attempts), 7) + " |\n";
  }
  return out;
}

std::string lifecycle_as_mermaid() {
  std::string out = "stateDiagram-v2\n";
  for_each_node([&](record_kind kind, status s) {
    out +=
        "  " + node(kind, s) + ": " + std::string{to_string(kind)} + " " + std::string{to_string(s)} + "\n";
  });
  for (const auto& rule : lifecycle_table) {
    const auto from = rule.from == status::none ? "[*]" : node(rule.kind, rule.from);
    out += "  " + from + " --> " + node(rule.kind, rule.to) + ": " + std::string{to_string(rule.on)} + "\n";
  }
  return out;
}

std::string lifecycle_as_dot() {
  std::string out = "digraph lifecycle {\n  rankdir=LR;\n  node [shape=box];\n";
  for_each_node([&](record_kind kind, status s) {
    out += "  " + node(kind, s) + " [label=\"" + std::string{to_string(s)} + "\"";
    if (is_final(kind, s)) out += ", peripheries=2";
    if (is_working(kind, s)) out += ", style=bold";
    out += "];\n";
  });
  for (const auto& rule : lifecycle_table) {
    const auto from = rule.from == status::none ? std::string{"new_"}.append(to_string(rule.kind))
                                                : node(rule.kind, rule.from);
    out += "  " + from + " -> " + node(rule.kind, rule.to) + " [label=\"" + std::string{to_string(rule.on)} +
           "\"];\n";
  }
  for (auto kind : {record_kind::seed, record_kind::entry, record_kind::clean})
    out += "  new_" + std::string{to_string(kind)} + " [shape=point];\n";
  return out + "}\n";
}

std::string lifecycle_page() {
  return "# The lifecycle\n\n"
         "Printed from the table in `core/lifecycle/lifecycle.hpp` by `laundromat lifecycle --format page`;\n"
         "a test fails when this page is stale. Actors report events, `advance()` changes the status, the\n"
         "journal stores the transition. A seed is a URI to crawl, an entry a download or a member of an "
         "archive.\n\n" +
         statuses_as_table() + "\n" + lifecycle_as_table() + "\n```mermaid\n" + lifecycle_as_mermaid() +
         "```\n";
}

}  // namespace laundromat
