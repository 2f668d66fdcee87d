// The folder of a cluster's CA, which decides who may join the engine.
// SPDX-License-Identifier: Apache-2.0
//
//   ca.key                   signs invitations: anyone who has it can admit machines. It never leaves the folder.
//   ca.pem                   the certificate of the CA
//   invited/NAME-SERIAL.pem  every signed certificate, without its private key
//   NAME.pem                 bundles (`net/cluster/certificate.hpp`): the engine's stays here, a machine's is copied to it
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "net/cluster/certificate.hpp"

namespace laundromat {

/// The machine to invite.
struct cluster_node {
  std::string name;
  std::filesystem::path output;  ///< of the bundle; empty: `NAME.pem` in the folder of the cluster
  std::chrono::days valid = machine_days;
  bool is_again = false;  ///< invite even when an invitation of that name is still valid
};

/// A bundle that was written.
struct cluster_invitation {
  std::filesystem::path bundle;
  certificate_facts facts;
};

struct cluster_members {
  certificate_facts ca;
  std::vector<certificate_facts> invited;  ///< by name, the newest last
};

/// Creates the folder with a new CA and the bundle of the engine, all or nothing.
/// Errors: `invalid_argument` when that name exists, and those of `invite_machine`; `io_failed`, `no_space`,
/// `internal`.
[[nodiscard]] result<cluster_invitation> make_cluster(const std::filesystem::path& folder,
                                                      const cluster_node& engine, timestamp now);

/// Signs a certificate, records it in the folder, and then writes the bundle.
/// Errors: `not_found` when the folder has no cluster; `invalid_argument` for a node that is already invited, an output file that
/// exists, or an invalid name; `configuration` when the CA cannot be used; `io_failed`, `no_space`, `internal`.
[[nodiscard]] result<cluster_invitation> invite_to_cluster(const std::filesystem::path& folder,
                                                           const cluster_node& node, timestamp now);

/// Lists the invited nodes. Errors: `not_found` when the folder has no cluster, `configuration` for a certificate that cannot be read, `io_failed`.
[[nodiscard]] result<cluster_members> read_cluster(const std::filesystem::path& folder);

}  // namespace laundromat
