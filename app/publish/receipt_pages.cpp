// Writes the receipts of one provider after the other.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/receipt_pages.hpp"

#include "app/pages/page_parts.hpp"
#include "app/providers/import_receipt.hpp"
#include "app/publish/catalogue_files.hpp"
#include "core/base/count_words.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

constexpr std::size_t receipts_at_once = 256;

class receipt_writer {
 public:
  receipt_writer(graph_records& records, const catalogue_settings& settings, const receipt_output& output,
                 const stored_provider& provider)
      : records_(records), settings_(settings), output_(output), provider_(provider) {
    listed_ = {provider.name, provider.graph, provider.version, provider.statements, 0};
  }

  result<listed_graph> write() {
    auto page = output_.open("receipts/" + provider_.name + "/index.html");
    if (!page) return tl::unexpected(page.error());
    page_ = *std::move(page);
    auto done = page_->write(head());
    for (std::int64_t after = 0; done;) {
      const auto imports = records_.imports_after(provider_.id, after, receipts_at_once);
      if (!imports) return tl::unexpected(imports.error());
      for (const auto& import : *imports)
        if (done) done = write_receipt(import);
      if (imports->size() < receipts_at_once) break;
      after = imports->back().id;
    }
    if (done) done = page_->write(table_end() + page_end(frame()));
    if (done) done = output_.close(page_);
    if (done) done = output_.describe(to_nquads(graph(), {}));
    return done ? result<listed_graph>{listed_} : tl::unexpected(done.error());
  }

 private:
  [[nodiscard]] page_frame frame() const {
    page_frame out;
    out.title = "Imports of " + provider_.name;
    out.site = settings_.title;
    out.root = "../../";
    out.navigation = {{"index.html", "All documents"}, {"search.html", "Search"}};
    return out;
  }
  [[nodiscard]] static std::vector<column_head> heads() {
    constexpr auto count = column_kind::number;
    return {{"Import"},
            {"Ended"},
            {"Outcome"},
            {"Modified"},
            {"Removed", count},
            {"Added", count},
            {"Statements", count},
            {"Defects", count},
            {"Rules broken", count},
            {"Notes"}};
  }

  [[nodiscard]] std::string head() const {
    return page_begin(frame()) + "<p>The graph <code>" + plain(provider_.graph).text + "</code> has " +
           number_of(provider_.statements, "statement") + " in version " + std::to_string(provider_.version) +
           ". Its provider is described at <code>" + plain(provider_.void_uri).text + "</code>.</p>\n" +
           table_begin("Imports", heads());
  }

  result<void> write_receipt(const graph_import& import) {
    ++listed_.imports;
    const auto path = receipt_path(provider_, import);
    const auto texts = receipt_of(provider_, import, settings_.names);
    auto done = write_file(path + ".json", texts.json);
    if (done) done = write_file(path + ".nt", texts.triples);
    if (done) done = output_.describe(to_nquads(places(import, settings_.base + path), {}));
    return done ? page_->write(row(import)) : done;
  }

  result<void> write_file(const std::string& name, const std::string& text) {
    auto file = output_.open(name);
    if (!file) return tl::unexpected(file.error());
    auto done = (*file)->write(text);
    return done ? output_.close(*file) : done;
  }

  [[nodiscard]] static std::string row(const graph_import& import) {
    const auto name = std::to_string(import.id);
    return table_row(heads(), {{link_to(name + ".json", name).text + ' ' + link_to(name + ".nt", "RDF").text},
                               plain(to_iso8601(import.ended)),
                               plain(to_string(import.outcome)),
                               plain(import.modified == timestamp{} ? "" : to_iso8601(import.modified)),
                               number(import.removed),
                               number(import.added),
                               number(import.statements),
                               number(import.defects),
                               number(import.violations.size()),
                               plain(import.detail)});
  }

  /// The graph, without its receipts: there may be many, so that these are described one by one.
  [[nodiscard]] description graph() const {
    description made(provider_.graph, {v::void_dataset, v::dcat_dataset, v::entity});
    made.add(v::title, "Graph of " + provider_.name);
    made.add(v::text, "What the dumps of " + provider_.void_uri + " have brought, in version " +
                          std::to_string(provider_.version));
    return made.add(v::statements, provider_.statements);
  }

  /// A receipt as one of the graph, and its files.
  [[nodiscard]] description places(const graph_import& import, const std::string& base) const {
    description made(provider_.graph);
    description receipt(receipt_iri(provider_, import), {v::activity});
    for (const auto* end : {".json", ".nt"})
      receipt.add(v::see_also, iri_value{base + end}, fact_shape::many);
    return made.add(v::was_generated_by, std::move(receipt), fact_shape::many);
  }

  graph_records& records_;
  const catalogue_settings& settings_;
  const receipt_output& output_;
  const stored_provider& provider_;
  listed_graph listed_;
  std::unique_ptr<catalogue_file> page_;
};

}  // namespace

result<std::vector<listed_graph>> write_receipt_pages(journal& from, const catalogue_settings& settings,
                                                      const receipt_output& output) {
  graph_records records{from};
  const auto providers = records.providers();
  if (!providers) return tl::unexpected(providers.error());
  std::vector<listed_graph> all;
  for (const auto& provider : *providers) {
    auto one = receipt_writer{records, settings, output, provider}.write();
    if (!one) return tl::unexpected(one.error());
    all.push_back(*std::move(one));
  }
  return all;
}

}  // namespace laundromat
