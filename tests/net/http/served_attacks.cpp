// A server for the attack test: small answers, a large file, bodies that are written, events. Prints its port, and its counters when it is asked.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "net/http/http_server.hpp"

namespace laundromat::test {
namespace {

constexpr std::uint64_t file_bytes = 64 * 1024 * 1024;

std::shared_ptr<const open_file> large_file() {
  std::string name = "/tmp/served_attacks.XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  ::unlink(name.c_str());
  if (descriptor < 0 || ::ftruncate(descriptor, static_cast<off_t>(file_bytes)) != 0) return nullptr;
  return std::make_shared<const open_file>(descriptor);
}

http_response answer(const http_request& request, const std::shared_ptr<const open_file>& file) {
  if (request.path == "/file") return {200, {}, file_range{file, 0, file_bytes}};
  if (request.path == "/text") return {200, {}, std::string(1 << 20, 'x')};
  if (request.path == "/events")
    return {200, {{"Content-Type", "text/event-stream"}}, event_stream{"data: first\n\n"}};
  if (request.path == "/written")
    return {200, {}, body_writer{[](const body_sink& into) {
              for (int i = 0; i < 4'096; ++i)
                if (!into(std::string(16'384, 'x'))) return false;
              return true;
            }}};
  return {200,
          {{"Content-Type", "text/plain"}},
          request.method + " " + request.path + " " + std::to_string(request.body.size()) + "\n"};
}

std::uint64_t resident_kib() {
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stoull(line.substr(6));
  return 0;
}

// The counters as JSON.
std::string counters(const http_counts& counts) {
  return "{\"requests\": " + std::to_string(counts.requests) +
         ", \"refused_connections\": " + std::to_string(counts.refused_connections) +
         ", \"refused_requests\": " + std::to_string(counts.refused_requests) +
         ", \"timeouts\": " + std::to_string(counts.timeouts) +
         ", \"connections\": " + std::to_string(counts.connections) +
         ", \"event_streams\": " + std::to_string(counts.event_streams) +
         ", \"resident_kib\": " + std::to_string(resident_kib()) + "}";
}

// `publish BYTES`: the microseconds that it took. Any other line: the counters.
int serve(const http_limits& limits) {
  const auto file = large_file();
  auto server = http_server::start({.limits = limits},
                                   [file](const http_request& request) { return answer(request, file); });
  if (!server) {
    std::cerr << server.error().detail << "\n";
    return 1;
  }
  std::cout << server->port() << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.starts_with("publish ")) {
      std::cout << counters(server->counts()) << std::endl;
      continue;
    }
    const auto event = "data: " + std::string(std::stoul(line.substr(8)), 'e') + "\n\n";
    const auto begin = std::chrono::steady_clock::now();
    server->publish(event);
    const auto taken = std::chrono::steady_clock::now() - begin;
    std::cout << std::chrono::duration_cast<std::chrono::microseconds>(taken).count() << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace laundromat::test

// served_attacks CONNECTIONS CONNECTIONS_OF_ADDRESS SECONDS: of the time limits.
int main(int, char** arguments) {
  // As in the program: a client that goes must not end it, whatever the setting of whoever starts it.
  ::signal(SIGPIPE, SIG_DFL);
  rlimit descriptors{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
  laundromat::http_limits limits;
  limits.connections = std::stoul(arguments[1]);
  limits.connections_of_address = std::stoul(arguments[2]);
  limits.head_time = limits.request_time = limits.idle_time = limits.slow_time =
      std::chrono::seconds{std::stol(arguments[3])};
  return laundromat::test::serve(limits);
}
