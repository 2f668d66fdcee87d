// Tests of units.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/unit_table.hpp"

#include <gtest/gtest.h>

#include <array>

namespace laundromat {
namespace {

std::string convert(std::string_view number, std::string_view from, std::string_view to) {
  const auto found = find_conversion(from, to);
  return found ? found->convert(number).value_or("none") : found.error().detail;
}

TEST(unit_table, converts_exactly_X02) {
  for (const auto& [number, from, to, result] : std::initializer_list<std::array<std::string_view, 4>>{
           {"5", "[in_i]", "cm", "12.7"},
           {"1", "[mi_i]", "km", "1.609344"},
           {"0.1", "m", "mm", "100"},
           {"98.6", "[degF]", "Cel", "37"},
           {"-40", "[degF]", "Cel", "-40"},
           {"0", "Cel", "K", "273.15"},
           {"20.5", "DEG_C", "[degF]", "68.9"},
           {"100", "km/h", "m/s", "27.7778"},
           {"100", "KiloM-PER-HR", "M-PER-SEC", "27.7778"},
           {"1", "[lb_av]", "kg", "0.45359237"},
           {"2.5", "LB", "KiloGM", "1.133980925"},
           {"1", "har", "m2", "10000"},
           {"3", "km2", "har", "300"},
           {"1", "[gal_us]", "L", "3.785411784"},
           {"1013.25", "hPa", "atm", "1"},
           {"1", "kW.h", "MJ", "3.6"},
           {"2", "KiBy", "By", "2048"},
           {"90", "deg", "rad", "1.5708"},
           {"3.141592653589793", "rad", "deg", "180"},
           {"1e3", "g", "kg", "1"},
           {"1", "a", "d", "365.25"},
           {"0.000001", "km", "mm", "1"},
           {"999999.5", "mm", "km", "0.9999995"},
           {"1", "[psi]", "Pa", "6894.76"},
           {"12345678901234567890", "m", "km", "12345678901234567.89"},
           {"0", "[mi_i]", "km", "0"},
           {"x", "m", "km", "none"},
           {"72", "/min", "Hz", "1.2"},
       })
    EXPECT_EQ(convert(number, from, to), result) << number << ' ' << from << ' ' << to;
}

TEST(unit_table, says_what_does_not_fit_X02) {
  EXPECT_EQ(convert("1", "m", "kg"),
            "the unit \"m\" is of a length, and \"kg\" of a mass: give two units of one kind");
  EXPECT_NE(convert("1", "furlongs", "m").find("\"furlongs\" is not known"), std::string::npos);
  EXPECT_NE(convert("1", "Cel/m", "K/m").find("not known"), std::string::npos);
}

}  // namespace
}  // namespace laundromat
