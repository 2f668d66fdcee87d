// Reads Accept and Accept-Encoding, and weighs what is offered.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/accept.hpp"

#include <algorithm>

#include "core/http/field_list.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_elements = 64, most_parameters = 16;

// A weight in thousandths: `0`, `0.5`, `1.000`; at most three digits count.
int parse_weight(std::string_view text) {
  constexpr int whole = 1'000;
  if (text.empty() || (text[0] != '0' && text[0] != '1') || (text.size() > 1 && text[1] != '.')) return whole;
  if (text[0] == '1') return whole;
  int weight = 0, unit = 100;
  for (const char c : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (!is_digit(c)) return whole;
    weight += unit * (c - '0');
    unit /= 10;
  }
  return weight;
}

struct weighted_part {
  std::string_view name;
  std::vector<std::pair<std::string, std::string>> parameters;
  int weight = 1'000;
};

// `name; a=b; q=0.5; extension`: what follows the weight has no meaning any more (RFC 9110 section 12.5.1).
weighted_part parse_weighted(std::string_view element) {
  weighted_part out;
  const auto parts = divide_field(element, ';', most_parameters);
  if (parts.empty() || element.front() == ';') return out;
  out.name = parts.front();
  for (const auto part : std::span{parts}.subspan(1)) {
    const auto equals = part.find('=');
    const auto name = lower_case(trim(part.substr(0, equals)));
    const auto value = equals == std::string_view::npos ? std::string_view{} : trim(part.substr(equals + 1));
    if (name == "q") {
      out.weight = parse_weight(value);
      break;
    }
    if (is_token(name)) out.parameters.emplace_back(name, unquoted(value));
  }
  return out;
}

std::optional<media_range> parse_range(std::string_view element) {
  auto part = parse_weighted(element);
  const auto slash = part.name.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  media_range range{lower_case(part.name.substr(0, slash)), lower_case(part.name.substr(slash + 1)),
                    std::move(part.parameters), part.weight};
  if (!is_token(range.type) || !is_token(range.subtype) || (range.type == "*" && range.subtype != "*"))
    return std::nullopt;
  return range;
}

// How specific a range is that matches; -1 when it does not.
int specificity(const media_range& range, const media_range& type) {
  if (range.type == "*") return range.parameters.empty() ? 0 : -1;
  if (range.type != type.type) return -1;
  if (range.subtype == "*") return range.parameters.empty() ? 1 : -1;
  if (range.subtype != type.subtype) return -1;
  for (const auto& [name, value] : range.parameters)
    if (std::ranges::none_of(type.parameters, [&, &key = name, &wanted = value](const auto& has) {
          return has.first == key && equals_ignoring_case(has.second, wanted);
        }))
      return -1;
  return 2 + static_cast<int>(range.parameters.size());
}

// `identity` needs no mention, and is then the last choice; `*` is any coding that is not named.
int weight_of_coding(std::string_view name, std::span<const accepted_coding> codings) {
  std::optional<int> of_others;
  for (const auto& coding : codings) {
    if (equals_ignoring_case(coding.name, name)) return coding.weight;
    if (coding.name == "*" && !of_others) of_others = coding.weight;
  }
  return of_others.value_or(equals_ignoring_case(name, "identity") ? 1 : 0);
}

template <class Weigh>
std::optional<std::size_t> heaviest(std::span<const std::string_view> offered, Weigh weigh) {
  std::optional<std::size_t> best;
  int most = 0;
  for (std::size_t i = 0; i < offered.size(); ++i)
    if (const int weight = weigh(offered[i]); weight > most) {
      most = weight;
      best = i;
    }
  return best;
}

}  // namespace

std::vector<media_range> parse_accept(std::string_view value) {
  std::vector<media_range> ranges;
  for (const auto element : divide_field(value, ',', most_elements))
    if (auto range = parse_range(element)) ranges.push_back(std::move(*range));
  return ranges;
}

std::vector<accepted_coding> parse_accept_encoding(std::string_view value) {
  std::vector<accepted_coding> codings;
  for (const auto element : divide_field(value, ',', most_elements)) {
    const auto part = parse_weighted(element);
    if (is_token(part.name)) codings.push_back({lower_case(part.name), part.weight});
  }
  return codings;
}

int weight_of(std::string_view media_type, std::span<const media_range> ranges) {
  const auto type = parse_range(media_type);
  if (!type) return 0;
  int weight = 0, most_specific = -1;
  for (const auto& range : ranges)
    if (const int specific = specificity(range, *type); specific > most_specific) {
      most_specific = specific;
      weight = range.weight;
    }
  return weight;
}

std::optional<std::size_t> choose_media_type(std::span<const std::string_view> offered,
                                             std::string_view accept) {
  const auto ranges = parse_accept(accept);
  if (ranges.empty()) return offered.empty() ? std::nullopt : std::optional<std::size_t>{0};
  return heaviest(offered, [&](std::string_view type) { return weight_of(type, ranges); });
}

std::optional<std::size_t> choose_coding(std::span<const std::string_view> offered,
                                         std::optional<std::string_view> accept_encoding) {
  if (accept_encoding) {
    const auto codings = parse_accept_encoding(*accept_encoding);
    return heaviest(offered, [&](std::string_view name) { return weight_of_coding(name, codings); });
  }
  if (offered.empty()) return std::nullopt;
  const auto plain = std::ranges::find_if(
      offered, [](std::string_view name) { return equals_ignoring_case(name, "identity"); });
  return plain == offered.end() ? 0 : static_cast<std::size_t>(plain - offered.begin());
}

}  // namespace laundromat
