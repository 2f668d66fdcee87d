// Reads a bundle once into a sealed copy.
// SPDX-License-Identifier: Apache-2.0
#include "app/cluster/cluster_bundle.hpp"

namespace laundromat {
namespace {

tls_files files_of(const sealed_file& file) {
  const auto path = file.path().string();
  return {path, path, path};
}

}  // namespace

result<cluster_bundle> cluster_bundle::open(const std::filesystem::path& path, timestamp now) {
  const auto about_file = [&](const failure& why) {
    return fail(errc::configuration, path.string() + ": " + why.detail);
  };
  const auto text = read_private_file(path);
  if (!text && text.error().code == errc::configuration) return tl::unexpected(text.error());
  if (!text)
    return fail(errc::configuration, text.error().detail +
                                         ": name the file that `laundromat cluster init` or `laundromat "
                                         "cluster invite` made");
  auto facts = check_bundle(*text, now);
  if (!facts) return about_file(facts.error());
  auto copy = sealed_file::copy_of(*text);
  if (!copy) return tl::unexpected(copy.error());
  const auto files = files_of(*copy);
  if (auto met = perform_handshake(files, files, now); !met) return about_file(met.error());
  return cluster_bundle{*std::move(copy), *std::move(facts)};
}

tls_files cluster_bundle::files() const {
  return files_of(file_);
}

}  // namespace laundromat
