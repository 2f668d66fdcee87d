// Writes and reads the CA, the certificates that it signed, and the bundles.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_folder.hpp"

#include <algorithm>
#include <tuple>

#include "storage/files/private_file.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr auto key_file = "ca.key";
constexpr auto certificate_file = "ca.pem";
constexpr auto record_folder = "invited";
constexpr std::uint64_t most_bytes = 1 << 20;

result<std::string> read_text(const fs::path& path) {
  auto source = open_file_source(path);
  if (!source) return tl::unexpected(source.error());
  return read_all(**source, most_bytes);
}

result<certificate_facts> read_facts(const fs::path& path) {
  const auto text = read_text(path);
  if (!text) return tl::unexpected(text.error());
  auto facts = read_certificate(*text);
  if (!facts) return fail(facts.error().code, path.string() + ": " + facts.error().detail);
  return facts;
}

/// A bundle of this name would overwrite the certificate of the CA.
result<void> check_name(const std::string& name) {
  if (name == fs::path{certificate_file}.stem())
    return fail(errc::invalid_argument, "`" + name + "` is the CA's name here: choose another");
  return {};
}

fs::path bundle_path(const fs::path& folder, const cluster_node& node) {
  return node.output.empty() ? folder / (node.name + ".pem") : node.output;
}

result<cluster_invitation> sign_and_write(const authority& by, const fs::path& folder,
                                          const cluster_node& node, timestamp now) {
  auto made = invite_machine(by, node.name, now, node.valid);
  if (!made) return tl::unexpected(made.error());
  const auto record = folder / record_folder / (node.name + "-" + made->facts.serial + ".pem");
  const auto bundle = bundle_path(folder, node);
  if (auto kept = write_private_file(record, made->certificate); !kept) return tl::unexpected(kept.error());
  if (auto written = write_private_file(bundle, made->bundle); !written) {
    std::error_code ignored;
    fs::remove(record, ignored);
    return tl::unexpected(written.error());
  }
  return cluster_invitation{bundle, std::move(made->facts)};
}

/// Writes all files into a temporary folder.
result<cluster_invitation> fill(const fs::path& folder, const cluster_node& engine, timestamp now) {
  const auto by = make_authority(now);
  if (!by) return tl::unexpected(by.error());
  if (auto made = make_private_folder(folder); !made) return tl::unexpected(made.error());
  if (auto made = make_private_folder(folder / record_folder); !made) return tl::unexpected(made.error());
  if (auto written = write_private_file(folder / key_file, by->key); !written)
    return tl::unexpected(written.error());
  if (auto written = write_private_file(folder / certificate_file, by->certificate); !written)
    return tl::unexpected(written.error());
  return sign_and_write(*by, folder, engine, now);
}

result<authority> open_authority_of(const fs::path& folder) {
  auto certificate = read_text(folder / certificate_file);
  if (!certificate && certificate.error().code == errc::not_found)
    return fail(errc::not_found, "no cluster in " + folder.string() +
                                     ": make one with `laundromat cluster init`, or name another --folder");
  if (!certificate) return tl::unexpected(certificate.error());
  auto key = read_private_file(folder / key_file);
  if (!key) return tl::unexpected(key.error());
  return authority{*std::move(certificate), *std::move(key)};
}

result<void> check_not_invited(const fs::path& folder, const cluster_node& node, timestamp now) {
  const auto members = read_cluster(folder);
  if (!members) return tl::unexpected(members.error());
  const auto found = std::ranges::find_if(
      members->invited, [&](const auto& one) { return one.name == node.name && one.until > now; });
  if (found == members->invited.end() || node.is_again) return {};
  return fail(errc::invalid_argument, node.name + " is invited already, until " + to_iso8601(found->until) +
                                          ": `--again` makes another bundle, and the first one stays valid");
}

}  // namespace

result<cluster_invitation> make_cluster(const fs::path& folder, const cluster_node& engine, timestamp now) {
  if (auto fine = check_name(engine.name); !fine) return tl::unexpected(fine.error());
  auto whole = (fs::current_path() / folder).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(whole, ignored)))
    return fail(errc::invalid_argument,
                whole.string() +
                    " exists and is not changed: `laundromat cluster invite NAME` invites a machine to "
                    "an existing cluster; for a new cluster name another --folder");
  if (auto made = make_folders(whole.parent_path()); !made) return tl::unexpected(made.error());
  const auto staged = whole.parent_path() / (".cluster-" + fresh_name());
  auto made = fill(staged, engine, now);
  result<void> placed;
  if (made) placed = rename_file(staged, whole);
  if (!made || !placed) fs::remove_all(staged, ignored);
  if (!placed) return tl::unexpected(placed.error());
  if (made) made->bundle = bundle_path(folder, engine);
  return made;
}

result<cluster_invitation> invite_to_cluster(const fs::path& folder, const cluster_node& node,
                                             timestamp now) {
  if (auto fine = check_name(node.name); !fine) return tl::unexpected(fine.error());
  const auto by = open_authority_of(folder);
  if (!by) return tl::unexpected(by.error());
  if (auto fine = check_not_invited(folder, node, now); !fine) return tl::unexpected(fine.error());
  return sign_and_write(*by, folder, node, now);
}

result<cluster_members> read_cluster(const fs::path& folder) {
  cluster_members members;
  auto ca = read_facts(folder / certificate_file);
  if (!ca && ca.error().code == errc::not_found)
    return fail(errc::not_found, "no cluster in " + folder.string() +
                                     ": make one with `laundromat cluster init`, or name another --folder");
  if (!ca) return tl::unexpected(ca.error());
  members.ca = *std::move(ca);
  std::error_code failed;
  for (fs::directory_iterator at{folder / record_folder, failed}, end; !failed && at != end;
       at.increment(failed)) {
    if (at->path().extension() != ".pem") continue;
    auto facts = read_facts(at->path());
    if (!facts) return tl::unexpected(facts.error());
    members.invited.push_back(*std::move(facts));
  }
  if (failed)
    return fail(errc::io_failed, "list " + (folder / record_folder).string() + ": " + failed.message());
  std::ranges::sort(members.invited, {}, [](const auto& one) {
    return std::tuple{one.name, one.from, one.serial};
  });
  return members;
}

}  // namespace laundromat
