// Writes problem details with nlohmann's JSON.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/problem.hpp"

#include <nlohmann/json.hpp>

namespace laundromat {

std::string to_json(const http_problem& problem) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  if (!problem.type.empty()) out["type"] = problem.type;
  out["title"] = problem.title.empty() ? std::string{reason_phrase(problem.status)} : problem.title;
  out["status"] = problem.status;
  if (!problem.detail.empty()) out["detail"] = problem.detail;
  if (!problem.instance.empty()) out["instance"] = problem.instance;
  for (const auto& [name, value] : problem.members) {
    const bool is_standard = name == "type" || name == "detail" || name == "instance";
    if (is_standard || out.contains(name)) continue;
    std::visit([&, &key = name](const auto& given) { out[key] = given; }, value);
  }
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 428:
      return "Precondition Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    case 507:
      return "Insufficient Storage";
    default:
      return "Unknown Status";
  }
}

}  // namespace laundromat
