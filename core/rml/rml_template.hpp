// The templates of RML: text with references in braces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace laundromat {

/// A piece of a template: text, and then a reference; the last one may have none, which is empty.
struct template_piece {
  std::string text, reference;

  friend bool operator==(const template_piece&, const template_piece&) = default;
};

/// Cuts a template at `{reference}`. A backslash makes a brace or a backslash a character of the text or of the reference; before any other
/// character it is itself. Errors: what is wrong, with what to write instead.
/// Source: RML-Core, templates.
[[nodiscard]] tl::expected<std::vector<template_piece>, std::string> read_rml_template(std::string_view text);

}  // namespace laundromat
