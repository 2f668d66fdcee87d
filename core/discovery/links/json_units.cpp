// Builds values from the events of nlohmann's parser, and drops them when they are handed out.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/json_units.hpp"

#include <iterator>
#include <utility>
#include <vector>

namespace laundromat {

namespace {

using nlohmann::json;

/// Bytes of a source one by one, with a count of lines.
class source_text {
 public:
  source_text(byte_source& source, std::uint64_t most_bytes) : source_(source), left_(most_bytes) {}

  [[nodiscard]] bool at_end() {
    if (at_ < size_) return false;
    if (is_over_) return true;
    fill();
    return at_ >= size_;
  }
  [[nodiscard]] char current() const { return buffer_[at_]; }
  void advance() {
    if (buffer_[at_] == '\n') ++line_;
    ++at_;
  }
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] bool is_too_long() const { return is_too_long_; }
  [[nodiscard]] const result<void>& outcome() const { return outcome_; }

 private:
  void fill() {
    at_ = size_ = 0;
    const auto got = source_.read(buffer_);
    if (!got) outcome_ = tl::unexpected(got.error());
    const std::uint64_t bytes = got ? *got : 0;
    if (bytes > left_) is_too_long_ = true;
    size_ = static_cast<std::size_t>(std::min(bytes, left_));
    left_ -= size_;
    is_over_ = bytes == 0 || is_too_long_;
  }

  byte_source& source_;
  std::uint64_t left_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{64} << 10);
  std::size_t at_ = 0, size_ = 0;
  std::uint64_t line_ = 1;
  bool is_over_ = false, is_too_long_ = false;
  result<void> outcome_;
};

class text_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  explicit text_iterator(source_text* text = nullptr) : text_(text) {}
  char operator*() const { return text_->current(); }
  text_iterator& operator++() {
    text_->advance();
    return *this;
  }
  /// Only ever compared with the end.
  friend bool operator==(const text_iterator& a, const text_iterator& b) {
    return (a.text_ == nullptr || a.text_->at_end()) == (b.text_ == nullptr || b.text_->at_end());
  }

 private:
  source_text* text_;
};

class unit_builder final : public nlohmann::json_sax<json> {
 public:
  unit_builder(json_unit_handler& handler, const json_limits& limits, source_text& text)
      : handler_(handler), limits_(limits), text_(text) {}

  bool null() override { return take(nullptr); }
  bool boolean(bool value) override { return take(value); }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override { return take(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return take(value); }
  bool string(string_t& value) override {
    const auto bytes = value.size();
    return take(std::move(value), bytes);
  }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*elements*/) override { return open(true); }
  bool start_array(std::size_t /*elements*/) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!frames_.empty()) frames_.back().key = std::move(name);
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& last_token,
                   const nlohmann::detail::exception& /*why*/) override {
    error_ = "the JSON text is broken at `" + last_token.substr(0, 80) + "`";
    error_line_ = text_.line();
    return false;
  }

  json_reading finish(bool is_parsed) {
    while (!frames_.empty()) close(true);
    out_.is_whole = is_parsed && !text_.is_too_long();
    out_.is_too_long = text_.is_too_long();
    if (!out_.is_too_long) {
      out_.error = std::move(error_);
      out_.error_line = error_line_;
    }
    return std::move(out_);
  }

 private:
  struct frame {
    json value;
    std::string key;  ///< of the member at hand
    std::uint64_t line = 0;
    bool is_unit = false, is_dropped = false;
  };

  /// Whether the budget of the unit, or of the rest, allows so many more bytes.
  bool has_room(std::uint64_t bytes) {
    auto& used = unit_depth_ != 0 ? unit_bytes_ : rest_bytes_;
    constexpr std::uint64_t bytes_of_value = 64;
    used += bytes + bytes_of_value;
    if (used <= limits_.unit_bytes) return true;
    if (unit_depth_ != 0)
      is_unit_too_large_ = true;
    else
      out_.lost_values = true;
    return false;
  }

  bool take(json value, std::size_t bytes = 0) {
    if (frames_.empty()) {
      out_.rest = std::move(value);
      return true;
    }
    attach(std::move(value), bytes);
    return true;
  }

  void attach(json value, std::size_t bytes) {
    auto& into = frames_.back();
    if (into.is_dropped || !has_room(bytes + into.key.size())) return;
    if (into.value.is_array())
      into.value.push_back(std::move(value));
    else
      into.value[into.key] = std::move(value);
  }

  bool open(bool is_object) {
    frame made;
    made.value = is_object ? json::object() : json::array();
    made.line = text_.line();
    if (frames_.size() >= limits_.nesting || (!frames_.empty() && frames_.back().is_dropped)) {
      made.is_dropped = true;
      out_.lost_values = true;
    }
    if (!frames_.empty()) path_.push_back(frames_.back().value.is_array() ? "[]" : frames_.back().key);
    if (unit_depth_ == 0 && !made.is_dropped && handler_.is_unit(path_, is_object)) {
      made.is_unit = true;
      unit_depth_ = frames_.size() + 1;
      unit_bytes_ = 0;
      is_unit_too_large_ = false;
    }
    frames_.push_back(std::move(made));
    return true;
  }

  bool close(bool is_cut = false) {
    auto done = std::move(frames_.back());
    frames_.pop_back();
    if (done.is_unit) {
      unit_depth_ = 0;
      if (is_unit_too_large_)
        handler_.on_large_unit(path_, done.line);
      else if (!is_cut)
        handler_.on_unit(path_, std::move(done.value), done.line);
    } else if (frames_.empty()) {
      out_.rest = std::move(done.value);
    } else if (!done.is_dropped && !(is_cut && unit_depth_ != 0)) {
      attach(std::move(done.value), 0);
    }
    if (!path_.empty()) path_.pop_back();
    return true;
  }

  json_unit_handler& handler_;
  const json_limits& limits_;
  source_text& text_;
  std::vector<frame> frames_;  ///< the open objects and arrays
  std::vector<std::string> path_;
  std::size_t unit_depth_ = 0;  ///< the number of frames with the unit at hand; 0 outside
  std::uint64_t unit_bytes_ = 0, rest_bytes_ = 0;
  bool is_unit_too_large_ = false;
  json_reading out_;
  std::string error_;
  std::uint64_t error_line_ = 0;
};

}  // namespace

result<json_reading> read_json_units(byte_source& source, json_unit_handler& handler,
                                     const json_limits& limits) {
  source_text text{source, limits.bytes};
  unit_builder builder{handler, limits, text};
  const bool is_parsed = json::sax_parse(text_iterator{&text}, text_iterator{}, &builder);
  if (!text.outcome()) return tl::unexpected(text.outcome().error());
  return builder.finish(is_parsed);
}

std::string text_of(const json& object, std::string_view key) {
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace laundromat
