// The table from causes to classes of errors.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/error_class.hpp"

namespace laundromat {

namespace {

std::string_view class_of_parser(rdf_format format) {
  switch (format) {
    case rdf_format::turtle:
    case rdf_format::trig:
      return "TurtleParserError";
    case rdf_format::rdf_xml:
      return "RdfxmlParserError";
    default:
      return "RdfParserError";
  }
}

std::string_view class_of_status(std::string_view status) {
  if (status.starts_with('4')) return "4xxHttpError";
  return status.starts_with('5') ? "5xxHttpError" : "HttpError";
}

/// Where the list of errors begins with what readers find in a document.
constexpr auto first_reader_error = errc::syntax_error;

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
    case archive_damaged:
    case archive_encrypted:
    case too_many_filters:
    case too_many_entries:
    case too_deep_archive:
    case too_large_unpacked:
    case ratio_exceeded:
    case unsupported_archive:
    case truncated_stream:
    case trailing_garbage:
      return "ArchiveError";
    case no_encoding:
      return "EncodingError";
    case illegal_utf8:
    case undecodable_bytes:
      return "CharacterEncodingError";
    case syntax_error:
      return "SyntaxError";
    case missing_prefix:
      return "MissingTurtlePrefixDefinition";
    case repeated_id:
      return "RedefinedRdfId";
    case bad_xml_name:
      return "XmlNameError";
    case mismatched_tag:
    case undeclared_namespace:
    case bad_attribute:
    case unknown_entity:
    case xml_syntax:
    case bare_ampersand:
      return "XmlParserError";
    case tag_soup:
      return "SgmlParserError";
    default:
      return code >= first_reader_error && format != rdf_format::unknown ? class_of_parser(format) : "Error";
  }
}

}  // namespace

vocabulary::class_name error_class_of(errc code, rdf_format format, std::string_view http_status) {
  return {vocabulary::error, local_name(code, format, http_status)};
}

}  // namespace laundromat
