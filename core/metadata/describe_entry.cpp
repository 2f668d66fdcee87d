// Turns rows of the journal into properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_entry.hpp"

#include <algorithm>
#include <charconv>

#include "core/metadata/error_class.hpp"
#include "core/records/body_path.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

bool is_download(const entry_record& entry) {
  return entry.hash == entry.root;
}

std::string text_of(auto value) {
  return std::string(to_string(value));
}

/// The first field of that name, case ignored; empty if there is none.
std::string_view header_of(const http_hop& hop, std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  for (const auto& field : hop.headers)
    if (std::ranges::equal(field.name, name, {}, lower, lower)) return field.value;
  return {};
}

/// A whole number as a number, any other text as text.
plain_value number_or_text(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return std::string(text);
  return number;
}

/// The extension of the last part of a path or URI, without its dot.
std::string_view extension_of(std::string_view name) {
  name = name.substr(0, name.find_first_of("?#"));
  name = name.substr(name.rfind('/') + 1);
  const auto dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view{} : name.substr(dot + 1);
}

void add_source(description& to, const entry_account& known, const metadata_names& names) {
  const auto& entry = known.entry;
  to.add(v::md5, entry.hash.hex()).add(v::status, text_of(entry.current));
  if (is_download(entry)) {
    to.add_iri(v::url_of, entry.uri);
    to.add(v::added, known.seed.added);
  } else {
    to.add(v::contained_in, iri_value{names.id(entry.parent.hex())});
    to.add(v::path, entry.path);
  }
  to.add(v::file_extension, std::string(extension_of(is_download(entry) ? entry.uri : entry.path)));
  if (known.wire) to.add(v::download_size, known.wire->bytes);
  if (is_download(entry)) to.add(v::body_at_node, std::string(node_of_body(entry.content.raw_path)));
}

description describe_hop(const http_hop& hop, std::string iri) {
  description reply(std::move(iri), {v::http_reply});
  reply.add_iri(v::reply_uri, hop.uri).add(v::reply_status, hop.status);
  if (hop.version_major != 0)
    reply.add(v::reply_version, std::to_string(hop.version_major) + "." + std::to_string(hop.version_minor));
  reply.add(v::reply_begin, hop.begun).add(v::walltime_us, static_cast<std::uint64_t>(hop.walltime.count()));
  reply.add(v::wire_bytes, hop.wire_bytes).add(v::address, hop.address);
  std::uint64_t number = 0;
  for (const auto& field : hop.headers) {
    description header(reply.below("header", ++number));
    header.add(v::name, field.name).add(v::value, field.value);
    reply.add(v::header, std::move(header), fact_shape::many);
  }
  if (hop.error != errc::ok) {
    description problem(reply.below("exception"),
                        {error_class_of(hop.error, rdf_format::unknown, hop.status)});
    problem.add(v::rule, text_of(hop.error)).add(v::message, hop.detail);
    reply.add(v::exception, std::move(problem));
  }
  return reply;
}

void add_http(description& to, const entry_account& known) {
  if (known.hops.empty()) return;
  const auto& last = known.hops.back();
  to.add(v::http_status, last.status);
  to.add(v::content_type, std::string(header_of(last, "Content-Type")));
  to.add(v::content_length, number_or_text(header_of(last, "Content-Length")));
  to.add(v::last_modified, std::string(header_of(last, "Last-Modified")));
  std::uint64_t number = 0;
  for (const auto& hop : known.hops)
    to.add(v::http_replies, describe_hop(hop, to.below(v::http_replies.local, ++number)), fact_shape::list);
}

void add_archive(description& to, const entry_account& known, const metadata_names& names) {
  if (!known.entry.content.chain.empty()) to.add(v::archive_filters, to_string(known.entry.content.chain));
  for (const auto& child : known.children)
    to.add(v::contains_entry, iri_value{names.id(child.hash.hex())}, fact_shape::many);
  std::uint64_t unpacked = 0;
  for (const auto& member : known.members) {
    description row(to.below(v::listing.local, member.ordinal), {v::listed_entry});
    row.add(v::name, member.path).add(v::member_type, text_of(member.kind)).add(v::size, member.size_bytes);
    row.add(v::mtime, member.modified).add(v::permissions, std::uint64_t{member.permissions});
    if (member.skipped != errc::ok) row.add(v::skipped, text_of(member.skipped));
    to.add(v::listing, std::move(row), fact_shape::many);
    unpacked += member.size_bytes;
  }
  if (!known.members.empty()) to.add(v::unpacked_size, unpacked);
}

