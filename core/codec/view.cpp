// Prints and parses decode chains.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/view.hpp"

#include <array>
#include <charconv>

namespace laundromat {

namespace {

constexpr std::array all_kinds = {
    layer_kind::gzip,        layer_kind::bzip2,      layer_kind::xz,
    layer_kind::zstd,        layer_kind::lz4,        layer_kind::deflate,
    layer_kind::tar_member,  layer_kind::zip_member, layer_kind::sevenzip_member,
    layer_kind::warc_member, layer_kind::revisit};

std::optional<layer_kind> kind_from_name(std::string_view name) {
  for (const auto kind : all_kinds)
    if (to_string(kind) == name) return kind;
  return std::nullopt;
}

/// A decimal number as `std::to_string` writes it: no sign, no leading zero.
std::optional<std::uint64_t> ordinal_from_string(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return value;
}

std::optional<layer> layer_from_string(std::string_view text) {
  const auto colon = text.find(':');
  const auto kind = kind_from_name(text.substr(0, colon));
  if (!kind || is_member(*kind) != (colon != text.npos)) return std::nullopt;
  if (!is_member(*kind)) return layer{*kind, 0};
  const auto ordinal = ordinal_from_string(text.substr(colon + 1));
  if (!ordinal) return std::nullopt;
  return layer{*kind, *ordinal};
}

}  // namespace

std::string_view to_string(layer_kind kind) {
  switch (kind) {
    case layer_kind::gzip:
      return "gzip";
    case layer_kind::bzip2:
      return "bzip2";
    case layer_kind::xz:
      return "xz";
    case layer_kind::zstd:
      return "zstd";
    case layer_kind::lz4:
      return "lz4";
    case layer_kind::deflate:
      return "deflate";
    case layer_kind::tar_member:
      return "tar";
    case layer_kind::zip_member:
      return "zip";
    case layer_kind::sevenzip_member:
      return "7zip";
    case layer_kind::warc_member:
      return "warc";
    case layer_kind::revisit:
      return "revisit";
  }
  return "unknown";
}

std::string to_string(const decode_chain& chain) {
  std::string out;
  for (const auto& step : chain) {
    if (!out.empty()) out += '/';
    out += to_string(step.kind);
    if (is_member(step.kind)) out.append(":").append(std::to_string(step.ordinal));
  }
  return out;
}

std::optional<decode_chain> chain_from_string(std::string_view text) {
  decode_chain chain;
  if (text.empty()) return chain;
  for (;;) {
    const auto slash = text.find('/');
    const auto step = layer_from_string(text.substr(0, slash));
    if (!step) return std::nullopt;
    chain.push_back(*step);
    if (slash == text.npos) return chain;
    text.remove_prefix(slash + 1);
  }
}

}  // namespace laundromat
