// Reads files of graphs to their ends.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/graph_check.hpp"

#include "storage/graphs/graph_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

const fs::path graphs = "graphs", receipts = "receipts";

/// What is wrong with a file; empty: nothing.
std::string fault_of(const graph_folder& folder, const graph_file& file) {
  const auto source = folder.read(file);
  if (!source) return to_string(source.error());
  content_hasher hasher;
  std::string buffer(std::size_t{1} << 17, '\0');
  for (;;) {
    const auto n = (*source)->read(buffer);
    if (!n) return to_string(n.error());
    if (*n == 0) break;
    hasher.update({buffer.data(), *n});
  }
  if (hasher.finish() != file.digest) return "its lines have another digest than the journal says";
  if (const auto blocks = folder.read_blocks(file); !blocks) return "its index: " + to_string(blocks.error());
  return {};
}

}  // namespace

result<std::vector<std::pair<fs::path, std::string>>> check_graphs(const safe_folder& data, journal& db) {
  graph_records records{db};
  const auto providers = records.providers();
  if (!providers) return tl::unexpected(providers.error());
  std::vector<std::pair<fs::path, std::string>> faults;
  for (const auto& provider : *providers) {
    const auto files = records.files(provider.id);
    if (!files) return tl::unexpected(files.error());
    if (files->empty()) continue;
    const auto folder = graph_folder::open_to_read(data, provider.name);
    for (const auto& file : *files)
      if (auto fault = folder ? fault_of(*folder, file) : to_string(folder.error()); !fault.empty())
        faults.emplace_back(graphs / provider.name / file.name(), std::move(fault));
  }
  return faults;
}

result<std::vector<fs::path>> paths_of_graphs(const safe_folder& data, journal& db) {
  graph_records records{db};
  const auto providers = records.providers();
  if (!providers) return tl::unexpected(providers.error());
  std::vector<fs::path> paths;
  for (const auto& provider : *providers) {
    const auto files = records.files(provider.id);
    if (!files) return tl::unexpected(files.error());
    for (const auto& file : *files)
      for (const auto* end : {"", ".index"}) paths.push_back(graphs / provider.name / (file.name() + end));
  }
  // Those of providers that were dropped stay, too.
  std::vector<std::string> names;
  const auto listed = data.list(receipts, [&](const std::string& name) { names.push_back(name); });
  if (!listed && listed.error().code != errc::not_found) return tl::unexpected(listed.error());
  for (const auto& one : names)
    if (auto files = data.list(receipts / one,
                               [&](const std::string& name) {
                                 if (!name.starts_with('.')) paths.push_back(receipts / one / name);
                               });
        !files)
      return tl::unexpected(files.error());
  return paths;
}

}  // namespace laundromat