void add_encodings(description& to, const entry_account& known) {
  constexpr std::pair<std::string_view, const v::property*> sources[] = {
      {"bom", &v::bom_encoding},           {"xml_declaration", &v::xml_encoding},
      {"http_charset", &v::http_encoding}, {"detector", &v::detector_encoding},
      {"validity", &v::valid_encoding},
  };
  to.add(v::encoding, known.entry.encoding);
  for (const auto& evidence : known.all_evidence) {
    if (evidence.kind != evidence_kind::encoding) continue;
    const auto* row =
        std::ranges::find(sources, evidence.source, &std::pair<std::string_view, const v::property*>::first);
    if (row != std::end(sources)) to.add(*row->second, evidence.value);
  }
}

void add_format(description& to, const entry_account& known) {
  if (const auto* format = find_format(known.entry.format))
    to.add(v::serialization_format, iri_value{std::string(format->iri)});
  for (const auto& evidence : known.all_evidence) {
    if (evidence.kind != evidence_kind::format) continue;
    description row(to.below(std::string(v::format_evidence.local) + "/" + evidence.source));
    row.add(v::source, evidence.source)
        .add(v::value, evidence.value)
        .add(v::rank, std::uint64_t{evidence.rank});
    row.add(v::is_chosen, evidence.chosen).add(v::note, evidence.note);
    to.add(v::format_evidence, std::move(row), fact_shape::many);
  }
  to.add(v::content_head, known.head);
}

void add_times(description& to, const entry_account& known) {
  for (const auto& times : known.times) {
    const auto [begin, end] = [&]() -> std::pair<v::property, v::property> {
      switch (times.of) {
        case stage::fetch:
          return {v::begin_download, v::end_download};
        case stage::unpack:
          return {v::start_unpack, v::end_unpack};
        case stage::guess:
          return {v::guess_begin, v::guess_end};
        case stage::parse:
          break;
      }
      return {v::start_clean, v::end_clean};
    }();
    to.add(begin, times.begun).add(end, times.ended);
  }
}

void add_problems(description& to, const entry_account& known) {
  const auto status = known.hops.empty() ? std::string_view{} : std::string_view(known.hops.back().status);
  if (known.entry.cause != errc::ok) {
    description problem(to.below("exception"),
                        {error_class_of(known.entry.cause, known.entry.format, status)});
    problem.add(v::rule, text_of(known.entry.cause)).add(v::message, known.entry.detail);
    to.add(v::exception, std::move(problem));
  }
  std::uint64_t all = 0;
  for (const auto& counted : known.defect_counts) {
    all += counted.count;
    description row(to.below("warning/" + text_of(counted.rule)),
                    {error_class_of(counted.rule, known.entry.format)});
    row.add(v::rule, text_of(counted.rule)).add(v::count, counted.count);
    row.add(v::message, std::string(meaning_of(counted.rule)));
    to.add(v::warning, std::move(row), fact_shape::many);
  }
  to.add(v::number_of_warnings, all);
}

void add_reading(description& to, const entry_account& known) {
  if (!known.decoded) return;
  const auto& text = *known.decoded;
  to.add(v::byte_count, text.bytes).add(v::char_count, text.chars).add(v::line_count, text.lines);
  to.add(v::newline, text_of(text.newline));
  to.add(v::statement_bytes, known.spans.statement_bytes).add(v::syntax_bytes, known.spans.syntax_bytes);
  to.add(v::quarantine_bytes, known.spans.quarantine_bytes);
}

stage_times times_of(const entry_account& known, stage of) {
  const auto found = std::ranges::find(known.times, of, &stage_times::of);
  return found == known.times.end() ? stage_times{of} : *found;
}

