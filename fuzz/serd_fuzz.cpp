// Our strict readers and libserd accept the same documents and give the same statements, except for the listed faults of serd.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses the format.
#include <algorithm>
#include <set>
#include <string>

#include "core/rdf/write/canonical.hpp"
#include "core/web/uri_characters.hpp"
#include "fuzz/require.hpp"
#include "tests/core/rdf/serd_reading.hpp"

using namespace laundromat;

namespace {

constexpr std::string_view base = "http://base.example/d/e";

/// The set of statements; all blank nodes have the same name, and most differences are still visible.
struct set_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    auto same = statement;
    for (auto* term : {&same.subject, &same.object, &same.graph})
      if (term->kind == term_kind::blank) term->value = "b";
    std::string line;
    append_canonical(line, same, "http://blank.example/");
    lines.insert(line);
    return {};
  }
  void on_defect(const defect& found) override {
    is_clean = is_clean && found.done == treatment::note;
    breaks_grammar = breaks_grammar || (found.done == treatment::skip && is_grammar(found.rule));
  }
  /// Values that are not IRIs, tags or UTF-8 are excluded, because serd is lenient there.
  static bool is_grammar(errc rule) {
    return rule == errc::syntax_error || rule == errc::missing_dot || rule == errc::missing_separator ||
           rule == errc::unbalanced_bracket || rule == errc::unterminated;
  }

  std::multiset<std::string> lines;
  bool is_clean = true, breaks_grammar = false;
};

/// Whether a document may be of RDF 1.2, which serd does not know.
bool may_be_of_rdf_1_2(std::string_view text) {
  constexpr std::string_view signs[] = {"<<", ">>", "{|", "|}", "~", "--ltr", "--rtl"}, version = "version";
  const auto has_sign = [text](std::string_view sign) { return text.find(sign) != text.npos; };
  const auto is_same = [](char a, char b) { return to_lower(a) == b; };
  const auto is_version =
      std::search(text.begin(), text.end(), version.begin(), version.end(), is_same) != text.end();
  return is_version || std::ranges::any_of(signs, has_sign);
}

/// Documents that are not compared: an empty one, faults 3, 4 and 8, bytes that end a C string, and byte order marks, which our reader only
/// notes.
bool is_left_out(std::string_view text) {
  if (may_be_of_rdf_1_2(text)) return true;
  return text.empty() || text.find('\0') != text.npos || text.find("_:b") != text.npos ||
         text.find("_:B") != text.npos || text.find("_:genid") != text.npos ||
         text.find("u0000") != text.npos || text.find("U0000") != text.npos ||
         text.find("\xEF\xBB\xBF", 1) != text.npos || text.find("./") != text.npos ||
         text.find("..") != text.npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text{reinterpret_cast<const char*>(bytes) + 1, size - 1};
  constexpr rdf_format formats[] = {rdf_format::LAUNDROMAT_FUZZ_FIRST, rdf_format::LAUNDROMAT_FUZZ_SECOND};
  const auto format = formats[bytes[0] % 2];
  if (is_left_out(text)) return 0;
  set_sink ours, theirs;
  reader_options options{std::string(base)};
  options.profile = wash_profile::strict;
  const auto reader = make_reader(format, options, ours).value();
  require(reader->push(text) && reader->finish(), "our reader ends");
  testing::serd_reading serd(format, base, theirs);
  const bool is_accepted = serd.read(text);
  const bool may_accept_more = testing::may_read_other_values(text) || text.find('{') != text.npos;
  if (is_accepted && !may_accept_more) require(!ours.breaks_grammar, "serd accepts it");
  if (!ours.is_clean) return 0;
  require(is_accepted, "serd rejects it");
  require(ours.lines.size() == theirs.lines.size(), "the same number of statements");
  require(testing::may_read_other_values(text) || ours.lines == theirs.lines, "the same statements");
  return 0;
}
