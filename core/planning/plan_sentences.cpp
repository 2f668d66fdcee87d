// Writes the sentences of a plan.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/plan_sentences.hpp"

#include <array>
#include <cstdio>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

// `2.5`, `12`: one decimal below ten.
std::string short_number(double number) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), number < 9.95 ? "%.1f" : "%.0f", number);
  std::string text{out.data()};
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string with_unit(double number, std::string_view one, std::string_view many) {
  const auto text = short_number(number);
  return text + " " + std::string{text == "1" ? one : many};
}

std::string about(const figure& number, const std::string& text) {
  return number.is_estimate() ? "about " + text : text;
}

std::string purpose_text(const access_wish& wish) {
  switch (wish.what) {
    case access_wish::purpose::whole:
      return "the whole dataset";
    case access_wish::purpose::uris:
      return number_of(wish.uris, "URI");
    case access_wish::purpose::query:
      return "queries";
  }
  return {};
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string choice_sentence(const access_plan& plan, const planned_way& way) {
  const bool is_query = plan.wish.what == access_wish::purpose::query && way.way == access_way::endpoint;
  auto out = capitalised(name_of(way)) + " is used for " + purpose_text(plan.wish);
  if (is_query) return out + ": it answers them without a copy.";
  out += ": " + cost_text(way) + ".";
  if (way.gives == coverage::reachable) out += " No possible way gives the whole dataset.";
  return out;
}

}  // namespace

std::string span_text(milliseconds span) {
  const auto ms = static_cast<double>(span.count());
  constexpr double second = 1'000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
  if (ms < second) return std::to_string(span.count()) + " ms";
  if (ms < 2 * minute) return with_unit(ms / second, "second", "seconds");
  if (ms < 2 * hour) return with_unit(ms / minute, "minute", "minutes");
  if (ms < 2 * day) return with_unit(ms / hour, "hour", "hours");
  if (ms < 60 * day) return with_unit(ms / day, "day", "days");
  if (ms < 2 * 365 * day) return with_unit(ms / (30 * day), "month", "months");
  return with_unit(ms / (365 * day), "year", "years");
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array units{" B", " kB", " MB", " GB", " TB", " PB", " EB"};
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; number >= 999.5 && unit + 1 < units.size(); ++unit) number /= 1'000;
  return short_number(number) + units[unit];
}

std::string name_of(const planned_way& way) {
  switch (way.way) {
    case access_way::dump:
      return way.uris.size() == 1 ? "the dump" : "the dump in " + number_of(way.uris.size(), "part");
    case access_way::documents:
      return "the list of " + number_of(way.uris.size(), "document");
    case access_way::linked_data:
      return "Linked Data below " + (way.uris.empty() ? std::string{} : way.uris.front());
    case access_way::endpoint:
      return "the SPARQL endpoint " + (way.uris.empty() ? std::string{} : way.uris.front());
  }
  return {};
}

std::string cost_text(const planned_way& way) {
  return about(way.requests, number_of(way.requests.value, "request")) + ", " +
         about(way.bytes, size_text(way.bytes.value)) + ", " + (way.is_estimate() ? "about " : "") +
         span_text(way.time);
}

std::string explain_others(const access_plan& plan) {
  std::string out;
  const auto* chosen = plan.choice();
  for (const auto& way : plan.ways) {
    if (&way == chosen) continue;
    out += " " + capitalised(name_of(way));
    if (!way.is_possible())
      out += " is not possible: " + way.refusal + ".";
    else if (plan.wish.what == access_wish::purpose::query && way.way == access_way::endpoint)
      out += " would answer them as well.";
    else
      out += " would take " + cost_text(way) +
             (way.gives == coverage::reachable ? ", and may miss a part." : ".");
  }
  return out;
}

std::string explain(const access_plan& plan) {
  if (plan.ways.empty()) return "No way to the data is announced.";
  const auto* chosen = plan.choice();
  return (chosen ? choice_sentence(plan, *chosen) : "No announced way is possible.") + explain_others(plan);
}

}  // namespace laundromat