/// An activity of this entry.
description describe_activity(const description& entry, std::string_view name, const entry_account& known,
                              const stage_times& times) {
  description done(entry.below(name), {v::activity});
  add_activity(done, times.begun, times.ended, known.version);
  return done;
}

/// The body as it was received, and is kept.
void add_received(description& to, const content_meta& body) {
  description checksum(to.below("checksum"), {v::checksum});
  checksum.add(v::algorithm,
               iri_value{std::string(v::spdx) + "checksumAlgorithm_sha256", v::checksum_algorithm});
  checksum.add(v::checksum_value, hex_binary{body.digest.hex()});
  to.add(v::has_checksum, std::move(checksum)).add(v::bytes, body.bytes);
}

description describe_product(const description& entry, std::string_view name, description made_by) {
  description made(entry.below(name), {v::entity});
  made.add(v::was_generated_by, std::move(made_by));
  return made;
}

/// The chain source, download, downloaded, unpack, unpacked, clean, document.
void add_clean(description& to, const entry_account& known, const metadata_names& names) {
  if (!known.clean) return;
  const auto& clean = *known.clean;
  to.add(v::statements_read, known.read)
      .add(v::duplicates, known.duplicates)
      .add(v::clean_triples, clean.statements);
  to.add(v::statements_type, clean.quads == 0 ? "triples" : "quadruples");
  to.add_iri(v::base_iri, known.base);
  to.add(v::triple_term_form, std::string(name_unless_kept(known.forms.triple_terms)));
  to.add(v::direction_form, std::string(name_unless_kept(known.forms.directions)));
  add_identity(to, clean.identity);
  auto download = describe_activity(to, "download", known, times_of(known, stage::fetch));
  download.add_iri(v::used, known.entry.uri);
  auto downloaded = describe_product(to, "downloaded", std::move(download));
  if (known.wire) add_received(downloaded, *known.wire);
  // A small document was washed while it was unpacked.
  const auto unpacking = times_of(known, stage::unpack), parsing = times_of(known, stage::parse);
  auto unpack = describe_activity(to, "unpack", known, unpacking);
  unpack.add(v::used, std::move(downloaded));
  auto wash = describe_activity(to, "clean", known, parsing.begun == timestamp{} ? unpacking : parsing);
  wash.add(v::used, describe_product(to, "unpacked", std::move(unpack)));
  description document(names.id(clean.hash.hex()), {v::data_document, v::entity});
  document.add(v::was_generated_by, std::move(wash));
  document.add(v::was_derived_from, iri_value{to.iri()});
  to.add(v::clean_document, std::move(document));
}

}  // namespace

void add_activity(description& to, timestamp begun, timestamp ended, std::string_view version) {
  to.add(v::started_at, begun).add(v::ended_at, ended);
  if (version.empty()) return;
  description program(std::string(v::ll).append("laundromat/").append(version), {v::software_agent});
  program.add(v::agent_name, "LOD Laundromat").add(v::version_info, std::string(version));
  to.add(v::associated_with, std::move(program));
}

void add_identity(description& to, const dataset_identity& known) {
  if (known.kind == identity_kind::unknown) return;
  to.add(v::identity, hex_binary{known.digest.hex()}).add(v::identity_kind, text_of(known.kind));
}

void add_identity(property_sink& to, const dataset_identity& known) {
  if (known.kind == identity_kind::unknown) return;
  const auto digest = known.digest.hex();
  to.add(v::identity, hex_view{digest}).add(v::identity_kind, to_string(known.kind));
}

description describe_entry(const entry_account& known, const metadata_names& names) {
  description entry(names.id(known.entry.hash.hex()), {is_download(known.entry) ? v::url : v::archive_entry});
  if (!known.members.empty()) entry.add_type(v::archive);
  if (known.clean) entry.add_type(v::data_document);
  add_source(entry, known, names);
  add_http(entry, known);
  add_archive(entry, known, names);
  add_encodings(entry, known);
  add_format(entry, known);
  add_times(entry, known);
  add_problems(entry, known);
  add_reading(entry, known);
  add_clean(entry, known, names);
  return entry;
}

}  // namespace laundromat
