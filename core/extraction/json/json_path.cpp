// Implements json_path: a reader of its notation, and steps as a set of bits, so that `..` needs no search.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/json_path.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>

namespace laundromat {

namespace {

constexpr std::size_t most_steps = 63;

bool ends_name(char c) {
  return c == '.' || c == '[' || c == ']';
}

}  // namespace

/// Reads the notation from left to right.
class path_reader {
 public:
  explicit path_reader(std::string_view text) : text_(text) {}

  [[nodiscard]] tl::expected<json_path, path_problem> read() {
    if (text_.starts_with('$')) ++at_;
    bool is_right = true;
    // Without `$.` a path begins with a name.
    if (at_ == 0 && !text_.empty() && text_[0] != '.' && text_[0] != '[') is_right = read_name(false);
    while (is_right && at_ < text_.size()) is_right = read_step();
    if (is_right && path_.steps_.size() > most_steps) is_right = refuse(0, "more than 63 steps: write fewer");
    if (!is_right) return tl::unexpected(problem_);
    return std::move(path_);
  }

 private:
  bool refuse(std::size_t at, std::string message) {
    problem_ = {at + 1, std::move(message)};
    return false;
  }

  bool read_step() {
    if (text_[at_] == '[') return read_bracket(false);
    if (text_[at_] != '.') return refuse(at_, "a step begins with `.` or `[`: write `$.name` or `$['name']`");
    ++at_;
    const bool is_deep = at_ < text_.size() && text_[at_] == '.';
    if (is_deep) ++at_;
    if (is_deep && at_ < text_.size() && text_[at_] == '[') return read_bracket(true);
    return read_name(is_deep);
  }

  bool read_name(bool is_deep) {
    const auto begin = at_;
    while (at_ < text_.size() && !ends_name(text_[at_])) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    if (name.empty()) return refuse(begin, "a name is missing behind the dot: write `.name` or `.*`");
    if (name == "*") return add({json_path::step::kind::all, is_deep, {}, 0});
    if (const auto odd = name.find_first_of("'\"()?@,* \t"); odd != name.npos)
      return refuse(begin + odd,
                    "a name with this character is written in brackets: `['" + readable_name(name) + "']`");
    return add({json_path::step::kind::name, is_deep, std::string(name), 0});
  }

  static std::string readable_name(std::string_view name) {
    std::string out;
    for (const char c : name)
      if (c != '\'') out += c;
    return out;
  }

  bool read_bracket(bool is_deep) {
    const auto open = at_++;
    if (at_ == text_.size())
      return refuse(open, "the bracket is not closed: write `[0]`, `[*]` or `['name']`");
    const char c = text_[at_];
    json_path::step next;
    next.is_deep = is_deep;
    if (c == '*') {
      ++at_;
    } else if (c == '\'' || c == '"') {
      next.is = json_path::step::kind::name;
      if (!read_quoted(c, next.name)) return false;
    } else if (c >= '0' && c <= '9') {
      next.is = json_path::step::kind::item;
      const auto* end = text_.data() + text_.size();
      const auto [stop, error] = std::from_chars(text_.data() + at_, end, next.item);
      if (error != std::errc{}) return refuse(at_, "the number is too large");
      at_ = static_cast<std::size_t>(stop - text_.data());
    } else if (c == '-') {
      return refuse(at_, "items are counted from the front: write `[0]` for the first one");
    } else if (c == '?' || c == '(') {
      return refuse(
          at_, "filters are not supported: select all with `[*]`, and leave records out by their fields");
    } else {
      return refuse(at_, "a name in brackets has quotes: write `['name']`, `[0]` or `[*]`");
    }
    if (at_ < text_.size() && text_[at_] == ']') return ++at_, add(std::move(next));
    if (at_ < text_.size() && text_[at_] == ':')
      return refuse(at_, "slices are not supported: write `[*]` for all items, or `[0]` for one");
    if (at_ < text_.size() && text_[at_] == ',')
      return refuse(at_, "several names or items in one bracket are not supported: write one path for each");
    return refuse(std::min(at_, text_.size()), "a `]` is missing here");
  }

  bool read_quoted(char quote, std::string& name) {
    const auto begin = at_++;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      name += text_[at_++];
    }
    if (at_ == text_.size()) return refuse(begin, "the quote is not closed: write `['name']`");
    ++at_;
    return true;
  }

  bool add(json_path::step next) {
    path_.steps_.push_back(std::move(next));
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  json_path path_;
  path_problem problem_;
};

tl::expected<json_path, path_problem> json_path::compile(std::string_view text) {
  return path_reader(text).read();
}

template <class Fits>
json_path::states json_path::advance(states at, Fits fits) const {
  states next = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (((at >> i) & 1) == 0) continue;
    if (steps_[i].is_deep) next |= states{1} << i;
    if (steps_[i].is == step::kind::all || fits(steps_[i])) next |= states{1} << (i + 1);
  }
  return next;
}

std::optional<std::size_t> json_path::steps_to(states at) {
  if (at == 0) return std::nullopt;
  return static_cast<std::size_t>(std::bit_width(at)) - 1;
}

json_path::states json_path::enter(states at, std::string_view key) const {
  return advance(at, [&](const step& one) { return one.is == step::kind::name && one.name == key; });
}

json_path::states json_path::enter(states at, std::uint64_t item) const {
  return advance(at, [&](const step& one) { return one.is == step::kind::item && one.item == item; });
}

bool json_path::has_names_only(std::size_t steps) const {
  const auto first = std::span(steps_).first(std::min(steps, steps_.size()));
  return std::ranges::all_of(first,
                             [](const step& one) { return one.is == step::kind::name && !one.is_deep; });
}

/// Returns true when no more is wanted.
bool json_path::collect(data_value value, states at, std::vector<data_value>* all,
                        std::optional<data_value>& first) const {
  if (at == 0) return false;
  if (leads_to(at)) {
    if (all == nullptr) return first = value, true;
    all->push_back(value);
  }
  std::uint64_t item = 0;
  for (const auto inner : value) {
    const auto next = value.is(data_kind::map) ? enter(at, inner.name()) : enter(at, item++);
    if (collect(inner, next, all, first)) return true;
  }
  return false;
}

std::optional<data_value> json_path::find_first(data_value value) const {
  std::optional<data_value> found;
  if (has_names_only(steps_.size())) {
    found = value;
    for (const auto& one : steps_)
      if (found) found = found->find(one.name);
    return found;
  }
  (void)collect(value, start(), nullptr, found);
  return found;
}

void json_path::find_all(data_value value, std::vector<data_value>& found) const {
  std::optional<data_value> one;
  if (!has_names_only(steps_.size()))
    (void)collect(value, start(), &found, one);
  else if ((one = find_first(value)))
    found.push_back(*one);
}

}  // namespace laundromat
