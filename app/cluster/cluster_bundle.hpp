// The certificate bundle with which this process authenticates to other processes of its cluster.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "net/cluster/bundle.hpp"
#include "storage/files/private_file.hpp"

namespace laundromat {

/// A checked bundle, read once at start into a sealed copy in memory. CAF reads its files at each connection and ends the process when it
/// cannot, so the original may be replaced or removed while this object exists.
class cluster_bundle {
 public:
  /// Errors: `configuration`, with the file, its problem, and what to do: see `check_bundle`, `perform_handshake`,
  /// `read_private_file`. `io_failed`, `no_space` when the copy cannot be made.
  [[nodiscard]] static result<cluster_bundle> open(const std::filesystem::path& path, timestamp now);

  /// The descriptor of the copy, open for reading.
  [[nodiscard]] int descriptor() const { return file_.descriptor(); }
  /// Paths for CAF's options; only this process can open them, and only while this object exists.
  [[nodiscard]] tls_files files() const;
  /// The node's name and the dates of the certificate.
  [[nodiscard]] const certificate_facts& facts() const { return facts_; }

 private:
  cluster_bundle(sealed_file file, certificate_facts facts)
      : file_(std::move(file)), facts_(std::move(facts)) {}

  sealed_file file_;
  certificate_facts facts_;
};

}  // namespace laundromat
