// Looks up the sources of each document, and writes what follows.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/export_authority.hpp"

#include <set>

#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

/// Source: the namespace `dc:` of Semantic Sitemaps section 4.5.
constexpr std::string_view dc_publisher = "http://purl.org/dc/elements/1.1/publisher";

part_settings one_file(const std::string& name) {
  part_settings made;
  made.path = name;
  made.is_packed = name.ends_with(".gz");
  return made;
}

void append_iri(std::string& out, std::string_view iri) {
  append_canonical_term(out, {term_kind::iri, iri, {}, {}});
  out.push_back(' ');
}

}  // namespace

export_authority::export_authority(journal& from, const export_authority_files& files,
                                   std::string_view public_base, byte_sink& out)
    : from_(from),
      out_(out),
      owners_(from),
      judge_([this](std::string_view uri) { return owners_.of(uri).owner; }, std::string(genid_base)),
      graph_(std::string(public_base) + "graph/publishers") {
  if (!files.publishers.empty()) publishers_file_.emplace(one_file(files.publishers));
  if (files.column.empty()) return;
  column_file_.emplace(one_file(files.column));
  column_.emplace(out_, *column_file_, judge_);
}

result<void> export_authority::begin_document(const content_digest& document) {
  const auto sources = announcement_reader{from_}.sources(document, most_exported_sources);
  if (!sources) return tl::unexpected(sources.error());
  if (column_) {
    std::vector<document_addresses> addresses;
    for (const auto& one : *sources) addresses.push_back(one.addresses);
    judge_.begin_document(addresses);
  }
  auto written = publishers_file_ ? write_publishers(*sources) : result<void>{};
  return owners_.problem() ? tl::unexpected(*owners_.problem()) : written;
}

result<void> export_authority::write_publishers(const std::vector<document_source>& sources) {
  std::set<std::string> documents;
  for (const auto& one : sources) {
    const auto& address = one.addresses.back();
    documents.insert(address.substr(0, address.find('#')));
  }
  std::string lines;
  for (const auto& document : documents) {
    const auto& publisher = owners_.of(document).publisher;
    if (publisher.empty()) continue;
    append_iri(lines, document);
    append_iri(lines, dc_publisher);
    append_iri(lines, publisher);
    append_iri(lines, graph_);
    lines += ".\n";
    ++publishers_written_;
  }
  return lines.empty() ? result<void>{} : publishers_file_->write(lines);
}

result<void> export_authority::finish() {
  if (column_file_)
    if (auto done = column_file_->finish(); !done) return done;
  return publishers_file_ ? publishers_file_->finish() : result<void>{};
}

}  // namespace laundromat
