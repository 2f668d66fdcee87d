// Names and meanings of the error codes.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/errc.hpp"

#include "core/base/result.hpp"

namespace laundromat {

namespace {

struct entry {
  errc code;
  std::string_view name, alias, meaning;
};

constexpr entry entries[] = {
#define LAUNDROMAT_ERRC_ENTRY(number, name, alias, meaning) {errc::name, #name, alias, meaning},
    LAUNDROMAT_ERRC(LAUNDROMAT_ERRC_ENTRY)
#undef LAUNDROMAT_ERRC_ENTRY
};

const entry* find(errc code) {
  for (const auto& e : entries)
    if (e.code == code) return &e;
  return nullptr;
}

}  // namespace

std::string_view to_string(errc code) {
  const auto* e = find(code);
  return e ? e->name : "unknown";
}

std::string_view alias_of(errc code) {
  const auto* e = find(code);
  return e ? e->alias : "";
}

std::string_view meaning_of(errc code) {
  const auto* e = find(code);
  return e ? e->meaning : "";
}

std::optional<errc> errc_from_name(std::string_view name) {
  for (const auto& e : entries)
    if (e.name == name) return e.code;
  return std::nullopt;
}

std::string to_string(const failure& f) {
  std::string out{to_string(f.code)};
  if (!f.detail.empty()) out.append(": ").append(f.detail);
  return out;
}

}  // namespace laundromat
