// Implements yaml_document: takes the events of yaml-cpp, which expands no alias.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/yaml/yaml_document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/base/keyed_table.hpp"
#include "core/extraction/yaml/yaml_scalar.hpp"

namespace laundromat {

namespace {

/// Thrown through yaml-cpp to end the reading; caught in `yaml_document::read`.
struct refusal {
  yaml_document::trouble problem;
};

/// yaml-cpp keeps all that is in the outermost brackets, some 250 bytes for each mark.
constexpr std::size_t most_marks = 2'000'000;

/// Where the first mark too many is; `npos` when there is none. Those in texts count.
std::size_t find_last_mark(std::string_view text) {
  std::size_t marks = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    if ((text[at] == '[' || text[at] == '{' || text[at] == ',') && ++marks > most_marks) return at;
  return text.npos;
}

std::string with_replacements(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c == bad_byte)
      out.append("\xEF\xBF\xBD");
    else
      out += c;
  return out;
}

std::size_t place_of(const YAML::Mark& mark) {
  return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos);
}

}  // namespace

class yaml_builder final : public YAML::EventHandler {
 public:
  yaml_builder(yaml_document& out, std::string_view text, const extraction_limits& limits)
      : out_(&out), text_(text), nesting_(limits.nesting) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, anchor).is_plain = true; }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto& part = add(mark, 0);
    part.is = yaml_part::what::alias;
    part.target = anchor < anchors_.size() ? anchors_[anchor] : 0;
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto& part = add(mark, anchor);
    part.kind = data_kind::text;
    part.text = out_->texts_.add(out_->has_bad_bytes_ ? with_replacements(value) : value);
    part.is_plain = tag == "?" || tag.empty();
    if (tag == "!") check_quotes(place_of(mark));
    if (part.is_plain) check_key(place_of(mark), value);
    if (part.is_plain && has_leading_zero(value)) return;
    if (!part.is_plain && !(tag.starts_with("tag:yaml.org,2002:") && !tag.ends_with(":str"))) return;
    auto meaning = read_yaml_scalar(value);
    part.kind = meaning.kind;
    part.is_true = meaning.is_true;
    if (part.kind == data_kind::number && meaning.number != value)
      part.text = out_->texts_.add(meaning.number);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor, data_kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(mark, anchor, data_kind::map);
    are_flow_maps_.back() = style == YAML::EmitterStyle::Flow;
  }
  void OnMapEnd() override { close(); }

  void finish(std::size_t end) { end_before(end); }

 private:
  yaml_part& add(const YAML::Mark& mark, YAML::anchor_t anchor) {
    end_before(place_of(mark));
    if (anchor != 0) {
      if (anchors_.size() <= anchor) anchors_.resize(anchor + 1);
      anchors_[anchor] = static_cast<std::uint32_t>(out_->parts_.size());
    }
    auto& part = out_->parts_.emplace_back();
    part.begin = part.end = place_of(mark);
    return part;
  }

  /// What has ended since the last node began ends before the next one.
  void end_before(std::size_t place) {
    for (const auto part : ended_) out_->parts_[part].end = std::max(out_->parts_[part].end, place);
    ended_.clear();
    if (!out_->parts_.empty()) out_->parts_.back().end = std::max(out_->parts_.back().end, place);
  }

  /// yaml-cpp reads a text without its last quote up to the end, and lines of a text that begin where its map or list does.
  void check_quotes(std::size_t from) const {
    auto at = std::min(text_.find_first_of("\"'\n|>", from), text_.size());
    if (at == text_.size() || (text_[at] != '"' && text_[at] != '\'')) return;
    const char quote = text_[at++];
    while (at < text_.size() &&
           (text_[at] != quote || (quote == '\'' && at + 1 < text_.size() && text_[at + 1] == quote))) {
      const bool is_at_margin = text_[at] == '\n' && at + 1 < text_.size() &&
                                std::string_view(" \t\r\n").find(text_[at + 1]) == std::string_view::npos;
      if (is_at_margin && !open_.empty())
        throw refusal{{errc::unterminated, from, "a text without its last quote"}};
      at += text_[at] == quote || (quote == '"' && text_[at] == '\\' && at + 1 < text_.size()) ? 2 : 1;
    }
    if (at >= text_.size()) throw refusal{{errc::unterminated, from, "a text without its last quote"}};
  }

  /// A quote within a key that has no value, as in `{name:"Ann"}` and `{name"Ann"}`: a space, colon or quote is lost, and the key is no name.
  void check_key(std::size_t at, std::string_view key) const {
    if (are_flow_maps_.empty() || !are_flow_maps_.back()) return;
    if (key.find('"') == key.npos && key.find(":'") == key.npos) return;
    constexpr std::string_view space = " \t\r\n";
    const auto before = at == 0 ? text_.npos : text_.find_last_not_of(space, at - 1);
    const auto behind = text_.find_first_not_of(space, at + key.size());
    const bool is_key = before != text_.npos && (text_[before] == '{' || text_[before] == ',');
    const bool is_alone = behind != text_.npos && (text_[behind] == '}' || text_[behind] == ',');
    if (is_key && is_alone)
      throw refusal{{errc::syntax_error, at, "a key without a value that has a quote in it"}};
  }

  void open(const YAML::Mark& mark, YAML::anchor_t anchor, data_kind kind) {
    if (open_.size() >= nesting_) throw refusal{{errc::too_deep_nesting, place_of(mark), {}}};
    open_.push_back(out_->parts_.size());
    are_flow_maps_.push_back(false);
    add(mark, anchor).kind = kind;
  }
  void close() {
    const auto part = open_.back();
    open_.pop_back();
    are_flow_maps_.pop_back();
    out_->parts_[part].span = static_cast<std::uint32_t>(out_->parts_.size() - part);
    ended_.push_back(part);
  }

  yaml_document* out_;
  std::string_view text_;
  std::size_t nesting_;
  std::vector<std::uint32_t> anchors_;  ///< the node of each
  std::vector<std::size_t> open_, ended_;
  std::vector<bool> are_flow_maps_;  ///< of `open_`: maps in braces
};

