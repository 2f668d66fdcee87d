// Tests of the server of a real run: metrics, probes and events, and that the engine keeps it and ends it.
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <thread>

#include "app/serve/engine_server.hpp"
#include "app/terminal/exit_code.hpp"
#include "net/sockets/listener.hpp"
#include "storage/files/private_file.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/child_program.hpp"
#include "tests/net/http/raw_client.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat::test {
namespace {

using std::chrono::seconds;

/// A port at which nobody listens now, and that the system gives to no client: otherwise a connection of another test could have it before the server listens there.
std::uint16_t unused_port() {
  std::random_device any;
  for (int tries = 0; tries < 100; ++tries) {
    const auto port = static_cast<std::uint16_t>(std::uniform_int_distribution{20'000, 32'000}(any));
    const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is_free = ::bind(one, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
    ::close(one);
    if (is_free) return port;
  }
  ADD_FAILURE() << "no port from 20000 to 32000 is free";
  return 0;
}

/// The processes that this one has started.
std::vector<int> children_of(int process) {
  const auto id = std::to_string(process);
  std::istringstream text{read_file("/proc/" + id + "/task/" + id + "/children")};
  std::vector<int> all;
  for (const auto& task : std::filesystem::directory_iterator{"/proc/" + id + "/task"}) {
    std::istringstream children{read_file(task.path() / "children")};
    for (int child = 0; children >> child;) all.push_back(child);
  }
  return all;
}

/// The child that serves; -1: there is none.
int server_of(int engine) {
  for (const int child : children_of(engine))
    if (read_file("/proc/" + std::to_string(child) + "/cmdline").find(std::string{"serve\0", 6}) !=
        std::string::npos)
      return child;
  return -1;
}

template <class Condition>
bool becomes(Condition&& condition) {
  const auto deadline = std::chrono::steady_clock::now() + seconds{60};
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

class served_run : public testing::Test {
 protected:
  void make_campaign(const std::string& more_of_http = {}) {
    std::filesystem::copy(source_path("conf/demo-web"), folder_.path() / "site",
                          std::filesystem::copy_options::recursive);
    std::filesystem::copy_file(source_path("conf/demo-web.rules"), folder_.path() / "site.rules");
    std::ofstream{folder_.path() / "campaign.yaml"}
        << "name: test\ndata: data\n"
           "contact: {product: Test, url: 'https://example.org/', mail: a@example.org}\n"
           "serve: {folder: site, rules: site.rules}\nseeds: ['{serve}/']\n"
           "discovery: {robots_sitemaps: true}\n"
           "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
           "network: {retries_s: [], allow: [127.0.0.1]}\nhttp:\n  port: "
        << port_ << "\n  requests_per_second: 0\n"
        << more_of_http;
  }
  [[nodiscard]] std::filesystem::path data() const { return folder_.path() / "data"; }
  [[nodiscard]] std::vector<std::string> run_command() const {
    return {program_path(), "run", (folder_.path() / "campaign.yaml").string(), "--data", data().string()};
  }
  [[nodiscard]] raw_response get(const std::string& path) const {
    raw_client client{port_};
    return client.ask("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n\r\n");
  }
  /// Waits until it is served, for the first time or after so many starts. Who connects before may get a socket that is connected with itself.
  [[nodiscard]] bool is_served(child_program& engine, std::size_t times = 1) const {
    return engine.prints("the API is served at", times) &&
           becomes([this] { return get("/readyz").status == 200; });
  }
  [[nodiscard]] raw_client follow() const {
    raw_client client{port_};
    EXPECT_TRUE(
        client.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n\r\n"));
    return client;
  }

  temporary_folder folder_;
  std::uint16_t port_ = unused_port();
};

TEST_F(served_run, is_measured_and_probed_and_steered_A16) {
  ASSERT_TRUE(write_private_file(folder_.path() / "api.token", "0123456789abcdef\n"));
  make_campaign("  token_file: api.token\n");
  child_program engine{run_command()};
  ASSERT_TRUE(is_served(engine)) << engine.output();
  EXPECT_TRUE(becomes([this] { return get("/metrics").body.find("laundromat_") != std::string::npos; }));
  EXPECT_TRUE(get("/metrics").field("content-type").starts_with("text/plain; version=0.0.4"));
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_TRUE(becomes([this] {
    const auto status = nlohmann::json::parse(get("/api/v1/status").body, nullptr, false);
    return status.is_object() && status["engine"].value("running", false) &&
           status["records"].contains("entry") && status["records"]["entry"].value("parsed", 0) >= 20;
  })) << get("/api/v1/status").body;
  raw_client client{port_};
  const std::string body = R"({"uri": "http://127.0.0.1:1/new.nt"})";
  const auto added =
      client.ask("POST /api/v1/seeds HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
                 "\r\nAuthorization: Bearer 0123456789abcdef\r\nContent-Type: application/json\r\n"
                 "Content-Length: " +
                 std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_EQ(added.status, 200) << added.body;
  EXPECT_TRUE(becomes([this] {
    return get("/api/v1/seeds?standing=failing").body.find("http://127.0.0.1:1/new.nt") != std::string::npos;
  })) << "the running engine has crawled what was added";
  EXPECT_TRUE(becomes([this] { return std::filesystem::exists(data() / "where/runs"); }))
      << "the index of IRIs is made meanwhile";
  EXPECT_TRUE(becomes([this] { return std::filesystem::exists(data() / "labels.sqlite"); }))
      << "and that of labels";
  engine.signal(SIGTERM);
  EXPECT_TRUE(engine.exit_code().has_value()) << engine.output();
}

TEST_F(served_run, sends_counts_and_transitions_as_they_happen_A16) {
  make_campaign();
  child_program engine{run_command()};
  ASSERT_TRUE(is_served(engine)) << engine.output();
  auto client = follow();
  // What was crawled before is not told again: a new seed is.
  ASSERT_EQ(ask_about(data(), {"retry", "--failed"}).code, exit_ok);
  EXPECT_TRUE(client.read_until_has("event: transition\ndata: {")) << client.received();
  EXPECT_TRUE(client.read_until("\n\n\r\n"));
  const auto& text = client.received();
  EXPECT_NE(text.find("Content-Type: text/event-stream"), text.npos);
  EXPECT_NE(text.find("event: counts\ndata: {"), text.npos);
  const auto at = text.find("event: transition\ndata: ") + 24;
  const auto fact = nlohmann::json::parse(text.substr(at, text.find('\n', at) - at), nullptr, false);
  EXPECT_TRUE(fact.is_object() && fact.contains("uri")) << text.substr(at, 300);
  engine.signal(SIGTERM);
  EXPECT_TRUE(engine.exit_code().has_value());
  EXPECT_TRUE(client.is_closed()) << "the stream ends with the engine";
}

TEST_F(served_run, keeps_its_streams_when_more_happens_than_is_told_A16) {
  serve_options options;
  options.data = filled_folder::get().data();
  options.port = port_;
  engine_server server{options, 0, program_path()};
  ASSERT_TRUE(becomes([this] { return get("/healthz").status == 200; }));
  auto client = follow();
  ASSERT_TRUE(client.read_until_has("retry: ")) << "it is told from now on";
  reported_transition fact;
  fact.uri = "https://example.org/";
  const auto bursts = [&] {
    std::size_t count = 0;
    for (auto at = client.received().find("event: skipped"); at != std::string::npos;
         at = client.received().find("event: skipped", at + 1))
      ++count;
    return count;
  };
  // What a busy server does not take at once is left out, so that one burst more may be needed.
  for (int i = 0; i < 1'000 && bursts() < 3; ++i) {
    for (int j = 0; j < 200; ++j) server.on_fact(fact);
    server.on_pulse({});
    ASSERT_TRUE(client.receive()) << "the stream has ended after " << client.received().size() << " bytes";
  }
  EXPECT_GE(bursts(), 3U);
}

TEST_F(served_run, gets_its_server_back_at_the_same_port_and_ends_it_A17) {
  make_campaign();
  child_program engine{run_command()};
  ASSERT_TRUE(is_served(engine)) << engine.output();
  auto before = -1;
  ASSERT_TRUE(becomes([&] { return (before = server_of(engine.id())) > 0; }));
  ASSERT_EQ(::kill(before, SIGKILL), 0);
  auto after = -1;
  ASSERT_TRUE(becomes([&] { return (after = server_of(engine.id())) > 0 && after != before; }))
      << engine.output();
  EXPECT_TRUE(is_served(engine, 2)) << engine.output();
  auto client = follow();
  EXPECT_TRUE(client.read_until_has("event: counts\n")) << "the new one is told, too";
  EXPECT_TRUE(engine.prints("the HTTP server ended with signal 9"));
  engine.signal(SIGTERM);
  EXPECT_TRUE(engine.exit_code().has_value());
  EXPECT_TRUE(becomes([&] { return !std::filesystem::exists("/proc/" + std::to_string(after)); }));
  EXPECT_EQ(get("/healthz").status, 0) << "nobody listens any more";
}

TEST_F(served_run, waits_for_a_port_that_is_taken_a_little_longer_A23) {
  make_campaign();
  auto taken = listen_at("127.0.0.1", port_);
  ASSERT_TRUE(taken) << to_string(taken.error());
  child_program engine{run_command()};
  EXPECT_TRUE(engine.prints("nothing can be served at 127.0.0.1 port")) << engine.output();
  ::close(*taken);
  EXPECT_TRUE(is_served(engine)) << engine.output();
  engine.signal(SIGTERM);
  EXPECT_TRUE(engine.exit_code().has_value());
}

TEST_F(served_run, that_is_killed_leaves_no_server_A17) {
  make_campaign();
  child_program engine{run_command()};
  ASSERT_TRUE(is_served(engine)) << engine.output();
  auto server = -1;
  ASSERT_TRUE(becomes([&] { return (server = server_of(engine.id())) > 0; }));
  engine.signal(SIGKILL);
  EXPECT_TRUE(engine.exit_code().has_value());
  EXPECT_TRUE(becomes([&] { return get("/healthz").status == 0; }));
}

TEST_F(served_run, does_not_begin_with_a_bad_token_A18) {
  const auto file = folder_.path() / "api.token";
  make_campaign("  token_file: api.token\n");
  const auto refused = [&](const std::string& why) {
    const auto got =
        ask({"run", (folder_.path() / "campaign.yaml").string(), "--data", data().string(), "--once"});
    EXPECT_EQ(got.code, exit_usage) << why;
    EXPECT_NE(got.err.find("campaign.yaml:12"), std::string::npos) << got.err;
    EXPECT_NE(got.err.find("http.token_file"), std::string::npos) << got.err;
    EXPECT_NE(got.err.find(why), std::string::npos) << got.err;
  };
  refused("api.token");
  ASSERT_TRUE(write_private_file(file, "short\n"));
  refused("at least 16 characters");
  std::filesystem::remove(file);
  ASSERT_TRUE(write_private_file(file, "0123456789 abcdef\n"));
  refused("only letters, digits");
  std::filesystem::remove(file);
  std::ofstream{file} << "0123456789abcdef\n";
  std::filesystem::permissions(file, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
  refused("api.token");
}

TEST_F(served_run, is_not_needed_to_serve_A18) {
  ASSERT_TRUE(std::filesystem::create_directories(data()));
  const auto& folder = filled_folder::get();
  child_program server{{program_path(), "serve", folder.data().string(), "--port", std::to_string(port_)}};
  ASSERT_TRUE(server.prints("until Ctrl-C")) << server.output();
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(get("/readyz").status, 200);
  EXPECT_EQ(get("/api/v1/status").status, 200);
  EXPECT_EQ(get("/api/v1/events").status, 503) << "no engine tells anything";
  EXPECT_NE(get("/metrics").body.find("laundromat_"), std::string::npos);
  const auto again = ask({"serve", folder.data().string(), "--port", std::to_string(port_)});
  EXPECT_EQ(again.code, exit_disk) << again.err;
  EXPECT_NE(again.err.find(std::to_string(port_)), std::string::npos) << again.err;
  server.signal(SIGTERM);
  EXPECT_EQ(server.exit_code(), exit_interrupted);
  EXPECT_EQ(ask({"serve", (folder_.path() / "nothing").string()}).code, exit_not_found);
}

}  // namespace
}  // namespace laundromat::test
