// Tests of the messages of a run to a service manager, on a socket in its place.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>
#include <vector>

#include "app/terminal/exit_code.hpp"
#include "storage/files/posix_file.hpp"
#include "tests/app/child_program.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

using clock = std::chrono::steady_clock;

/// The receiving end of NOTIFY_SOCKET.
class service_manager {
 public:
  service_manager() : socket_{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)} {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    address().copy(name.sun_path, sizeof name.sun_path - 1);
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
      throw std::runtime_error("bind " + address());
  }

  [[nodiscard]] std::string address() const { return (folder_.path() / "notify").string(); }
  [[nodiscard]] std::string data() const { return (folder_.path() / "data").string(); }

  /// A run of the demonstration until it is stopped.
  [[nodiscard]] std::vector<std::string> run_below(const std::string& more_of_environment) const {
    return {
        "/usr/bin/env", "NOTIFY_SOCKET=" + address(), more_of_environment, program_path(), "--data", data(),
        "run",          source_path("conf/demo.yaml")};
  }

  /// Waits until an assignment with this beginning was received `times` times; false when none arrives for a minute.
  bool receives(std::string_view beginning, std::ptrdiff_t times = 1) {
    const auto until = clock::now() + std::chrono::seconds{60};
    while (std::ranges::count_if(received_, [&](const auto& one) { return one.starts_with(beginning); }) <
           times)
      if (!receive_more(until)) return false;
    return true;
  }
  [[nodiscard]] std::ptrdiff_t place_of(std::string_view beginning) const {
    return std::ranges::find_if(received_, [&](const auto& one) { return one.starts_with(beginning); }) -
           received_.begin();
  }
  [[nodiscard]] std::string all() const {
    std::string out;
    for (const auto& one : received_) out.append(one).append("\n");
    return out;
  }

 private:
  bool receive_more(clock::time_point until) {
    pollfd ready{socket_.get(), POLLIN, 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - clock::now()).count();
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) return false;
    char buffer[4096];
    const auto n = ::recv(socket_.get(), buffer, sizeof buffer, 0);
    if (n <= 0) return false;
    std::istringstream lines{std::string(buffer, static_cast<std::size_t>(n))};
    for (std::string line; std::getline(lines, line);) received_.push_back(line);
    return true;
  }

  temporary_folder folder_;
  file_descriptor socket_;
  std::vector<std::string> received_;
};

TEST(service, a_run_reports_ready_progress_and_stopping_R01) {
  service_manager manager;
  child_program run{manager.run_below("WATCHDOG_USEC=")};
  ASSERT_TRUE(manager.receives("READY=1")) << manager.all() << run.output();
  EXPECT_EQ(manager.place_of("STATUS=opening the data folder"), 0) << manager.all();
  ASSERT_TRUE(manager.receives("STATUS=done 22 ")) << manager.all() << run.output();
  run.signal(SIGTERM);
  ASSERT_TRUE(manager.receives("STOPPING=1")) << manager.all() << run.output();
  EXPECT_EQ(run.exit_code(), exit_interrupted) << run.output();
  EXPECT_LT(manager.place_of("READY=1"), manager.place_of("STATUS=done")) << manager.all();
  EXPECT_LT(manager.place_of("STATUS=done"), manager.place_of("STOPPING=1")) << manager.all();
  EXPECT_EQ(manager.all().find("WATCHDOG"), std::string::npos) << "nobody asked for it";
}

TEST(service, an_idle_run_sends_heartbeats_R01) {
  service_manager manager;
  child_program run{manager.run_below("WATCHDOG_USEC=300000")};
  ASSERT_TRUE(manager.receives("STATUS=done 22 ")) << manager.all() << run.output();
  EXPECT_TRUE(manager.receives("WATCHDOG=1", 20)) << manager.all() << run.output();
}

TEST(service, a_run_that_cannot_start_is_never_ready) {
  service_manager manager;
  child_program first{manager.run_below("WATCHDOG_USEC=")};
  ASSERT_TRUE(manager.receives("READY=1")) << manager.all() << first.output();
  child_program second{manager.run_below("WATCHDOG_USEC=")};
  EXPECT_EQ(second.exit_code(), exit_locked) << second.output();
  first.signal(SIGTERM);
  EXPECT_EQ(first.exit_code(), exit_interrupted) << first.output();
  ASSERT_TRUE(manager.receives("STOPPING=1"));
  EXPECT_EQ(manager.all().find("READY=1"), manager.all().rfind("READY=1")) << manager.all();
}

}  // namespace
}  // namespace laundromat
