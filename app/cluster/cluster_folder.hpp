// The folder in which somebody keeps a cluster: who may join its engine is decided here.
// SPDX-License-Identifier: Apache-2.0
//
//   ca.key                   signs invitations: whoever has it lets machines in. It never leaves the folder.
//   ca.pem                   the certificate of the CA
//   invited/NAME-SERIAL.pem  what was signed, for ever, without the private key
//   NAME.pem                 bundles (`net/cluster/certificate.hpp`): the engine's stays, a machine's is carried to it
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "net/cluster/certificate.hpp"

namespace laundromat {

/// Whom to invite.
struct cluster_node {
  std::string name;
  std::filesystem::path output;  ///< of the bundle; empty: `NAME.pem` in the folder of the cluster
  std::chrono::days valid = machine_days;
  bool is_again = false;  ///< also when an invitation of that name is still valid
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

/// Makes the folder, with a new CA and the bundle of its first node, the engine; all of it, or nothing.
/// Errors: `invalid_argument` when something of that name is there, or for what `invite_machine` refuses; `io_failed`, `no_space`,
/// `internal`.
[[nodiscard]] result<cluster_invitation> make_cluster(const std::filesystem::path& folder,
                                                      const cluster_node& engine, timestamp now);

/// Signs a certificate and writes the bundle. It is on record before the bundle is there.
/// Errors: `not_found` when the folder holds no cluster; `invalid_argument` for a node who is invited already, a file that is there
/// already, or what `invite_machine` refuses; `configuration` when the CA cannot be used; `io_failed`, `no_space`, `internal`.
[[nodiscard]] result<cluster_invitation> invite_to_cluster(const std::filesystem::path& folder,
                                                           const cluster_node& node, timestamp now);

/// Errors: `not_found` when the folder holds no cluster, `configuration` for a certificate that cannot be read, `io_failed`.
[[nodiscard]] result<cluster_members> read_cluster(const std::filesystem::path& folder);

}  // namespace laundromat
