// Calls libserd and libraptor with sinks that only count.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_speed/peers.hpp"

#include <serd-0/serd/serd.h>

#include <algorithm>
#include <memory>

// Declarations of the libraptor 2.0 functions that are called. Its development package conflicts with that of libcurl with OpenSSL.
extern "C" {
struct raptor_world;
struct raptor_parser;
struct raptor_uri;
struct raptor_statement;
struct raptor_log_message;
raptor_world* raptor_new_world_internal(unsigned version);
int raptor_world_open(raptor_world*);
void raptor_free_world(raptor_world*);
int raptor_world_set_log_handler(raptor_world*, void*, void (*)(void*, raptor_log_message*));
raptor_parser* raptor_new_parser(raptor_world*, const char* name);
void raptor_free_parser(raptor_parser*);
void raptor_parser_set_statement_handler(raptor_parser*, void*, void (*)(void*, raptor_statement*));
int raptor_parser_set_option(raptor_parser*, int option, const char*, int);
int raptor_parser_parse_start(raptor_parser*, raptor_uri*);
int raptor_parser_parse_chunk(raptor_parser*, const unsigned char*, std::size_t, int is_end);
raptor_uri* raptor_new_uri(raptor_world*, const unsigned char*);
void raptor_free_uri(raptor_uri*);
}

namespace laundromat::bench {

namespace {

constexpr unsigned raptor_version = 20015;
constexpr int raptor_option_no_net = 15, raptor_option_no_file = 38;

SerdStatus count_with_serd(void* handle, SerdStatementFlags, const SerdNode*, const SerdNode*,
                           const SerdNode*, const SerdNode*, const SerdNode*, const SerdNode*) {
  ++*static_cast<std::uint64_t*>(handle);
  return SERD_SUCCESS;
}
SerdStatus ignore_error(void*, const SerdError*) {
  return SERD_SUCCESS;
}

SerdSyntax syntax_of(rdf_format format) {
  switch (format) {
    case rdf_format::n_quads:
      return SERD_NQUADS;
    case rdf_format::turtle:
      return SERD_TURTLE;
    case rdf_format::trig:
      return SERD_TRIG;
    default:
      return SERD_NTRIPLES;
  }
}

std::uint64_t read_with_serd(rdf_format format, const std::string& text) {
  std::uint64_t count = 0;
  const std::unique_ptr<SerdReader, decltype(&serd_reader_free)> reader(
      serd_reader_new(syntax_of(format), &count, nullptr, nullptr, nullptr, count_with_serd, nullptr),
      serd_reader_free);
  serd_reader_set_strict(reader.get(), true);
  serd_reader_set_error_sink(reader.get(), ignore_error, nullptr);
  serd_reader_read_string(reader.get(), reinterpret_cast<const uint8_t*>(text.c_str()));
  return count;
}

void count_with_raptor(void* handle, raptor_statement*) {
  ++*static_cast<std::uint64_t*>(handle);
}
void ignore_message(void*, raptor_log_message*) {}

std::uint64_t read_with_raptor(rdf_format format, const std::string& text, const std::string& base_iri) {
  static const std::unique_ptr<raptor_world, decltype(&raptor_free_world)> world = [] {
    auto made = std::unique_ptr<raptor_world, decltype(&raptor_free_world)>(
        raptor_new_world_internal(raptor_version), raptor_free_world);
    raptor_world_open(made.get());
    raptor_world_set_log_handler(made.get(), nullptr, ignore_message);
    return made;
  }();
  std::uint64_t count = 0;
  const std::unique_ptr<raptor_parser, decltype(&raptor_free_parser)> parser(
      raptor_new_parser(world.get(), format == rdf_format::rdfa ? "rdfa" : "rdfxml"), raptor_free_parser);
  const std::unique_ptr<raptor_uri, decltype(&raptor_free_uri)> base(
      raptor_new_uri(world.get(), reinterpret_cast<const unsigned char*>(base_iri.c_str())), raptor_free_uri);
  raptor_parser_set_option(parser.get(), raptor_option_no_net, nullptr, 1);
  raptor_parser_set_option(parser.get(), raptor_option_no_file, nullptr, 1);
  raptor_parser_set_statement_handler(parser.get(), &count, count_with_raptor);
  raptor_parser_parse_start(parser.get(), base.get());
  constexpr std::size_t chunk = 1 << 16;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (std::size_t at = 0; at < text.size(); at += chunk)
    if (raptor_parser_parse_chunk(parser.get(), bytes + at, std::min(chunk, text.size() - at), 0) != 0)
      return count;
  raptor_parser_parse_chunk(parser.get(), nullptr, 0, 1);
  return count;
}

}  // namespace

std::string_view peer_of(rdf_format format) {
  if (format == rdf_format::unknown || format == rdf_format::json_ld) return {};
  return format == rdf_format::rdf_xml || format == rdf_format::rdfa ? "libraptor" : "libserd";
}

std::uint64_t read_with_peer(rdf_format format, const std::string& text, const std::string& base_iri) {
  const auto peer = peer_of(format);
  if (peer.empty()) return 0;
  return peer == "libserd" ? read_with_serd(format, text) : read_with_raptor(format, text, base_iri);
}

}  // namespace laundromat::bench
