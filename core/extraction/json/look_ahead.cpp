// Implements look_ahead: a loop over tokens with a stack of brackets; and its memory.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/look_ahead.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat {

namespace {

class token_walk {
 public:
  token_walk(std::string_view text, std::string open, bool begins_behind_value, bool has_roots)
      : text_(text),
        open_(std::move(open)),
        depth_(open_.size()),
        next_(begins_behind_value ? want::mark : want::value),
        has_roots_(has_roots) {}

  [[nodiscard]] lookahead_result walk(bool is_last, std::size_t limit) {
    while (true) {
      const auto gap = at_;
      while (at_ < text_.size() && (is_white_space(text_[at_]) || (open_.empty() && text_[at_] == '\x1E')))
        ++at_;
      if (open_.empty() && next_ == want::mark) {
        next_ = want::value;
        const bool is_apart =
            has_roots_ && text_.substr(gap, at_ - gap).find_first_of("\r\n\x1E") != text_.npos;
        if (result_.has_left && at_ < text_.size() && !is_apart) return end(status::invalid);
      }
      if (at_ >= limit) return end(status::limit_reached);
      if (at_ == text_.size()) {
        const bool is_complete = open_.empty() && next_ == want::value;
        return end(!is_last ? status::incomplete : is_complete ? status::complete : status::invalid);
      }
      if (!take_token()) return end(is_cut_ && !is_last ? status::incomplete : status::invalid);
    }
  }

 private:
  using status = lookahead_result::status;
  enum class want : std::uint8_t { value, first_value, key, first_key, mark };

  lookahead_result end(status is) {
    result_.is = is;
    result_.end = at_;
    return std::move(result_);
  }

  bool take_token() {
    const char c = text_[at_];
    switch (next_) {
      case want::first_value:
        if (c == ']') return close();
        [[fallthrough]];
      case want::value:
        return take_value(c);
      case want::first_key:
        if (c == '}') return close();
        [[fallthrough]];
      case want::key:
        return take_key(c);
      case want::mark:
        break;
    }
    const bool is_map = open_.back() == '{';
    if (c == ',') return ++at_, next_ = is_map ? want::key : want::value, true;
    return c == (is_map ? '}' : ']') && close();
  }

  bool take_value(char c) {
    if (open_.size() == depth_ && !result_.has_left) result_.begins.push_back(at_);
    if (c == '{' || c == '[') {
      open_ += c;
      ++at_;
      next_ = c == '{' ? want::first_key : want::first_value;
      return true;
    }
    if (!(c == '"' ? pass_string() : pass_word())) return false;
    return end_value();
  }

  bool take_key(char c) {
    if (c != '"' || !pass_string()) return false;
    while (at_ < text_.size() && is_white_space(text_[at_])) ++at_;
    is_cut_ = at_ == text_.size();
    if (is_cut_ || text_[at_] != ':') return false;
    ++at_;
    next_ = want::value;
    return true;
  }

  bool close() {
    open_.pop_back();
    ++at_;
    if (open_.size() < depth_) result_.has_left = true;
    return end_value();
  }

  bool end_value() {
    if (open_.size() == depth_ && !result_.has_left) result_.ends.push_back(at_);
    next_ = want::mark;
    return true;
  }

  bool pass_string() {
    const char* end = text_.data() + text_.size();
    const char* stop = text_.data() + at_ + 1;
    bool is_ascii = true;
    while ((stop = jsonld::find_string_end(stop, end, '"', is_ascii)) != end && *stop != '"') {
      if (*stop != '\\') return false;
      if (end - stop < 2) return is_cut_ = true, false;
      stop += 2;
    }
    if (stop == end) return is_cut_ = true, false;
    at_ = static_cast<std::size_t>(stop - text_.data()) + 1;
    return true;
  }

  bool pass_word() {
    const auto begin = at_;
    while (at_ < text_.size() && !is_white_space(text_[at_]) && !jsonld::is_json_delimiter(text_[at_]) &&
           text_[at_] != '\x1E')
      ++at_;
    if (at_ == text_.size()) is_cut_ = true;  // the rest may follow
    const auto word = text_.substr(begin, at_ - begin);
    if (word.empty()) return false;
    if (word == "true" || word == "false" || word == "null") return true;
    return (word[0] == '-' || (word[0] >= '0' && word[0] <= '9')) &&
           word.find_first_not_of("0123456789+-.eE") == word.npos;
  }

  std::string_view text_;
  std::string open_;
  std::size_t depth_;
  want next_;
  bool has_roots_;
  std::size_t at_ = 0;
  lookahead_result result_;
  bool is_cut_ = false;  ///< the token at hand may go on behind the text
};

}  // namespace

lookahead_result look_ahead(std::string_view text, std::string open, bool begins_behind_value, bool has_roots,
                            bool is_last, std::size_t limit) {
  return token_walk(text, std::move(open), begins_behind_value, has_roots).walk(is_last, limit);
}

bool lookahead_memory::find(std::uint64_t at, bool is_behind, const std::string& open, bool has_roots,
                            answer& found) const {
  if (at < base_ || has_roots != has_roots_ || open != open_) return false;
  if (result_.is == lookahead_result::status::limit_reached && at + least_bytes > base_ + result_.end)
    return false;
  const auto& places = is_behind ? result_.ends : result_.begins;
  const auto place = std::ranges::lower_bound(places, at - base_);
  if (place == places.end() || *place != at - base_) return false;
  found = from(static_cast<std::size_t>(place - places.begin()) + (is_behind ? 1 : 0));
  return true;
}

lookahead_memory::answer lookahead_memory::keep(std::uint64_t at, std::string open, bool has_roots,
                                                lookahead_result result) {
  base_ = at;
  open_ = std::move(open);
  has_roots_ = has_roots;
  result_ = std::move(result);
  return from(0);
}

/// What is seen behind the value that ended as number `ended`.
lookahead_memory::answer lookahead_memory::from(std::size_t ended) const {
  return {result_.is, result_.has_left, result_.ends.size() - ended,
          base_ + (result_.begins.empty() ? 0 : result_.begins.back())};
}

}  // namespace laundromat
