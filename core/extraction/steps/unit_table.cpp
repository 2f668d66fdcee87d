// Implements unit_table: reads codes of UCUM by their grammar; names of QUDT are turned into codes.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/unit_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/extraction/steps/qudt_name.hpp"

namespace laundromat {

namespace {

/// Exponents of metre, gram, second, kelvin, radian and bit.
using unit_dimensions = std::array<int, 6>;

struct unit_atom {
  std::string_view code;
  bool is_metric;           ///< takes prefixes
  std::string_view factor;  ///< how many of the base units it is
  unit_dimensions of;
  std::string_view below = "1";   ///< `factor` is divided by it
  std::string_view offset = "0";  ///< what is added before `factor` applies
};

constexpr unit_dimensions length{1}, area{2}, volume{3}, mass{0, 1}, duration{0, 0, 1}, heat{0, 0, 0, 1},
    angle{0, 0, 0, 0, 1}, bits{0, 0, 0, 0, 0, 1}, speed{1, 0, -1}, force{1, 1, -2}, pressure{-1, 1, -2},
    energy{2, 1, -2}, power{2, 1, -3}, frequency{0, 0, -1}, none{};
constexpr std::string_view pi = "3.14159265358979323846264338328";

constexpr unit_atom atoms[] = {
    {"m", true, "1", length},
    {"[in_i]", false, "0.0254", length},
    {"[ft_i]", false, "0.3048", length},
    {"[yd_i]", false, "0.9144", length},
    {"[mi_i]", false, "1609.344", length},
    {"[nmi_i]", false, "1852", length},
    {"[fth_i]", false, "1.8288", length},
    {"Ao", false, "1e-10", length},
    {"AU", false, "149597870700", length},
    {"[ly]", true, "9460730472580800", length},
    {"pc", true, "3.085678e16", length},
    {"g", true, "1", mass},
    {"t", true, "1e6", mass},
    {"[lb_av]", false, "453.59237", mass},
    {"[oz_av]", false, "28.349523125", mass},
    {"[gr]", false, "0.06479891", mass},
    {"[stone_av]", false, "6350.29318", mass},
    {"[ston_av]", false, "907184.74", mass},
    {"[lton_av]", false, "1016046.9088", mass},
    {"[oz_tr]", false, "31.1034768", mass},
    {"[car_m]", false, "0.2", mass},
    {"s", true, "1", duration},
    {"min", false, "60", duration},
    {"h", false, "3600", duration},
    {"d", false, "86400", duration},
    {"wk", false, "604800", duration},
    {"mo", false, "2629800", duration},
    {"a", false, "31557600", duration},
    {"Hz", true, "1", frequency},
    {"K", true, "1", heat},
    {"Cel", false, "1", heat, "1", "273.15"},
    {"[degF]", false, "5", heat, "9", "459.67"},
    {"[degR]", false, "5", heat, "9"},
    {"ar", true, "100", area},
    {"[acr_i]", false, "4046.8564224", area},  // not of UCUM: the acre of QUDT
    {"[acr_us]", false, "62726400000", area, "15499969"},
    {"[sft_i]", false, "0.09290304", area},
    {"[sin_i]", false, "0.00064516", area},
    {"[syd_i]", false, "0.83612736", area},
    {"L", true, "0.001", volume},
    {"l", true, "0.001", volume},
    {"[gal_us]", false, "0.003785411784", volume},
    {"[qt_us]", false, "0.000946352946", volume},
    {"[pt_us]", false, "0.000473176473", volume},
    {"[foz_us]", false, "0.0000295735295625", volume},
    {"[cup_us]", false, "0.0002365882365", volume},
    {"[tbs_us]", false, "0.00001478676478125", volume},
    {"[tsp_us]", false, "0.00000492892159375", volume},
    {"[bbl_us]", false, "0.158987294928", volume},
    {"[gal_br]", false, "0.00454609", volume},
    {"[pt_br]", false, "0.00056826125", volume},
    {"[foz_br]", false, "0.0000284130625", volume},
    {"[cft_i]", false, "0.028316846592", volume},
    {"[cin_i]", false, "0.000016387064", volume},
    {"[cyd_i]", false, "0.764554857984", volume},
    {"[kn_i]", false, "1852", speed, "3600"},
    {"N", true, "1000", force},
    {"[lbf_av]", false, "4448.2216152605", force},
    {"Pa", true, "1000", pressure},
    {"bar", true, "1e8", pressure},
    {"atm", false, "101325000", pressure},
    {"[psi]", false, "4448.2216152605", pressure, "0.00064516"},
    {"m[Hg]", true, "133322387.415", pressure},
    {"J", true, "1000", energy},
    {"cal", true, "4184", energy},
    {"[Cal]", false, "4184000", energy},
    {"eV", true, "1.602176634e-16", energy},
    {"[Btu_IT]", false, "1055055.85262", energy},
    {"W", true, "1000", power},
    {"[HP]", false, "745699.87158227022", power},
    {"rad", true, "1", angle},
    {"deg", false, pi, angle, "180"},
    {"'", false, pi, angle, "10800"},
    {"''", false, pi, angle, "648000"},
    {"gon", false, pi, angle, "200"},
    {"circ", false, pi, angle, "0.5"},
    {"bit", true, "1", bits},
    {"By", true, "8", bits},
    {"%", false, "0.01", none},
};

struct unit_prefix {
  std::string_view code, factor;
};
constexpr unit_prefix prefixes[] = {
    {"Ki", "1024"}, {"Mi", "1048576"}, {"Gi", "1073741824"}, {"Ti", "1099511627776"},
    {"da", "10"},   {"Y", "1e24"},     {"Z", "1e21"},        {"E", "1e18"},
    {"P", "1e15"},  {"T", "1e12"},     {"G", "1e9"},         {"M", "1e6"},
    {"k", "1e3"},   {"h", "100"},      {"d", "0.1"},         {"c", "0.01"},
    {"m", "1e-3"},  {"u", "1e-6"},     {"n", "1e-9"},        {"p", "1e-12"},
    {"f", "1e-15"}, {"a", "1e-18"},
};

struct known_unit {
  big_ratio factor{big_whole{1}}, offset;
  unit_dimensions of{};
};

big_ratio number(std::string_view text) {
  return *big_ratio::from_decimal(text);
}

const unit_atom* find_atom(std::string_view code) {
  const auto* const found = std::ranges::find(atoms, code, &unit_atom::code);
  return found == std::end(atoms) ? nullptr : found;
}

/// A unit with or without prefix.
std::optional<known_unit> read_simple(std::string_view code) {
  const auto make = [](const unit_atom& atom, std::string_view prefix) {
    return known_unit{number(atom.factor) / number(atom.below) * number(prefix), number(atom.offset),
                      atom.of};
  };
  if (const auto* const atom = find_atom(code)) return make(*atom, "1");
  for (const auto& prefix : prefixes) {
    if (!code.starts_with(prefix.code)) continue;
    const auto* const atom = find_atom(code.substr(prefix.code.size()));
    const bool is_binary = prefix.code.size() == 2 && prefix.code.back() == 'i';
    if (atom != nullptr && atom->is_metric && (!is_binary || atom->of == bits))
      return make(*atom, prefix.factor);
  }
  return std::nullopt;
}

/// Takes the exponent off the end of a component: 1 without one, 0 for one that is not from -4 to 4.
int take_exponent(std::string_view& code) {
  if (code.empty() || code.back() < '1' || code.back() > '9') return 1;
  int exponent = code.back() - '0';
  code.remove_suffix(1);
  if (code.ends_with('-') || code.ends_with('+')) {
    if (code.back() == '-') exponent = -exponent;
    code.remove_suffix(1);
  }
  return exponent <= 4 && exponent >= -4 ? exponent : 0;
}

/// A term of UCUM without brackets: components with `.` and `/` between them.
std::optional<known_unit> read_code(std::string_view code) {
  known_unit made;
  bool divides = false, is_only = true;
  for (std::size_t at = 0; at <= code.size();) {
    auto end = std::min(code.find_first_of("./", at), code.size());
    auto name = code.substr(at, end - at);
    const auto exponent = take_exponent(name);
    is_only = is_only && at == 0 && end == code.size() && exponent == 1;
    if (name.empty() && at == 0 && end < code.size()) {  // as in `/min`
    } else {
      const auto found = read_simple(name);
      if (!found || exponent == 0 || (!is_only && !found->offset.above.is_zero())) return std::nullopt;
      const int times = divides ? -exponent : exponent;
      for (int i = 0; i < std::abs(times); ++i)
        made.factor = times > 0 ? made.factor * found->factor : made.factor / found->factor;
      for (std::size_t i = 0; i < made.of.size(); ++i) made.of[i] += times * found->of[i];
      made.offset = found->offset;
    }
    if (end == code.size()) return made;
    divides = code[end] == '/';
    at = end + 1;
  }
  return std::nullopt;
}

result<known_unit> read_unit(std::string_view text) {
  if (auto found = read_code(text)) return *std::move(found);
  if (const auto code = ucum_code(text); !code.empty())
    if (auto found = read_code(code)) return *std::move(found);
  return fail(errc::configuration, "the unit \"" + std::string(text) +
                                       "\" is not known: give a code of UCUM, as `km/h` or `[lb_av]`, or a "
                                       "name of QUDT, as `KiloM-PER-HR`");
}

/// For messages: the name of a usual kind.
std::string describe(const unit_dimensions& of) {
  static constexpr std::pair<unit_dimensions, std::string_view> kinds[] = {
      {length, "a length"}, {area, "an area"},          {volume, "a volume"},     {mass, "a mass"},
      {duration, "a time"}, {heat, "a temperature"},    {angle, "an angle"},      {bits, "an amount of data"},
      {speed, "a speed"},   {force, "a force"},         {pressure, "a pressure"}, {energy, "an energy"},
      {power, "a power"},   {frequency, "a frequency"}, {none, "a number"}};
  for (const auto& [kind, name] : kinds)
    if (kind == of) return std::string(name);
  return "something else";
}

}  // namespace

result<unit_conversion> find_conversion(std::string_view from, std::string_view to) {
  const auto one = read_unit(from);
  if (!one) return tl::unexpected(one.error());
  const auto other = read_unit(to);
  if (!other) return tl::unexpected(other.error());
  if (one->of != other->of)
    return fail(errc::configuration, "the unit \"" + std::string(from) + "\" is of " + describe(one->of) +
                                         ", and \"" + std::string(to) + "\" of " + describe(other->of) +
                                         ": give two units of one kind");
  unit_conversion made;
  made.factor = one->factor / other->factor;
  made.shift = one->offset * made.factor - other->offset;
  return made;
}

std::optional<std::string> unit_conversion::convert(std::string_view digits) const {
  const auto value = big_ratio::from_decimal(digits);
  if (!value) return std::nullopt;
  const auto mantissa = digits.substr(0, digits.find_first_of("eE"));
  const auto first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  const auto written = static_cast<std::uint32_t>(
      std::ranges::count_if(mantissa.substr(first), [](char c) { return c >= '0' && c <= '9'; }));
  const auto most = std::max<std::uint32_t>(written, 15);
  return to_decimal(*value * factor + shift, std::max<std::uint32_t>(written + 3, 15),
                    std::clamp<std::uint32_t>(written + 3, 6, most));
}

}  // namespace laundromat
