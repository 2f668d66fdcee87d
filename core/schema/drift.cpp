// How later records differ from the schema of earlier ones, in text and JSON.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/drift.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

struct drift_words {
  std::string_view name, sentence;
};

const drift_words& words_of(drift_kind kind) {
  static constexpr std::array<drift_words, 8> words{{{"new_field", "a field that the schema does not have"},
                                                     {"missing_field", "the field is missing"},
                                                     {"null_in_required", "the required value is null"},
                                                     {"other_type", "a value of another type"},
                                                     {"empty_text", "an empty text"},
                                                     {"new_value", "a value that the schema does not list"},
                                                     {"out_of_range", "a value outside of the range"},
                                                     {"other_length", "a text of another length"}}};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view name_of(drift_kind kind) {
  return words_of(kind).name;
}

std::string drift_message(const drift_sum& sum, std::uint64_t all_records) {
  auto text = sum.first.path.empty() ? "(record)" : sum.first.path;
  text.append(": ").append(words_of(sum.first.kind).sentence);
  if (!sum.first.value.empty()) text.append(": ").append(sum.first.value);
  if (!sum.first.expected.empty()) text.append("; expected: ").append(sum.first.expected);
  return text + "; in " + human_count(sum.records) + " of " + number_of(all_records, "record");
}

std::string drift_text(const drift_report& report) {
  auto text = human_count(report.with_drift) + " of " + number_of(report.records, "record") +
              " differ from the schema\n";
  for (const auto& sum : report.sums) {
    text += sum.first.path.empty() ? "(record)" : sum.first.path;
    text += ": " + number_of(sum.records, "record") + ": ";
    text += words_of(sum.first.kind).sentence;
    if (!sum.first.value.empty()) text += ": " + sum.first.value;
    text += " (first in record " + human_count(sum.first_record);
    if (sum.first_line > 0) text += ", line " + human_count(sum.first_line);
    text += ')';
    if (!sum.first.expected.empty()) text += "; expected: " + sum.first.expected;
    text += '\n';
  }
  if (report.not_listed > 0)
    text += number_of(report.not_listed, "deviation") + " of other fields not listed\n";
  return text;
}

std::string drift_json(const drift_report& report) {
  using json = nlohmann::ordered_json;
  auto sums = json::array();
  for (const auto& sum : report.sums) {
    auto one = json::object();
    one["kind"] = name_of(sum.first.kind);
    one["path"] = sum.first.path;
    one["records"] = sum.records;
    one["first_record"] = sum.first_record;
    if (sum.first_line > 0) one["first_line"] = sum.first_line;
    one["value"] = sum.first.value;
    one["expected"] = sum.first.expected;
    sums.push_back(std::move(one));
  }
  auto out = json::object();
  out["records"] = report.records;
  out["with_drift"] = report.with_drift;
  out["drift"] = std::move(sums);
  out["not_listed"] = report.not_listed;
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
