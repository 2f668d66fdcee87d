// Marks labels with the number of their page.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/page_labels.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view blanks = " \t";

bool is_kept_label(std::string_view label) {
  constexpr std::string_view of_virtuoso = "vb";
  if (!label.starts_with(of_virtuoso)) return false;
  label.remove_prefix(of_virtuoso.size());
  const auto end = std::min(label.find_first_of(" \t."), label.size());
  return end > 0 && std::all_of(label.begin(), label.begin() + static_cast<std::ptrdiff_t>(end), is_digit);
}

/// The position of the next term, behind the one at `at` and blanks.
std::size_t next_term(std::string_view line, std::size_t at) {
  const auto end = std::min(line.find_first_of(blanks, at), line.size());
  return std::min(line.find_first_not_of(blanks, end), line.size());
}

void append_line(std::string_view line, std::string_view mark, std::string& out) {
  const auto subject = std::min(line.find_first_not_of(blanks), line.size());
  const auto object = next_term(line, next_term(line, subject));
  std::size_t done = 0;
  for (const auto at : {subject, object}) {
    const auto term = line.substr(at);
    if (!term.starts_with("_:") || is_kept_label(term.substr(2))) continue;
    out.append(line.substr(done, at + 2 - done)).append(mark);
    done = at + 2;
  }
  out.append(line.substr(done)).push_back('\n');
}

}  // namespace

void append_page(std::string_view page, std::uint64_t id, std::string& out) {
  const auto mark = "p" + std::to_string(id) + "_";
  while (!page.empty()) {
    const auto end = std::min(page.find('\n'), page.size());
    append_line(page.substr(0, end), mark, out);
    page.remove_prefix(std::min(end + 1, page.size()));
  }
}

}  // namespace laundromat
