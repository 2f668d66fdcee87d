// What the metadata of a document leave to whoever publishes it: where it is, and what it is part of.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_catalogue.hpp"

#include "core/metadata/describe_entry.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

std::string whole_iri(const catalogue_facts& known) {
  return known.base + "#wardrobe";
}

}  // namespace

description describe_catalogue(const catalogue_facts& known) {
  description whole(whole_iri(known), {v::void_dataset, v::catalogue_of});
  whole.add(v::title, known.title).add(v::issued, known.made);
  whole.add(v::documents, known.documents).add(v::statements, known.statements);
  return whole;
}

description describe_subset(const catalogue_facts& known, const content_digest& document,
                            const metadata_names& names) {
  description whole(whole_iri(known));
  const iri_value part{names.id(document.hex())};
  whole.add(v::subset, part, fact_shape::many).add(v::has_dataset, part, fact_shape::many);
  return whole;
}

description describe_listed(const listed_document& known, const metadata_names& names) {
  const auto& clean = known.clean;
  description listed(names.id(clean.hash.hex()),
                     {v::void_dataset, v::dcat_dataset, v::data_document, v::entity});
  listed.add(v::identifier, clean.hash.hex()).add(v::statements, clean.statements);
  for (const auto& source : known.sources) {
    listed.add_iri(v::source_of, source.uri, fact_shape::many);
    listed.add(v::was_derived_from, iri_value{names.id(source.entry.hex())}, fact_shape::many);
  }
  add_identity(listed, clean.identity);
  for (const auto& other : known.same_data)
    listed.add(v::alternate_of, iri_value{names.id(other.hex())}, fact_shape::many);
  listed.add(v::data_dump, iri_value{known.data_url});
  if (!known.metadata_url.empty()) listed.add(v::see_also, iri_value{known.metadata_url});
  description file(listed.below("distribution"), {v::distribution});
  file.add(v::download_url, iri_value{known.data_url}).add(v::byte_size, clean.compressed_bytes);
  file.add(v::media_type, iri_value{std::string(v::media_types) + "application/n-quads"});
  file.add(v::compress_format, iri_value{std::string(v::media_types) + "application/gzip"});
  listed.add(v::has_distribution, std::move(file));
  return listed;
}

}  // namespace laundromat
