// Reads clean N-Quads with our own reader and writes them in another format.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/convert.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/expanded_json_ld_writer.hpp"
#include "core/rdf/write/output_prefixes.hpp"
#include "core/rdf/write/turtle_writer.hpp"

namespace laundromat {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 18;

result<void> each_chunk(const document_opener& open,
                        const std::function<result<void>(std::string_view)>& take) {
  auto source = open();
  if (!source) return tl::unexpected(source.error());
  std::vector<char> buffer(chunk_bytes);
  while (true) {
    const auto got = (*source)->read(buffer);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return {};
    if (auto taken = take({buffer.data(), *got}); !taken) return taken;
  }
}

/// Passes on every statement, and records the first defect, which a clean document does not have.
class clean_sink final : public statement_sink {
 public:
  using consumer = std::function<result<void>(const statement_view&)>;
  explicit clean_sink(consumer take) : take_(std::move(take)) {}

  result<void> on_statement(const statement_view& statement) override { return take_(statement); }
  void on_defect(const defect& found) override {
    if (!fault_ && found.done != treatment::note)
      fault_ = failure{errc::syntax_error, "line " + std::to_string(found.line) +
                                               " is not clean: " + std::string(to_string(found.rule))};
  }
  [[nodiscard]] result<void> verdict() const {
    return fault_ ? result<void>{tl::unexpected(*fault_)} : result<void>{};
  }

 private:
  consumer take_;
  std::optional<failure> fault_;
};

result<void> each_statement(const document_opener& open, clean_sink::consumer take,
                            std::uint64_t* document_bytes = nullptr) {
  clean_sink sink{std::move(take)};
  auto reader = make_reader(rdf_format::n_quads, {}, sink);
  if (!reader) return tl::unexpected(reader.error());
  auto read = each_chunk(open, [&](std::string_view bytes) {
    if (document_bytes != nullptr) *document_bytes += bytes.size();
    return (*reader)->push(bytes);
  });
  if (read) read = (*reader)->finish();
  return read ? sink.verdict() : read;
}

result<void> refuse_graphs(const statement_view& statement) {
  if (statement.graph.kind == term_kind::none) return {};
  return fail(errc::quad_in_triples, std::string(statement.graph.value));
}

result<void> write_turtle(const document_opener& open, rdf_format format, byte_sink& out,
                          std::span<const prefix> declared) {
  prefix_finder finder{declared};
  auto looked = each_statement(open, [&](const statement_view& one) -> result<void> {
    finder.examine(one);
    return format == rdf_format::turtle ? refuse_graphs(one) : result<void>{};
  });
  if (!looked) return looked;
  turtle_writer writer{format, finder.find(), out};
  auto written = each_statement(open, [&](const statement_view& one) { return writer.write(one); });
  return written ? writer.finish() : written;
}

result<void> refuse_triple_terms(const statement_view& statement) {
  if (statement.object.kind != term_kind::triple) return {};
  return fail(errc::triple_term_out_of_place, "JSON-LD 1.1 has no triple terms");
}

result<void> write_json_ld(const document_opener& open, byte_sink& out) {
  if (auto looked = each_statement(open, refuse_triple_terms); !looked) return looked;
  expanded_json_ld_writer writer{out};
  auto written = each_statement(open, [&](const statement_view& one) { return writer.write(one); });
  return written ? writer.finish() : written;
}

}  // namespace

bool is_written(rdf_format format) {
  return format == rdf_format::n_triples || format == rdf_format::turtle || has_graphs(format);
}

bool has_graphs(rdf_format format) {
  return format == rdf_format::n_quads || format == rdf_format::trig || format == rdf_format::json_ld;
}

result<bool> has_triple_terms(byte_source& lines) {
  constexpr std::string_view mark = "> <<( ";
  std::string text(chunk_bytes, '\0');
  std::size_t kept = 0;  // of the chunk before, in which a mark may begin
  char last = '\n';      // the last line end or quote before `text`
  while (true) {
    const auto got = lines.read({text.data() + kept, text.size() - kept});
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return false;
    const std::string_view part{text.data(), kept + *got};
    const auto last_before = [&](std::size_t end) {
      const auto at = part.substr(0, end).find_last_of("\n\"");
      return at == part.npos ? last : part[at];
    };
    // Behind a quote of its line it is a part of a literal.
    for (auto at = part.find(mark); at != part.npos; at = part.find(mark, at + 1))
      if (last_before(at) == '\n') return true;
    kept = std::min(part.size(), mark.size() - 1);
    last = last_before(part.size() - kept);
    text.replace(0, kept, part.substr(part.size() - kept));
  }
}

result<void> convert_clean(const document_opener& open, rdf_format format, byte_sink& out,
                           std::span<const prefix> declared) {
  if (!is_written(format)) return fail(errc::no_reader, std::string(to_string(format)) + " is not written");
  if (format == rdf_format::turtle || format == rdf_format::trig)
    return write_turtle(open, format, out, declared);
  if (format == rdf_format::json_ld) return write_json_ld(open, out);
  // Canonical N-Quads without named graphs are canonical N-Triples.
  if (format == rdf_format::n_triples)
    if (auto checked = each_statement(open, refuse_graphs); !checked) return checked;
  return each_chunk(open, [&](std::string_view bytes) { return out.write(bytes); });
}

result<void> convert_to_hdt(const document_opener& open, hdt_options options,
                            const run_store_maker& make_runs, byte_sink& out) {
  hdt_writer writer{std::move(options), make_runs};
  std::uint64_t document_bytes = 0;
  auto read = each_statement(
      open, [&](const statement_view& one) { return writer.add(one); }, &document_bytes);
  return read ? writer.finish(document_bytes, out) : read;
}

}  // namespace laundromat
