// Washes clean lines once more, with other forms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/encoded_source.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/wash/wash_document.hpp"

namespace laundromat {

namespace {

constexpr std::size_t searched_bytes = std::size_t{1} << 18;
constexpr std::string_view triple_begin = "<<(", to_right = "--ltr", to_left = "--rtl";

/// Whether lines may have what the forms change. The text of a literal may look so, too.
bool may_change(std::string_view lines, const rdf_forms& forms) {
  if (forms.triple_terms != triple_term_form::kept && lines.find(triple_begin) != lines.npos) return true;
  return forms.directions != direction_form::kept &&
         (lines.find(to_right) != lines.npos || lines.find(to_left) != lines.npos);
}

result<bool> may_change(byte_source& lines, const rdf_forms& forms) {
  constexpr auto kept_bytes = to_right.size() - 1;
  std::vector<char> buffer(searched_bytes + kept_bytes);
  for (std::size_t kept = 0;;) {
    const auto n = lines.read({buffer.data() + kept, searched_bytes});
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return false;
    const std::string_view seen(buffer.data(), kept + *n);
    if (may_change(seen, forms)) return true;
    kept = std::min(kept_bytes, seen.size());
    std::ranges::copy(seen.substr(seen.size() - kept), buffer.begin());
  }
}

/// Reads what the store has, and owns it.
class stored_source final : public byte_source {
 public:
  stored_source(std::unique_ptr<run_store> store, byte_source_ptr lines)
      : store_(std::move(store)), lines_(std::move(lines)) {}
  result<std::size_t> read(std::span<char> buffer) override { return lines_->read(buffer); }

 private:
  std::unique_ptr<run_store> store_;
  byte_source_ptr lines_;
};

/// The document was written within the limits of its campaign, which may be above the usual ones.
wash_document_options options_for(const rdf_forms& forms) {
  constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max() / 4;
  wash_document_options options;
  options.forms = forms;
  options.free_statement_bytes = no_limit;
  options.limits.term_bytes = options.limits.iri_bytes = options.limits.line_bytes = no_limit;
  return options;
}

std::uint64_t count_of(const washed_document& washed, errc rule) {
  const auto row = std::ranges::find(washed.defect_counts, rule, &defect_count::rule);
  return row == washed.defect_counts.end() ? 0 : row->count;
}

}  // namespace

result<byte_source_ptr> make_encoded_source(const document_opener& open, const rdf_forms& forms,
                                            const run_store_maker& make_runs, std::uint64_t& dropped) {
  if (forms == rdf_forms{}) return open();
  auto searched = open();
  if (!searched) return searched;
  const auto changes = may_change(**searched, forms);
  if (!changes) return tl::unexpected(changes.error());
  if (!*changes) return open();
  auto options = options_for(forms);
  while (true) {
    auto lines = open();
    if (!lines) return lines;
    auto runs = make_runs(), name_runs = make_runs(), written = make_runs();
    options.name_runs = name_runs.get();
    auto to = written->create();
    if (!to) return tl::unexpected(to.error());
    const auto washed = wash_document(**lines, rdf_format::n_quads, options, *runs, **to);
    if (!washed) return tl::unexpected(washed.error());
    if (washed->spans.quarantine_bytes > 0) return fail(errc::syntax_error, "the document is not clean");
    if (washed->needs_second_pass) {
      options.known_document = washed->document;
      continue;
    }
    dropped += count_of(*washed, errc::base_direction);
    auto encoded = written->open(0);
    if (!encoded) return encoded;
    return std::make_unique<stored_source>(std::move(written), *std::move(encoded));
  }
}

}  // namespace laundromat
