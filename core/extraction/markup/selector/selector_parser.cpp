// Implements selector_parser.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/selector/selector_parser.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::markup {

namespace {

bool is_selector_name(char c) {
  return rdfa::is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

result<selector> selector::parse(std::string_view text, bool is_xml) {
  return selector_parser(text, is_xml).parse();
}

result<selector> selector_parser::parse() {
  skip_space();
  if (!is_at_end() && text_.substr(at_) != ".") {
    do read_path();
    while (take(","));
    if (!is_at_end())
      refuse("this is not understood: write steps as `div.name`, with `/` or `//` between them");
  }
  if (!error_.empty()) return fail(errc::configuration, std::move(error_));
  return std::move(made_);
}

void selector_parser::refuse(std::string_view what) {
  if (error_.empty())
    error_ = "the selector \"" + std::string(text_) + "\", column " + std::to_string(at_ + 1) + ": " +
             std::string(what);
}

void selector_parser::skip_space() {
  while (at_ < text_.size() && rdfa::is_html_space(text_[at_])) ++at_;
}

bool selector_parser::take(std::string_view expected) {
  if (is_at_end() || !text_.substr(at_).starts_with(expected)) return false;
  at_ += expected.size();
  return true;
}

/// What stands between two steps, or before the first.
selector_parser::separator selector_parser::read_separator(bool is_first) {
  const auto before = at_;
  skip_space();
  auto found = separator::end;
  if (take("//"))
    found = separator::within;
  else if (take("/") || take(">"))
    found = separator::child;
  else if (is_first || (at_ > before && !is_at_end() && peek() != ','))
    found = is_first ? separator::none : separator::within;
  skip_space();
  if (peek() == '+' || peek() == '~')
    refuse("siblings (`+` and `~`) are not known: name the element itself, as with `:nth-child(2)`");
  return found;
}

void selector_parser::read_path() {
  const auto first = made_.steps_.size();
  auto between = read_separator(true);
  if (take(".//"))
    between = separator::within;
  else if (take("./"))
    between = separator::child;
  if (peek() == '@' && between != separator::within) {  // of the context
    ++at_;
    if (!made_.steps_.empty() || !made_.attribute_.empty())
      return refuse("an attribute of the context itself has no alternatives: write one field for each");
    made_.attribute_ = read_name("an attribute");
    skip_space();
    if (peek() == ',')
      refuse("an attribute of the context itself has no alternatives: write one field for each");
    return;
  }
  do {
    if (peek() == '@') {
      if (between == separator::within)
        add_step(step_test{{}, 0, !is_xml_, {}, {}, {}, false, {}}, between, made_.steps_.size() == first);
      ++at_;
      made_.steps_.back().attribute = read_name("an attribute");
      skip_space();
      if (!is_at_end() && peek() != ',') refuse("an attribute is the last step of a path");
      break;
    }
    add_step(read_step(), between, made_.steps_.size() == first);
    between = read_separator(false);
  } while (error_.empty() && between != separator::end);
  if (made_.steps_.size() > first) made_.finals_ |= std::uint64_t{1} << (made_.steps_.size() - 1);
}

void selector_parser::add_step(step_test step, separator before, bool is_first) {
  if (made_.steps_.size() == selector::most_steps) return refuse("more than 64 steps: write a shorter path");
  const auto bit = std::uint64_t{1} << made_.steps_.size();
  if (is_first) made_.firsts_ |= bit;
  if (before == separator::child) made_.children_ |= bit;
  made_.steps_.push_back(std::move(step));
}

void selector_parser::set_name(step_test& step, std::string name) const {
  const auto local = std::string_view(name).substr(name.find(':') + 1);
  step.name_hash = rdfa::name_hash(local, !is_xml_);
  step.name = std::move(name);
}

std::string selector_parser::read_name(std::string_view what) {
  std::string name;
  const auto read_part = [&] {
    while (!is_at_end() && (is_selector_name(peek()) || peek() == '\\')) {
      if (peek() == '\\') ++at_;
      if (!is_at_end()) name += text_[at_++];
    }
  };
  read_part();
  if (name.empty()) {
    refuse("the name of " + std::string(what) + " is missing");
    return name;
  }
  // `dc|title` and `dc:title`; `a:first-child` is no prefix.
  const auto rest = text_.substr(at_);
  if (what == "an element" && (rest.starts_with("|*") || (is_xml_ && rest.starts_with(":*")))) {
    at_ += 2;
    name += ":*";
  } else if (rest.starts_with('|') && rest.size() > 1 && is_selector_name(rest[1])) {
    ++at_;
    name += ':';
    read_part();
  } else if (what == "an attribute" && rest.starts_with(':')) {
    ++at_;
    name += ':';
    read_part();
  }
  return name;
}

step_test selector_parser::read_step() {
  step_test step;
  step.folds_case = !is_xml_;
  const auto begin = at_;
  // Any prefix, as a name without one has it.
  if (take("*|") && peek() != '*' && !is_selector_name(peek()) && peek() != '\\')
    refuse("the name of an element is missing");
  if (peek() == '|' || peek() == '{')
    refuse(
        "a namespace is not asked for itself: write the prefix of the document, as `dc|title`, or the name "
        "alone, "
        "which has any prefix");
  if (take("*")) {
  } else if (is_selector_name(peek()) || peek() == '\\') {
    auto name = read_name("an element");
    static constexpr std::string_view conditions[] = {
        "first-child", "last-child", "only-child", "nth-child", "nth-last-child", "not", "empty"};
    const auto rest = text_.substr(std::min(at_ + 1, text_.size()));
    const auto word = rest.substr(
        0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_selector_name) - rest.begin()));
    if (is_xml_ && peek() == ':' && !word.empty() &&
        std::ranges::find(conditions, word) == std::end(conditions)) {
      at_ += 1 + word.size();
      name += ':' + std::string(word);
    }
    set_name(step, std::move(name));
  }
  if (peek() == '(')
    refuse(
        "functions of XPath are not known: the value of an element is its text, `title` has any prefix, and "
        "`*[2]` is the second element");
  read_tests(step);
  if (at_ == begin)
    refuse("a step is missing: write the name of an element, as `div`, or `.class`, `#id`, `*`");
  return step;
}

