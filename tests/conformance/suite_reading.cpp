// Reading documents and files into memory.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/suite_reading.hpp"

#include <fstream>
#include <sstream>

namespace laundromat::conformance {

namespace {

/// Views of a term of kind `none` are ignored: their content is undefined.
term own(const term_view& view) {
  if (view.kind == term_kind::none) return {};
  term t{view.kind, std::string(view.value), std::string(view.datatype), std::string(view.language)};
  for (auto& c : t.language)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return t;
}

}  // namespace

result<void> document::on_statement(const statement_view& found) {
  statements.push_back({own(found.subject), own(found.predicate), own(found.object), own(found.graph)});
  quads.add(found);
  return {};
}

const defect* document::find_defect(treatment least) const {
  for (const auto& one : defects)
    if (one.done >= least) return &one;
  return nullptr;
}

result<void> read_all(reader& from, std::string_view bytes) {
  const auto half = bytes.size() / 2;
  for (const auto part : {bytes.substr(0, half), bytes.substr(half)})
    if (auto pushed = from.push(part); !pushed) return pushed;
  return from.finish();
}

result<document> read_document(rdf_format format, std::string_view bytes, const reader_options& options) {
  document out{format};
  auto made = make_reader(format, options, out);
  if (!made) return tl::unexpected(made.error());
  if (auto read = read_all(**made, bytes); !read) return tl::unexpected(read.error());
  return out;
}

result<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(errc::not_found, path);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

}  // namespace laundromat::conformance
