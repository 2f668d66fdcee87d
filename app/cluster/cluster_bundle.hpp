// The bundle that this process shows when it meets another of its cluster.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "net/cluster/bundle.hpp"
#include "storage/files/private_file.hpp"

namespace laundromat {

/// A bundle that was checked, as long as it lives. It is a sealed copy: CAF reads its files anew at each connection and ends the process
/// when it cannot, so that a file which is renewed or removed meanwhile must not matter. It is read once, when the process starts.
class cluster_bundle {
 public:
  /// Errors: `configuration`, with the file, what is wrong with it, and what to do: see `check_bundle`, `perform_handshake`,
  /// `read_private_file`. `io_failed`, `no_space` when the machine refuses a copy.
  [[nodiscard]] static result<cluster_bundle> open(const std::filesystem::path& path, timestamp now);

  /// Of the copy, open for reading.
  [[nodiscard]] int descriptor() const { return file_.descriptor(); }
  /// For CAF's options; they name files that only this process can open, while this lives.
  [[nodiscard]] tls_files files() const;
  /// Under which name, and until when.
  [[nodiscard]] const certificate_facts& facts() const { return facts_; }

 private:
  cluster_bundle(sealed_file file, certificate_facts facts)
      : file_(std::move(file)), facts_(std::move(facts)) {}

  sealed_file file_;
  certificate_facts facts_;
};

}  // namespace laundromat
