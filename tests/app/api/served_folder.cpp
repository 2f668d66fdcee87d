// Starts the server, and writes requests.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/api/served_folder.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {

guard_settings served_folder::open_guard() {
  guard_settings guard;
  guard.token = api_token;
  guard.rate.requests_per_second = guard.rate.burst = 1e9;
  return guard;
}

served_folder::served_folder(std::filesystem::path data, guard_settings guard,
                             std::optional<label_index> labels) {
  const std::lock_guard hold{starting_};
  auto server = http_server::start({}, [this](const http_request& request) {
    { const std::lock_guard wait{starting_}; }
    return service_->answer(request);
  });
  EXPECT_TRUE(server) << server.error().detail;
  server_.emplace(*std::move(server));
  web_settings settings;
  settings.data = std::move(data);
  settings.guard = std::move(guard);
  settings.labels = std::move(labels);
  settings.guard.names = {"127.0.0.1", server_->port(), settings.guard.names.public_base};
  service_ = std::make_unique<web_service>(std::move(settings));
}

raw_response served_folder::send(const std::string& method, const std::string& target,
                                 const std::string& fields, const std::string& body) const {
  raw_client client{port()};
  auto head = method + ' ' + target + " HTTP/1.1\r\n";
  if (fields.find("Host:") == fields.npos) head += "Host: " + authority() + "\r\n";
  head += fields;
  if (!body.empty() || method == "POST") head += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return client.ask(head + "\r\n" + body);
}

raw_response served_folder::post(const std::string& target, const std::string& body) const {
  return send("POST", target,
              "Content-Type: application/json\r\nAuthorization: Bearer " + std::string{api_token} + "\r\n",
              body);
}

std::string encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      out.push_back(c);
      continue;
    }
    out.append({'%', digits[byte >> 4U], digits[byte & 15U]});
  }
  return out;
}

}  // namespace laundromat::test
