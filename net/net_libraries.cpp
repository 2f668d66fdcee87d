// The versions of libcurl, its HTTP/2 library, and libpsl. The TLS library is OpenSSL, whose version core/base returns.
// SPDX-License-Identifier: Apache-2.0
#include "net/net_libraries.hpp"

#include <curl/curl.h>
#include <libpsl.h>

namespace laundromat {

std::vector<library_version> net_libraries() {
  const auto* info = ::curl_version_info(CURLVERSION_NOW);
  std::vector<library_version> out{{"libcurl", info->version}};
  if (info->age >= CURLVERSION_SIXTH && info->nghttp2_version)
    out.push_back({"nghttp2", info->nghttp2_version});
  const std::string_view psl = ::psl_get_version();  // the number, followed by the libraries of libpsl
  out.push_back({"libpsl", std::string(psl.substr(0, psl.find(' ')))});
  return out;
}

}  // namespace laundromat
