// The properties that depend on the publisher: where a document is, and what it is part of.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_catalogue.hpp"

#include "core/metadata/describe_entry.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

std::string whole_iri(const catalogue_facts& known) {
  return known.base + "#wardrobe";
}

iri_value publisher_iri(const catalogue_facts& known) {
  return {known.base + "#publisher"};
}

std::string with_noun(std::uint64_t number, const char* one, const char* many) {
  return std::to_string(number) + ' ' + (number == 1 ? one : many);
}

std::string title_of(const listed_document& known) {
  if (known.sources.empty()) return "Clean document " + known.clean.hash.hex();
  const auto others = known.sources.size() - 1;
  return known.sources.front().uri +
         (others == 0 ? "" : " and " + with_noun(others, "other source", "other sources"));
}

/// The served file.
description describe_file(const description& listed, const listed_document& known) {
  description file(listed.below("distribution"), {v::distribution});
  file.add(v::access_url, iri_value{known.data_url, v::resource});
  file.add(v::download_url, iri_value{known.data_url, v::resource});
  file.add(v::byte_size, size_value{known.clean.compressed_bytes});
  const auto media_type = [](const char* name) {
    return iri_value{std::string(v::media_types) + name, v::media_type_class};
  };
  file.add(v::media_type, media_type("application/n-quads"));
  file.add(v::compress_format, media_type("application/gzip"));
  if (known.licences.size() == 1)
    file.add(v::license, iri_value{known.licences.front(), v::license_document});
  if (known.file_sha256.empty()) return file;
  description checksum(file.below("checksum"), {v::checksum});
  checksum.add(v::algorithm,
               iri_value{std::string(v::spdx) + "checksumAlgorithm_sha256", v::checksum_algorithm});
  checksum.add(v::checksum_value, hex_binary{known.file_sha256});
  file.add(v::has_checksum, std::move(checksum));
  return file;
}

}  // namespace

description describe_publisher(const catalogue_facts& known) {
  description publisher(publisher_iri(known).iri, {v::agent});
  publisher.add(v::agent_name, known.publisher.name);
  if (!known.publisher.homepage.empty())
    publisher.add(v::homepage, iri_value{known.publisher.homepage, v::document_page});
  return publisher;
}

description describe_catalogue(const catalogue_facts& known) {
  description whole(whole_iri(known), {v::void_dataset, v::catalogue_of});
  whole.add(v::title, known.title).add(v::issued, known.made).add(v::modified, known.made);
  whole.add(v::text, with_noun(known.documents, "document", "documents") + " of Linked Open Data with " +
                         with_noun(known.statements, "statement", "statements") +
                         ", cleaned by LOD Laundromat");
  whole.add(v::publisher, describe_publisher(known));
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

void add_washing(description& document, const washing_facts& washed, const metadata_names& names) {
  const description entry(names.id(washed.entry.hex()));
  description wash(entry.below("clean"), {v::activity});
  wash.add(v::used, iri_value{entry.below("unpacked")});
  add_activity(wash, washed.begun, washed.ended, washed.version);
  document.add(v::was_derived_from, iri_value{entry.iri()}, fact_shape::many);
  document.add(v::was_generated_by, std::move(wash), fact_shape::many);
}

description describe_removed(const catalogue_facts& whole, const content_digest& document, timestamp removed,
                             const std::string& data_url, const metadata_names& names) {
  description listed(names.id(document.hex()), {v::dcat_dataset});
  listed.add(v::identifier, document.hex()).add(v::title, "Removed document " + document.hex());
  listed.add(v::text, "It is no longer published").add(v::modified, removed);
  listed.add(v::publisher, publisher_iri(whole));
  description file(listed.below("distribution"), {v::distribution});
  file.add(v::access_url, iri_value{data_url, v::resource});
  file.add(v::download_url, iri_value{data_url, v::resource});
  description status("http://publications.europa.eu/resource/authority/distribution-status/WITHDRAWN",
                     {v::listed_concept});
  status.add(v::label, "withdrawn");
  file.add(v::publication_status, std::move(status));
  listed.add(v::has_distribution, std::move(file));
  return listed;
}

description describe_listed(const catalogue_facts& whole, const listed_document& known,
                            const metadata_names& names) {
  const auto& clean = known.clean;
  description listed(names.id(clean.hash.hex()),
                     {v::void_dataset, v::dcat_dataset, v::data_document, v::entity});
  listed.add(v::identifier, clean.hash.hex()).add(v::statements, clean.statements);
  listed.add(v::title, title_of(known)).add(v::issued, clean.written).add(v::modified, clean.written);
  listed.add(v::text, with_noun(clean.statements, "statement", "statements") +
                          " in canonical N-Quads, each once and in byte order");
  listed.add(v::publisher, publisher_iri(whole));
  for (const auto& source : known.sources) {
    listed.add_iri(v::source_of, source.uri, fact_shape::many);
    listed.add(v::was_derived_from, iri_value{names.id(source.entry.hex())}, fact_shape::many);
  }
  if (known.washed) add_washing(listed, *known.washed, names);
  for (const auto& licence : known.licences)
    listed.add(v::license, iri_value{licence, v::license_document}, fact_shape::many);
  add_identity(listed, clean.identity);
  for (const auto& other : known.same_data)
    listed.add(v::alternate_of, iri_value{names.id(other.hex())}, fact_shape::many);
  listed.add(v::data_dump, iri_value{known.data_url});
  if (!known.metadata_url.empty()) listed.add(v::see_also, iri_value{known.metadata_url});
  listed.add(v::has_distribution, describe_file(listed, known));
  return listed;
}

}  // namespace laundromat
