// Reads --key, --compare, --block and --threshold.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/reconcile_rules.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace laundromat {

namespace {

template <class Number>
std::optional<Number> number_of_text(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Cuts off what is behind the last colon; empty without one.
std::string_view cut_last(std::string_view& text) {
  const auto colon = text.rfind(':');
  if (colon == text.npos) return {};
  const auto last = text.substr(colon + 1);
  text = text.substr(0, colon);
  return last;
}

struct kind_name {
  std::string_view name;
  block_kind kind;
  std::size_t size;
};
constexpr kind_name block_kinds[] = {{"prefix", block_kind::prefix, 4},
                                     {"tokens", block_kind::tokens, 3},
                                     {"sorted", block_kind::sorted_neighbourhood, 10}};

class rule_reader {
 public:
  explicit rule_reader(const reconcile_options& options) : options_(options) {}

  result<duplicate_options> read() {
    for (const auto& one : options_.compare)
      if (auto done = add_compared(one); !done) return tl::unexpected(done.error());
    compared_ = made_.fields.size();
    for (const auto& name : options_.keys) add_key(name);
    for (const auto& one : options_.blocks)
      if (auto done = add_block(one); !done) return tl::unexpected(done.error());
    if (options_.blocks.empty())
      for (std::size_t i = 0; i < compared_; ++i)
        made_.blocks.push_back({i, block_kind::tokens, block_kinds[1].size});
    const auto threshold = number_of_text<double>(options_.threshold);
    if (!threshold || !(*threshold >= 0 && *threshold <= 1))
      return fail(errc::invalid_argument, "--threshold " + options_.threshold + " is no number from 0 to 1");
    made_.threshold = *threshold;
    return std::move(made_);
  }

 private:
  result<void> add_compared(std::string_view text) {
    auto name = text;
    double weight = 1;
    if (const auto given = number_of_text<double>(cut_last(name)))
      weight = *given;
    else
      name = text;
    if (name.empty() || !(weight > 0) || !(weight <= 1e6))
      return fail(errc::invalid_argument, "--compare " + std::string(text) +
                                              ": write a field, and a weight greater than 0 behind a colon: "
                                              "name:2");
    made_.fields.push_back({std::string(name), weight, false, {true, true}});
    return {};
  }
  /// A field that is only a key has no weight in the comparison of others.
  void add_key(const std::string& name) {
    constexpr double no_weight = 1e-9;
    const auto known = std::ranges::find(made_.fields, name, &compared_field::name);
    if (known != made_.fields.end())
      known->is_key = true;
    else
      made_.fields.push_back({name, compared_ == 0 ? 1 : no_weight, true, {}});
  }
  result<void> add_block(const std::string& text) {
    std::string_view rest = text;
    auto last = rest.find(':') == rest.npos ? std::exchange(rest, {}) : cut_last(rest);
    std::optional<std::size_t> size;
    if ((size = number_of_text<std::size_t>(last)))
      last = rest.find(':') == rest.npos ? std::exchange(rest, {}) : cut_last(rest);
    const auto* const kind = std::ranges::find(block_kinds, last, &kind_name::name);
    const auto field = std::ranges::find(made_.fields, rest, &compared_field::name);
    if (kind == std::end(block_kinds) || size == std::size_t{0} ||
        (!rest.empty() && field == made_.fields.end()))
      return fail(errc::invalid_argument,
                  "--block " + text +
                      ": write prefix, tokens or sorted, before it a field of --compare or --key, and behind "
                      "it a size: name:prefix:4");
    const auto add = [&](std::size_t number) {
      made_.blocks.push_back({number, kind->kind, size.value_or(kind->size)});
    };
    if (!rest.empty())
      add(static_cast<std::size_t>(field - made_.fields.begin()));
    else
      for (std::size_t i = 0; i < std::max<std::size_t>(compared_, 1); ++i) add(i);
    return {};
  }

  const reconcile_options& options_;
  duplicate_options made_;
  std::size_t compared_ = 0;  ///< of the fields, which come first
};

}  // namespace

result<duplicate_options> duplicate_rules(const reconcile_options& options) {
  if (options.keys.empty() && options.compare.empty() && options.with.empty())
    return fail(
        errc::invalid_argument,
        "name the fields by which records are the same: --key FIELD for equal ones, --compare FIELD for "
        "similar ones");
  if (options.keys.empty() && options.compare.empty() && options.label.empty())
    return fail(errc::invalid_argument, "--with needs the field that is looked up: --label FIELD");
  return rule_reader(options).read();
}

}  // namespace laundromat