std::size_t find_control_character(std::string_view text) {
  const auto is_control = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != bad_byte) || code == 0x7F;
  };
  const auto* const found = std::ranges::find_if(text, is_control);
  return found == text.end() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

bool yaml_document::read(std::string_view text, const extraction_limits& limits) {
  parts_.clear();
  texts_.clear();
  has_bad_bytes_ = text.find(bad_byte) != text.npos;
  if (const auto at = find_control_character(text); at != text.npos) {
    problem_ = {errc::syntax_error, at, "a control character, which no YAML has"};
    return false;
  }
  if (const auto at = find_last_mark(text); at != text.npos) {
    problem_ = {errc::limit_exceeded, at,
                "it has more brackets, braces and commas than " + std::to_string(most_marks)};
    return false;
  }
  std::istringstream stream{std::string{text}};
  try {
    YAML::Parser parser{stream};
    yaml_builder builder{*this, text, limits};
    parser.HandleNextDocument(builder);
    builder.finish(text.size());
    // Text behind the value is a second document, which no line begins.
    yaml_document rest;
    yaml_builder second{rest, text, limits};
    if (parser.HandleNextDocument(second) && !rest.parts_.empty()) {
      problem_ = {errc::syntax_error, rest.parts_.front().begin, "a value behind the end of the document"};
      return false;
    }
    return true;
  } catch (const refusal& one) {
    problem_ = one.problem;
  } catch (const YAML::Exception& one) {
    problem_ = {errc::syntax_error, std::min(place_of(one.mark), text.size()), "is not YAML: " + one.msg};
  }
  return false;
}

bool yaml_copier::copy(std::uint32_t part, data_record& record) {
  steps_ = 0;
  left_out_.clear();
  return add(part, {}, 0, false, record);
}

bool yaml_copier::add(std::uint32_t at, std::string_view name, std::uint32_t depth, bool is_copied,
                      data_record& record) {
  if (++steps_ > limits_.record_values || depth > limits_.nesting) return false;
  const auto& part = (*parts_)[at];
  if (is_copied && !may_copy(1, part.text.size())) return false;
  if (part.is == yaml_part::what::alias) return add(part.target, name, depth + 1, true, record);
  switch (part.kind) {
    case data_kind::null:
      return record.add_null(name), true;
    case data_kind::boolean:
      return record.add_boolean(part.is_true, name), true;
    case data_kind::number:
      return record.add_number(part.text, name), true;
    case data_kind::text:
      return record.add_text(part.text, name), true;
    case data_kind::list: {
      record.begin_list(name);
      bool is_right = true;
      for (auto item = at + 1; is_right && item < at + part.span; item += (*parts_)[item].span)
        is_right = add(item, {}, depth + 1, is_copied, record);
      record.end();
      return is_right;
    }
    case data_kind::map:
      break;
  }
  record.begin_map(name);
  bool is_right = true;
  for (const auto& one : members_of(at, depth, false))
    is_right = is_right && add(one.value, one.name, depth + 1, is_copied || one.is_merged, record);
  record.end();
  return is_right;
}

/// The members of a map in their order, behind them those that merge keys bring.
std::vector<yaml_copier::member> yaml_copier::members_of(std::uint32_t map, std::uint32_t depth,
                                                         bool is_merged) {
  const auto& parts = *parts_;
  std::vector<member> own;
  std::vector<std::uint32_t> merged, sources;
  const auto end = map + parts[map].span;
  for (auto key = map + 1; key < end;) {
    const auto value = key + parts[key].span;
    const auto named = resolve(key);
    const bool is_scalar = parts[named].is == yaml_part::what::value && parts[named].kind < data_kind::list;
    if (is_scalar && parts[named].is_plain && parts[named].text == "<<")
      merged.push_back(value);
    else if (is_scalar)
      own.push_back({parts[named].text, value, false});
    else if (!is_merged)
      left_out_.push_back(key);
    key = value + parts[value].span;
  }
  // Of a key that is written again the last one holds.
  std::vector<std::size_t> order(own.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return own[i].name; });
  std::vector<bool> is_again(own.size(), false);
  for (std::size_t i = 0; i + 1 < order.size(); ++i)
    if (own[order[i]].name == own[order[i + 1]].name) is_again[order[i]] = true;
  std::vector<member> out;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!is_again[i])
      out.push_back(own[i]);
    else if (!is_merged)
      left_out_.push_back(own[i].value - 1);
  }
  for (const auto value : merged) {
    const auto from = resolve(value);
    if (parts[from].kind == data_kind::list)
      for (auto item = from + 1; item < from + parts[from].span; item += parts[item].span)
        sources.push_back(resolve(item));
    else
      sources.push_back(from);
  }
  if (sources.empty() || depth > limits_.nesting) return out;
  keyed_set<std::string_view> names;
  for (const auto& one : out) names.insert(one.name);
  for (const auto source : sources) {
    if (parts[source].kind != data_kind::map) continue;
    steps_ += parts[source].span;
    if (steps_ > limits_.record_values || !may_copy(parts[source].span, 0)) return out;
    for (const auto& one : members_of(source, depth + 16, true))
      if (names.insert(one.name).second) out.push_back({one.name, one.value, true});
  }
  return out;
}

}  // namespace laundromat
