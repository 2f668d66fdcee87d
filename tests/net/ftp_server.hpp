// A small FTP server with the faults that servers have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace laundromat::test {

struct ftp_faults {
  bool refuses_login = false;
  bool is_full = false;              ///< greets with 421
  std::string stalls_at{};           ///< a command that is never answered; `greeting`: the connection
  bool never_completes = false;      ///< says nothing after the file
  bool cuts_data = false;            ///< closes the data connection after half of the file, and says 426
  bool has_extended_passive = true;  ///< knows EPSV
  std::string passive_address{};     ///< that PASV names: `10,0,0,1`; empty: its own
  std::uint16_t passive_port = 0;    ///< that PASV and EPSV name; 0: its own
};

/// Listens on 127.0.0.1 at a port that the system chooses, in its own thread, one client after the other, until it is destroyed. Source: RFC 959, RFC 2428.
class ftp_server {
 public:
  explicit ftp_server(std::map<std::string, std::string> files, ftp_faults faults = {});
  ~ftp_server();
  ftp_server(const ftp_server&) = delete;
  ftp_server& operator=(const ftp_server&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// `path` with its first slash.
  [[nodiscard]] std::string url(const std::string& path) const;
  /// All commands so far.
  [[nodiscard]] std::vector<std::string> commands() const;

 private:
  class session;
  void run();

  std::map<std::string, std::string> files_;  ///< by path without its first slash
  ftp_faults faults_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> commands_;
  std::thread thread_;
};

}  // namespace laundromat::test