void selector_parser::read_tests(step_test& step) {
  while (error_.empty()) {
    if (take("#"))
      step.attributes.push_back({"id", read_name("an id"), '='});
    else if (take("."))
      step.attributes.push_back({"class", read_name("a class"), '~'});
    else if (take("["))
      read_bracket(step);
    else if (take(":"))
      read_condition(step);
    else
      return;
  }
}

std::string selector_parser::read_value() {
  std::string value;
  if (peek() == '"' || peek() == '\'') {
    const char quote = text_[at_++];
    while (!is_at_end() && peek() != quote) {
      if (peek() == '\\') ++at_;
      if (!is_at_end()) value += text_[at_++];
    }
    if (is_at_end()) refuse("the quote is not closed");
    ++at_;
    return value;
  }
  while (!is_at_end() && peek() != ']' && !rdfa::is_html_space(peek())) value += text_[at_++];
  return value;
}

/// `[@href^="http"]`, `[href]`, `[2]`.
void selector_parser::read_bracket(step_test& step) {
  skip_space();
  if (peek() >= '0' && peek() <= '9') {
    std::int32_t number = 0;
    const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    at_ = static_cast<std::size_t>(read.ptr - text_.data());
    step.places.push_back({0, number, false});
    if (number == 0) refuse("elements are counted from 1");
  } else {
    take("@");
    attribute_test test{read_name("an attribute"), {}, 0};
    skip_space();
    if (std::string_view("~|^$*!").find(peek()) != std::string_view::npos && peek() != 0)
      test.operation = text_[at_++];
    if (take("="))
      test.operation = test.operation == 0 ? '=' : test.operation;
    else if (test.operation != 0)
      refuse("`=` is missing");
    skip_space();
    if (test.operation != 0) test.value = read_value();
    step.attributes.push_back(std::move(test));
  }
  skip_space();
  if (error_.empty() && !take("]"))
    refuse("`]` is missing: write `[name]`, `[name=\"value\"]`, `[name~=word]`");
}

void selector_parser::read_condition(step_test& step) {
  const auto begin = at_;
  std::string name;
  while (!is_at_end() && is_selector_name(peek())) name += text_[at_++];
  if (name == "first-child" || name == "only-child") step.places.push_back({0, 1, false});
  if (name == "last-child" || name == "only-child") step.places.push_back({0, 1, true});
  if (name == "empty") step.is_empty = true;
  if (name == "first-child" || name == "last-child" || name == "only-child" || name == "empty") return;
  if ((name == "nth-child" || name == "nth-last-child" || name == "not") && take("(")) {
    skip_space();
    if (name == "not") {
      do {
        skip_space();
        step.excluded.push_back(read_step());
        skip_space();
      } while (take(","));
    } else {
      read_position(step, name);
    }
    skip_space();
    if (error_.empty() && !take(")")) refuse("`)` is missing");
    return;
  }
  at_ = begin;
  refuse("`:" + name +
         "` is not known: use :first-child, :last-child, :only-child, :nth-child(2), :nth-last-child(2), "
         ":empty, :not(…)" +
         (is_xml_ ? ", or `prefix|name` for a name with a prefix" : ""));
}

/// `2`, `odd`, `even`, `2n`, `-n+3`, `2n + 1`.
void selector_parser::read_position(step_test& step, std::string_view name) {
  step_test::place place;
  place.from_end = name == "nth-last-child";
  const auto end = std::min(text_.find(')', at_), text_.size());
  std::string form;
  for (const char c : text_.substr(at_, end - at_))
    if (!rdfa::is_html_space(c)) form += c;
  if (form == "odd") form = "2n+1";
  if (form == "even") form = "2n";
  const auto number = [&](std::string_view digits, std::int32_t& out) {
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && out > -1'000'000'000 &&
           out < 1'000'000'000;
  };
  const auto letter = form.find('n');
  bool is_right = !form.empty();
  if (letter == std::string::npos) {
    is_right = number(form, place.offset);
  } else {
    const auto times = std::string_view(form).substr(0, letter),
               rest = std::string_view(form).substr(letter + 1);
    if (times.empty() || times == "+" || times == "-")
      place.step = times == "-" ? -1 : 1;
    else
      is_right = number(times, place.step);
    is_right = is_right && (rest.empty() || number(rest, place.offset));
  }
  if (!is_right) return refuse("write a number, `odd`, `even`, or a form as `2n+1`");
  at_ = end;
  step.places.push_back(place);
}

}  // namespace laundromat::markup
