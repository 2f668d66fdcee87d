// Implements qudt_name: a table of the words of QUDT.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/qudt_name.hpp"

#include <algorithm>
#include <utility>

namespace laundromat {

namespace {

using name_and_code = std::pair<std::string_view, std::string_view>;

constexpr name_and_code whole_names[] = {
    {"M", "m"},
    {"IN", "[in_i]"},
    {"FT", "[ft_i]"},
    {"YD", "[yd_i]"},
    {"MI", "[mi_i]"},
    {"MI_N", "[nmi_i]"},
    {"FATH", "[fth_i]"},
    {"ANGSTROM", "Ao"},
    {"AU", "AU"},
    {"LY", "[ly]"},
    {"PARSEC", "pc"},
    {"GM", "g"},
    {"TONNE", "t"},
    {"TON_Metric", "t"},
    {"LB", "[lb_av]"},
    {"LB_M", "[lb_av]"},
    {"OZ", "[oz_av]"},
    {"OZ_M", "[oz_av]"},
    {"GRAIN", "[gr]"},
    {"Stone_UK", "[stone_av]"},
    {"TON_SHORT", "[ston_av]"},
    {"TON_US", "[ston_av]"},
    {"TON_LONG", "[lton_av]"},
    {"TON_UK", "[lton_av]"},
    {"OZ_TROY", "[oz_tr]"},
    {"CARAT", "[car_m]"},
    {"SEC", "s"},
    {"MIN", "min"},
    {"HR", "h"},
    {"DAY", "d"},
    {"WK", "wk"},
    {"MO", "mo"},
    {"YR", "a"},
    {"HZ", "Hz"},
    {"K", "K"},
    {"DEG_C", "Cel"},
    {"DEG_F", "[degF]"},
    {"DEG_R", "[degR]"},
    {"ARE", "ar"},
    {"HA", "har"},
    {"AC", "[acr_i]"},
    {"L", "L"},
    {"GAL_US", "[gal_us]"},
    {"QT_US", "[qt_us]"},
    {"PINT_US", "[pt_us]"},
    {"OZ_VOL_US", "[foz_us]"},
    {"CUP_US", "[cup_us]"},
    {"TBSP", "[tbs_us]"},
    {"TSP", "[tsp_us]"},
    {"BBL_US_PET", "[bbl_us]"},
    {"GAL_UK", "[gal_br]"},
    {"GAL_IMP", "[gal_br]"},
    {"PINT_UK", "[pt_br]"},
    {"OZ_VOL_UK", "[foz_br]"},
    {"KN", "[kn_i]"},
    {"KNOT", "[kn_i]"},
    {"N", "N"},
    {"LB_F", "[lbf_av]"},
    {"PA", "Pa"},
    {"BAR", "bar"},
    {"ATM", "atm"},
    {"PSI", "[psi]"},
    {"MilliM_HG", "mm[Hg]"},
    {"CentiM_HG", "cm[Hg]"},
    {"J", "J"},
    {"CAL_TH", "cal"},
    {"CAL", "cal"},
    {"KiloCAL", "kcal"},
    {"EV", "eV"},
    {"BTU_IT", "[Btu_IT]"},
    {"W", "W"},
    {"HP", "[HP]"},
    {"RAD", "rad"},
    {"DEG", "deg"},
    {"ARCMIN", "'"},
    {"ARCSEC", "''"},
    {"GON", "gon"},
    {"GRAD", "gon"},
    {"REV", "circ"},
    {"BIT", "bit"},
    {"BYTE", "By"},
    {"KibiBYTE", "KiBy"},
    {"MebiBYTE", "MiBy"},
    {"GibiBYTE", "GiBy"},
    {"TebiBYTE", "TiBy"},
    {"PERCENT", "%"},
};

constexpr name_and_code prefix_names[] = {
    {"Yotta", "Y"}, {"Zetta", "Z"}, {"Exa", "E"},   {"Peta", "P"},  {"Tera", "T"},  {"Giga", "G"},
    {"Mega", "M"},  {"Kilo", "k"},  {"Hecto", "h"}, {"Deca", "da"}, {"Deka", "da"}, {"Deci", "d"},
    {"Centi", "c"}, {"Milli", "m"}, {"Micro", "u"}, {"Nano", "n"},  {"Pico", "p"},  {"Femto", "f"},
};

std::string_view find(std::string_view name) {
  const auto* const found = std::ranges::find(whole_names, name, &name_and_code::first);
  return found == std::end(whole_names) ? std::string_view{} : found->second;
}

/// One unit with its prefix and exponent.
std::string code_of(std::string_view name) {
  std::string exponent;
  if (find(name).empty() && !name.empty() && name.back() >= '2' && name.back() <= '4') {
    exponent = name.back();
    name.remove_suffix(1);
  }
  if (const auto code = find(name); !code.empty()) return std::string(code) + exponent;
  for (const auto& [prefix, code] : prefix_names)
    if (name.starts_with(prefix))
      if (const auto unit = find(name.substr(prefix.size())); !unit.empty())
        return std::string(code).append(unit) + exponent;
  return {};
}

}  // namespace

std::string ucum_code(std::string_view name) {
  static constexpr std::string_view per = "PER-";
  std::string made;
  char mark = 0;
  while (!name.empty()) {
    if (name.starts_with(per)) {
      mark = '/';
      name.remove_prefix(per.size());
    }
    const auto end = std::min(name.find('-'), name.size());
    const auto code = code_of(name.substr(0, end));
    if (code.empty()) return {};
    if (mark != 0) made += mark;
    made += code;
    if (mark == 0) mark = '.';
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return made;
}

}  // namespace laundromat
