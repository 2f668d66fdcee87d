// Compares the predicate of each line by its length first.
// SPDX-License-Identifier: Apache-2.0
#include "core/labels/label_scan.hpp"

#include <algorithm>

#include "core/fragments/line_matcher.hpp"
#include "core/rdf/model/unescape.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr auto npos = std::string_view::npos;
/// An escape of six bytes is one byte of a text at least.
constexpr std::size_t most_escaped_bytes = 6 * (most_label_bytes + 1);

}  // namespace

label_scan::label_scan(const std::vector<std::string>& properties, label_sink sink) : sink_(std::move(sink)) {
  for (std::size_t i = 0; i < properties.size(); ++i) wanted_.push_back({'<' + properties[i] + '>', i});
  std::ranges::stable_sort(wanted_, {}, [](const wanted& one) { return one.term.size(); });
  for (std::uint32_t i = 0; i < wanted_.size(); ++i) first_of_length_.resize(wanted_[i].term.size() + 1, i);
  first_of_length_.push_back(static_cast<std::uint32_t>(wanted_.size()));
}

void label_scan::add(std::string_view lines) {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const auto line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const auto predicate = line.find(' ');
    const auto object = predicate == npos ? npos : line.find(' ', predicate + 1);
    if (object == npos) continue;
    const auto property = property_of(line.substr(predicate + 1, object - predicate - 1));
    if (property != no_property) add_line(line, property);
  }
}

std::size_t label_scan::property_of(std::string_view predicate) const {
  if (predicate.size() + 1 >= first_of_length_.size()) return no_property;
  for (auto i = first_of_length_[predicate.size()]; i < first_of_length_[predicate.size() + 1]; ++i)
    if (wanted_[i].term == predicate) return wanted_[i].property;
  return no_property;
}

void label_scan::add_line(std::string_view line, std::size_t property) {
  line_terms terms;
  if (!split_line(line, terms)) return;
  const auto [subject, predicate, object, graph] = terms;
  if (!object.starts_with('"') || subject.size() > most_labelled_bytes + 2) return;
  const auto quote = object.rfind('"');
  if (quote == 0) return;
  auto behind = object.substr(quote + 1);
  if (behind.starts_with("^^")) return;
  if (behind.starts_with('@')) behind.remove_prefix(1);
  const auto statement = line.substr(0, static_cast<std::size_t>(object.end() - line.begin()));
  if (statement == last_) return;
  last_ = statement;
  const auto text = unescape(object.substr(1, std::min(quote - 1, most_escaped_bytes)), room_);
  text_ = text.size() <= most_label_bytes ? std::string{text} : readable(text, most_label_bytes);
  if (text_.empty()) return;
  sink_({subject.substr(1, subject.size() - 2), property, behind.substr(0, behind.find("--")), text_});
}

}  // namespace laundromat
