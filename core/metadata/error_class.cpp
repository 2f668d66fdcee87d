// The table from causes to error classes.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/error_class.hpp"

#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

namespace {

std::string_view class_of_parser(rdf_format format) {
  switch (format) {
    case rdf_format::turtle:
    case rdf_format::trig:
      return "TurtleParserError";
    case rdf_format::rdf_xml:
      return "RdfxmlParserError";
    case rdf_format::n_triples:
    case rdf_format::n_quads:
    case rdf_format::rdfa:
    case rdf_format::json_ld:
    case rdf_format::records:
    case rdf_format::unknown:
      break;
  }
  return "RdfParserError";
}

std::string_view class_of_status(std::string_view status) {
  if (status.starts_with('4')) return "4xxHttpError";
  return status.starts_with('5') ? "5xxHttpError" : "HttpError";
}

/// A defect has the class that the table names, else that of the parser of its format.
std::string_view class_of_rule(errc rule, rdf_format format) {
  if (find_hint(rule) == nullptr) return "Error";
  if (const auto known = alias_of(rule); !known.empty()) return known;
  return find_rule(rule) != nullptr && format != rdf_format::unknown ? class_of_parser(format) : "Error";
}

std::string_view local_name(errc code, rdf_format format, std::string_view status) {
  using enum errc;
  switch (code) {
    case uri_syntax:
    case relative_uri:
    case scheme_refused:
      return "MalformedUrl";
    case host_not_found:
    case connection_refused:
    case connection_reset:
    case network_unreachable:
    case tls_failed:
      return "SocketError";
    case connection_timed_out:
    case http_timeout:
      return "TimeoutError";
    case http_status:
      return class_of_status(status);
    case redirect_loop:
    case too_many_redirects:
    case redirect_scheme:
    case redirect_without_location:
    case bad_response:
    case truncated_body:
    case content_encoding:
      return "HttpError";
    case robots_refused:
    case address_refused:
    case port_refused:
    case file_root_refused:
      return "PermissionError";
    case io_failed:
    case no_space:
      return "IoError";
    case not_found:
      return "ExistenceError";
    case archive_encrypted:
    case too_many_filters:
    case too_many_entries:
    case too_deep_archive:
    case too_large_unpacked:
    case ratio_exceeded:
    case unsupported_archive:
      return "ArchiveError";
    case no_encoding:
      return "EncodingError";
    default:
      return class_of_rule(code, format);
  }
}

}  // namespace

vocabulary::class_name error_class_of(errc code, rdf_format format, std::string_view http_status) {
  return {vocabulary::error, local_name(code, format, http_status)};
}

}  // namespace laundromat
