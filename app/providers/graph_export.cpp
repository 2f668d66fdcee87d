// Writes graphs with their names.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/graph_export.hpp"

#include "app/publish/part_files.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

result<void> copy(byte_source& from, byte_sink& to) {
  std::string buffer(std::size_t{1} << 17, '\0');
  for (;;) {
    const auto n = from.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return {};
    if (auto written = to.write({buffer.data(), *n}); !written) return written;
  }
}

/// One file of an export.
result<void> write_file(const safe_folder& data, journal& db, const std::vector<exported_graph>& graphs,
                        const std::filesystem::path& file, rdf_format format) {
  part_settings settings;
  settings.path = file;
  settings.is_packed = file.string().ends_with(".gz");
  part_files out{settings};
  for (const auto& one : graphs) {
    auto folder = graph_folder::open_to_read(data, one.provider.name);
    if (!folder) return tl::unexpected(folder.error());
    versioned_graph graph{*std::move(folder), db, one.provider};
    if (auto written = write_graph(graph, one, format, out); !written) return written;
  }
  return out.finish();
}

}  // namespace

result<void> write_graph(versioned_graph& graph, const exported_graph& what, rdf_format format,
                         byte_sink& out) {
  const document_opener open = [&]() -> result<byte_source_ptr> {
    auto lines = graph.read(what.version);
    if (!lines || !what.is_named) return lines;
    return make_graph_source(*std::move(lines), graph_rule::document, what.provider.graph);
  };
  if (format == rdf_format::trig) return convert_clean(open, format, out);
  auto lines = open();
  return lines ? copy(**lines, out) : tl::unexpected(lines.error());
}

result<std::vector<exported_graph>> newest_graphs(journal& db) {
  auto all = graph_records{db}.providers();
  if (!all) return tl::unexpected(all.error());
  std::vector<exported_graph> found;
  for (auto& one : *all)
    if (const auto version = one.version; version > 0) found.push_back({std::move(one), version});
  return found;
}

result<void> export_graphs(const safe_folder& data, journal& db, const std::vector<exported_graph>& graphs,
                           const std::string& target, rdf_format format) {
  const auto says = [&](const std::string& end) {
    return target.ends_with(end) || target.ends_with(end + ".gz");
  };
  if (!target.ends_with('/'))
    return write_file(data, db, graphs, target,
                      says(".trig") ? rdf_format::trig
                      : says(".nq") ? rdf_format::n_quads
                                    : format);
  if (auto made = make_folders(target); !made) return made;
  const auto* const end = format == rdf_format::trig ? ".trig.gz" : ".nq.gz";
  for (const auto& one : graphs)
    if (auto done =
            write_file(data, db, {one}, std::filesystem::path{target} / (one.provider.name + end), format);
        !done)
      return done;
  return {};
}

}  // namespace laundromat
