// Implements span_runs: writes and reads each span as a letter and a number.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/span_runs.hpp"

#include <array>
#include <charconv>

namespace laundromat {

namespace {

constexpr std::string_view letters = "ysqm";  // in the order of span_kind

}  // namespace

void append_run(std::string& out, span_kind kind, std::uint64_t length_bytes) {
  // This function runs twice for each short statement, mostly with one or two digits.
  const char letter = letters[static_cast<std::size_t>(kind)];
  if (length_bytes < 100) {
    out.push_back(letter);
    if (length_bytes >= 10) out.push_back(static_cast<char>('0' + length_bytes / 10));
    out.push_back(static_cast<char>('0' + length_bytes % 10));
    return;
  }
  std::array<char, 21> run;  // not cleared
  run[0] = letter;
  const auto end = std::to_chars(run.data() + 1, run.data() + run.size(), length_bytes).ptr;
  out.append(run.data(), static_cast<std::size_t>(end - run.data()));
}

result<void> each_run(std::string_view text, const std::function<void(span_kind, std::uint64_t)>& take) {
  const auto* at = text.data();
  const auto* const end = at + text.size();
  while (at != end) {
    const auto kind = letters.find(*at);
    std::uint64_t length = 0;
    const auto read = std::from_chars(at + 1, end, length);
    if (kind == letters.npos || read.ec != std::errc{} || length == 0)
      return fail(errc::syntax_error, "not a list of spans: " + std::string(text.substr(0, 40)));
    take(static_cast<span_kind>(kind), length);
    at = read.ptr;
  }
  return {};
}

}  // namespace laundromat
