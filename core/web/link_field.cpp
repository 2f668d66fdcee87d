// Reads links front to back: a target in angle brackets, its parameters, the comma before the next one.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/link_field.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// The text of an RFC 8187 value: `UTF-8'en'%e2%82%ac`; empty for another character set.
std::string extended_value(std::string_view text) {
  const auto language = text.find('\'');
  const auto value = language == text.npos ? text.npos : text.find('\'', language + 1);
  if (value == text.npos) return {};
  const auto name = text.substr(0, language);
  auto bytes = percent_decode(text.substr(value + 1));
  if (equals_ignoring_case(name, "utf-8")) return bytes;
  if (!equals_ignoring_case(name, "iso-8859-1")) return {};
  std::string out;
  for (const char c : bytes) {
    if (!is_high(c)) {
      out += c;
      continue;
    }
    const auto code = static_cast<unsigned char>(c);
    out += static_cast<char>(0xC0U | (code >> 6U));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  }
  return out;
}

/// The parameters of a link that were met.
struct seen_parameters {
  bool relation = false, media_type = false, anchor = false, title = false, extended_title = false,
       language = false;
};

class link_reader {
 public:
  link_reader(std::string_view text, std::size_t most) : text_(text), most_(most) {}

  link_field read() {
    for (skip_separators(); at_ < text_.size(); skip_separators()) read_link();
    return std::move(found_);
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  void advance() {
    if (text_[at_] == '\n') ++line_;
    ++at_;
  }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) advance();
  }
  void skip_separators() {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',')) advance();
  }
  /// Up to one of `ends`, trimmed.
  std::string_view until(std::string_view ends) {
    const auto begin = at_;
    while (at_ < text_.size() && ends.find(text_[at_]) == ends.npos) advance();
    return trim(text_.substr(begin, at_ - begin));
  }

  void fault(std::uint64_t line, std::string message) {
    if (found_.faults.size() < most_)
      found_.faults.push_back({line, std::move(message)});
    else
      ++found_.left_out;
  }

  /// Passes over what is no link, up to the comma before the next one.
  void skip_link() {
    while (at_ < text_.size() && text_[at_] != ',') {
      if (text_[at_] == '"')
        quoted('"');
      else
        advance();
    }
  }

  std::string quoted(char quote) {
    std::string out;
    advance();
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) advance();
      out.push_back(text_[at_]);
      advance();
    }
    is_closed_ = at_ < text_.size();
    if (is_closed_) advance();
    return out;
  }

  void read_link() {
    const auto line = line_, begin = static_cast<std::uint64_t>(at_);
    const auto shown = [&] { return quoted_head(text_.substr(begin)); };
    if (!is_at('<')) {
      fault(line, "a link without angle brackets: " + shown() + "; it is not used");
      return skip_link();
    }
    advance();
    // A target has no angle bracket: where one begins before this one ends, its end is missing.
    const auto target = until("<>");
    if (!is_at('>')) {
      fault(line, "a link without the end of its target: " + shown() + "; it is not used");
      return;
    }
    advance();
    web_link link{std::string(target)};
    link.line = line;
    read_parameters(link);
    skip_space();
    if (at_ < text_.size() && !is_at(',')) {
      fault(line_, "unexpected text after a link: " + quoted_head(text_.substr(at_)) + "; it is passed over");
      skip_link();
    }
    if (found_.links.size() < most_)
      found_.links.push_back(std::move(link));
    else
      ++found_.left_out;
  }

  void read_parameters(web_link& link) {
    seen_parameters seen;
    std::string title, extended;
    for (skip_space(); is_at(';'); skip_space()) {
      advance();
      skip_space();
      const auto name = lower_case(until("=;,"));
      if (!is_at('=')) continue;
      advance();
      skip_space();
      std::string value;
      if (peek() == '"' || peek() == '\'') {
        const auto line = line_;
        value = quoted(peek());
        if (!is_closed_) fault(line, "the quoted value of `" + name.substr(0, 40) + "` has no end");
        until(";,");
      } else {
        value = until(";,");
      }
      take(name, std::move(value), link, seen, title, extended);
    }
    link.title = extended.empty() ? std::move(title) : std::move(extended);
  }

  static void take(std::string_view name, std::string value, web_link& link, seen_parameters& seen,
                   std::string& title, std::string& extended) {
    const auto is_first = [](bool& known) { return !std::exchange(known, true); };
    if (name == "rel" && is_first(seen.relation))
      link.relations = relation_types(value);
    else if (name == "type" && is_first(seen.media_type))
      link.media_type = lower_case(trim(std::string_view(value).substr(0, value.find(';'))));
    else if (name == "anchor" && is_first(seen.anchor))
      link.anchor = std::move(value);
    else if (name == "title" && is_first(seen.title))
      title = std::move(value);
    else if (name == "title*" && is_first(seen.extended_title))
      extended = extended_value(value);
    else if (name == "hreflang" && is_first(seen.language))
      link.language = std::move(value);
  }

  std::string_view text_;
  std::size_t most_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool is_closed_ = true;  ///< the last quoted value has its end
  link_field found_;
};

}  // namespace

bool web_link::has_relation(std::string_view name) const {
  return std::ranges::any_of(relations, [&](const auto& r) { return equals_ignoring_case(r, name); });
}

link_field read_link_field(std::string_view value, std::size_t most) {
  return link_reader{value, most}.read();
}

std::vector<web_link> parse_links(std::string_view value, std::size_t most) {
  return read_link_field(value, most).links;
}

std::vector<std::string> relation_types(std::string_view value) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < value.size();) {
    if (is_space(value[at])) {
      ++at;
      continue;
    }
    const auto begin = at;
    while (at < value.size() && !is_space(value[at])) ++at;
    const auto word = value.substr(begin, at - begin);
    auto name = word.find(':') == word.npos ? lower_case(word) : std::string(word);
    if (std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

}  // namespace laundromat
