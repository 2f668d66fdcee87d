// One row per libcurl result that a transfer of http, https or ftp can have.
// SPDX-License-Identifier: Apache-2.0
#include "net/curl_errors.hpp"

#include <curl/curl.h>

#include <array>
#include <cerrno>

namespace laundromat {
namespace {

struct row {
  CURLcode code;
  errc before_head;
  errc after_head;
};

constexpr std::array<row, 44> rows{{
    {CURLE_OK, errc::ok, errc::ok},
    // The scheme is checked before, so this is a version or a status line that libcurl cannot
    // read.
    {CURLE_UNSUPPORTED_PROTOCOL, errc::bad_response, errc::bad_response},
    {CURLE_URL_MALFORMAT, errc::uri_syntax, errc::uri_syntax},
    {CURLE_COULDNT_RESOLVE_PROXY, errc::host_not_found, errc::host_not_found},
    {CURLE_PROXY, errc::connection_refused, errc::connection_refused},
    {CURLE_COULDNT_RESOLVE_HOST, errc::host_not_found, errc::host_not_found},
    {CURLE_COULDNT_CONNECT, errc::connection_refused, errc::connection_refused},
    {CURLE_WEIRD_SERVER_REPLY, errc::bad_response, errc::bad_response},
    {CURLE_REMOTE_ACCESS_DENIED, errc::bad_response, errc::truncated_body},
    {CURLE_FTP_WEIRD_PASS_REPLY, errc::bad_response, errc::bad_response},
    {CURLE_FTP_WEIRD_PASV_REPLY, errc::bad_response, errc::bad_response},
    {CURLE_FTP_WEIRD_227_FORMAT, errc::bad_response, errc::bad_response},
    {CURLE_FTP_CANT_GET_HOST, errc::bad_response, errc::bad_response},
    {CURLE_FTP_COULDNT_SET_TYPE, errc::bad_response, errc::bad_response},
    {CURLE_FTP_COULDNT_RETR_FILE, errc::bad_response, errc::truncated_body},
    {CURLE_QUOTE_ERROR, errc::bad_response, errc::bad_response},
    {CURLE_REMOTE_FILE_NOT_FOUND, errc::bad_response, errc::truncated_body},
    {CURLE_HTTP2, errc::bad_response, errc::truncated_body},
    {CURLE_PARTIAL_FILE, errc::truncated_body, errc::truncated_body},
    {CURLE_OUT_OF_MEMORY, errc::out_of_memory, errc::out_of_memory},
    {CURLE_OPERATION_TIMEDOUT, errc::http_timeout, errc::http_timeout},
    {CURLE_SSL_CONNECT_ERROR, errc::tls_failed, errc::tls_failed},
    {CURLE_GOT_NOTHING, errc::bad_response, errc::truncated_body},
    {CURLE_SSL_ENGINE_NOTFOUND, errc::tls_failed, errc::tls_failed},
    {CURLE_SSL_ENGINE_SETFAILED, errc::tls_failed, errc::tls_failed},
    {CURLE_SEND_ERROR, errc::connection_reset, errc::truncated_body},
    {CURLE_RECV_ERROR, errc::connection_reset, errc::truncated_body},
    {CURLE_SSL_CERTPROBLEM, errc::tls_failed, errc::tls_failed},
    {CURLE_SSL_CIPHER, errc::tls_failed, errc::tls_failed},
    {CURLE_PEER_FAILED_VERIFICATION, errc::tls_failed, errc::tls_failed},
    {CURLE_BAD_CONTENT_ENCODING, errc::content_encoding, errc::content_encoding},
    {CURLE_USE_SSL_FAILED, errc::tls_failed, errc::tls_failed},
    {CURLE_LOGIN_DENIED, errc::uri_syntax, errc::uri_syntax},
    {CURLE_SSL_CACERT_BADFILE, errc::tls_failed, errc::tls_failed},
    {CURLE_SSL_SHUTDOWN_FAILED, errc::tls_failed, errc::truncated_body},
    {CURLE_SSL_CRL_BADFILE, errc::tls_failed, errc::tls_failed},
    {CURLE_SSL_ISSUER_ERROR, errc::tls_failed, errc::tls_failed},
    {CURLE_CHUNK_FAILED, errc::truncated_body, errc::truncated_body},
    {CURLE_SSL_PINNEDPUBKEYNOTMATCH, errc::tls_failed, errc::tls_failed},
    {CURLE_SSL_INVALIDCERTSTATUS, errc::tls_failed, errc::tls_failed},
    {CURLE_HTTP2_STREAM, errc::bad_response, errc::truncated_body},
    {CURLE_SSL_CLIENTCERT, errc::tls_failed, errc::tls_failed},
    {CURLE_UNRECOVERABLE_POLL, errc::io_failed, errc::io_failed},
    {CURLE_TOO_MANY_REDIRECTS, errc::too_many_redirects, errc::too_many_redirects},
}};

errc errc_of_connect(int system_error) {
  switch (system_error) {
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EADDRNOTAVAIL:
      return errc::network_unreachable;
    case ETIMEDOUT:
      return errc::connection_timed_out;
    case ECONNRESET:
      return errc::connection_reset;
    default:
      return errc::connection_refused;
  }
}

}  // namespace

errc errc_of_curl(int curl_code, int system_error, hop_phase phase) {
  if (curl_code == CURLE_COULDNT_CONNECT) return errc_of_connect(system_error);
  // libcurl ends like this at a header line that is longer than its buffer.
  if (curl_code == CURLE_OUT_OF_MEMORY && phase == hop_phase::waiting) return errc::head_too_large;
  if (curl_code == CURLE_OPERATION_TIMEDOUT && phase == hop_phase::connecting)
    return errc::connection_timed_out;
  for (const auto& r : rows) {
    if (r.code == curl_code) return phase == hop_phase::receiving ? r.after_head : r.before_head;
  }
  return errc::internal;
}

}  // namespace laundromat
