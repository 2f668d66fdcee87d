// Writes a catalogue in one pass over the documents in the order of hashes, one hash prefix after the other.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/catalogue_writer.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/pages/page_parts.hpp"
#include "app/publish/catalogue_files.hpp"
#include "app/publish/catalogue_search.hpp"
#include "app/publish/list_document.hpp"
#include "app/publish/receipt_pages.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/describe_metadata.hpp"
#include "app/records/document_files.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "core/rdf/wash/convert.hpp"
#include "core/washing/document_metadata.hpp"
#include "core/web/uri.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_rows = 256;
constexpr std::size_t prefix_digits = 2;

/// Prepares the folder, which must be empty or contain a catalogue; removes the old parts.
result<void> prepare_folder(const fs::path& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return fail(errc::io_failed, folder.string() + ": " + code.message());
  if (fs::is_empty(folder, code)) return {};
  if (!fs::exists(folder / manifest_name) || !fs::exists(folder / "catalogue.json"))
    return fail(errc::invalid_argument,
                folder.string() + " is neither empty nor a catalogue: name another folder");
  for (const auto* old : {"data", "documents", "provenance", "receipts", "search", "catalogue.json"})
    fs::remove_all(folder / old, code);
  return {};
}

/// The files of one hash prefix.
struct prefix_files {
  std::string prefix;
  std::uint64_t documents = 0;
  std::unique_ptr<catalogue_file> page, provenance;
};

class writer {
 public:
  writer(journal& from, const clean_store& store, warc_store* bodies, const catalogue_settings& settings)
      : from_(from), reader_(from), store_(store), bodies_(bodies), settings_(settings) {
    facts_ = {settings.title, settings.publisher, 0, 0, settings.made, settings.base, 0};
  }

  result<catalogue_facts> write(const std::function<void()>& on_document) {
    if (auto ready = prepare_folder(settings_.folder); !ready) return tl::unexpected(ready.error());
    auto done = open(manifest_, std::string(manifest_name));
    if (done) done = open(graph_, "catalogue.nq");
    if (done) done = open(list_, "catalogue.json");
    if (done) done = begin_list();
    if (done) done = write_documents(on_document);
    if (done) done = end_prefix();
    if (done) done = end_list();
    if (done) done = write_receipts();
    if (done) done = search_.finish([this](std::unique_ptr<catalogue_file>& file) { return close(file); });
    if (done) done = write_fixed_files();
    if (done) done = graph_->write(to_nquads(describe_catalogue(facts_), {}));
    if (done) done = end_graph();
    if (done) done = write_index();
    if (done) done = end_manifest();
    if (!done) return tl::unexpected(done.error());
    return facts_;
  }

 private:
  result<void> open(std::unique_ptr<catalogue_file>& file, const std::string& name) {
    auto made = catalogue_file::create(settings_.folder, name);
    if (!made) return tl::unexpected(made.error());
    file = *std::move(made);
    return {};
  }

  result<void> close(std::unique_ptr<catalogue_file>& file) {
    const auto line = file->finish();
    file.reset();
    return line ? manifest_->write(to_string(*line)) : result<void>{tl::unexpected(line.error())};
  }

  result<void> write_documents(const std::function<void()>& on_document) {
    for (content_digest after;;) {
      const auto documents = reader_.kept_documents(page_rows, after);
      if (!documents) return tl::unexpected(documents.error());
      for (const auto& document : *documents) {
        if (document.is_removed) continue;
        auto sources = reader_.sources(document.clean.hash, settings_.crawls);
        if (!sources) return tl::unexpected(sources.error());
        if (sources->empty()) continue;  // only older crawls have it
        if (document.clean.statements == 0) {
          note_empty(*std::move(sources));
          continue;
        }
        if (auto done = write_document(document, *sources); !done) return done;
        on_document();
      }
      if (documents->size() < page_rows) return {};
      after = documents->back().clean.hash;
    }
  }

  result<void> write_receipts() {
    auto graphs = write_receipt_pages(
        from_, settings_,
        {[this](const std::string& name) { return catalogue_file::create(settings_.folder, name); },
         [this](std::unique_ptr<catalogue_file>& file) { return close(file); },
         [this](const std::string& nquads) { return graph_->write(nquads); }});
    if (!graphs) return tl::unexpected(graphs.error());
    graphs_ = *std::move(graphs);
    return {};
  }

  /// Lists the sources of the document without statements, which is not a dataset.
  void note_empty(std::vector<clean_source> sources) {
    empty_sources_ = std::move(sources);
    facts_.empty_sources = empty_sources_.size();
  }

  result<void> write_document(const kept_document& document, const std::vector<clean_source>& sources) {
    const auto& clean = document.clean;
    const auto hex = clean.hash.hex();
    const auto below = hex.substr(0, prefix_digits) + "/" + hex + "/";
    if (auto begun = begin_prefix(hex.substr(0, prefix_digits)); !begun) return begun;
    const auto data = settings_.data_url.empty() ? settings_.base + "data/" : settings_.data_url;
    auto known = list_document(from_, clean, sources, settings_.crawls,
                               {data + below + "data.nq.gz", data + below + "meta.nq.gz"});
    if (!known) return tl::unexpected(known.error());
    auto& listed = *known;
    if (auto stated = add_licences(listed, store_); !stated) return stated;
    if (settings_.data_url.empty())
      if (auto taken = take_files(document, listed, "data/" + below); !taken) return taken;
    ++facts_.documents;
    facts_.statements += clean.statements;
    auto done = graph_->write(to_nquads(describe_listed(facts_, listed, settings_.names), {}) +
                              to_nquads(describe_subset(facts_, clean.hash, settings_.names), {}));
    if (done) done = list_->write(resource_of(listed));
    const auto about = done ? about_sources(sources) : std::vector<source_facts>{};
    if (done) done = now_.page->write(row_of(listed, about));
    if (done) done = add_to_search(listed, about);
    for (std::size_t i = 0; done && i < sources.size(); ++i) done = write_provenance(sources[i].entry);
    return done;
  }

  result<void> write_provenance(const record_hash& entry) {
    const auto known = gather_account(from_, bodies_, entry);
    if (!known) return tl::unexpected(known.error());
    return now_.provenance->write(to_nquads(describe_entry(*known, settings_.names), settings_.names.graph));
  }

  /// Copies a file and replaces its default IRIs by those of this catalogue.
  result<bool> take_renamed(const document_file& file, const kept_document& document,
                            const std::string& name) {
    const auto& own = file.name;
    const auto& digest = document.clean.hash;
    if (settings_.names == metadata_names{}) return false;
    const bool is_metadata = own.starts_with("meta."), is_delta = own.starts_with("delta");
    if (!is_metadata && !is_delta) return false;
    warning_log warnings;
    const auto source = file.is_in_folder ? open_sidecar(store_, digest, own, warnings)
                                          : inflate_if_packed(small_file(document, own), warnings);
    if (!source) return tl::unexpected(source.error());
    auto text = read_all(**source, most_metadata_bytes);
    if (!text) return tl::unexpected(text.error());
    std::unique_ptr<catalogue_file> renamed;
    if (auto opened = open(renamed, name); !opened) return tl::unexpected(opened.error());
    auto done = renamed->write(is_metadata ? renamed_metadata(*std::move(text), digest.hex(), settings_.names)
                                           : renamed_delta(*text, settings_.names));
    if (done) done = close(renamed);
    return done ? result<bool>{true} : tl::unexpected(done.error());
  }

  [[nodiscard]] result<byte_source_ptr> small_file(const kept_document& document,
                                                   std::string_view name) const {
    auto bytes = read_document_file(store_, document, name);
    if (!bytes) return tl::unexpected(bytes.error());
    return make_memory_source(*std::move(bytes));
  }

  /// Links the file, or writes a copy of one that is in a segment.
  result<void> take_file(const document_file& file, const kept_document& document, const fs::path& target) {
    if (file.is_in_folder) return store_.link_out(document.clean.hash, file.name, target);
    const auto bytes = read_document_file(store_, document, file.name);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto made = create_file(target);
    return made ? write_all(made->get(), *bytes, target) : tl::unexpected(made.error());
  }

  /// Takes the files of a document into the catalogue.
  result<void> take_files(const kept_document& document, listed_document& listed, const std::string& below) {
    const auto files = files_of(store_, document);
    if (!files) return tl::unexpected(files.error());
    if (auto made = make_folders(settings_.folder / below); !made) return made;
    for (const auto& file : *files) {
      const auto name = below + file.name;
      const auto renamed = take_renamed(file, document, name);
      if (!renamed) return tl::unexpected(renamed.error());
      if (*renamed) continue;
      if (auto taken = take_file(file, document, settings_.folder / name); !taken) return taken;
      const auto found = digest_file(settings_.folder / name);
      if (!found) return tl::unexpected(found.error());
      if (file.name == document_file_name) listed.file_sha256 = found->digest.hex();
      if (auto on_document = manifest_->write(to_string(manifest_line{found->digest, name})); !on_document)
        return on_document;
    }
    return {};
  }

  result<void> begin_prefix(const std::string& prefix) {
    if (now_.prefix == prefix) {
      ++now_.documents;
      return {};
    }
    if (auto ended = end_prefix(); !ended) return ended;
    now_.prefix = prefix;
    now_.documents = 1;
    if (auto opened = open(now_.provenance, "provenance/" + prefix + ".nq.gz"); !opened) return opened;
    if (auto opened = open(now_.page, "documents/" + prefix + ".html"); !opened) return opened;
    return now_.page->write(page_begin(frame("Documents " + prefix + "\xE2\x80\xA6", "../")) + "<p>" +
                            link_to("../provenance/" + prefix + ".nq.gz", "Where they come from").text +
                            "</p>\n" +
                            table_begin("Documents whose hashes begin with " + prefix, document_heads()));
  }

  result<void> end_prefix() {
    if (!now_.page) return {};
    counts_[now_.prefix] = now_.documents;
    auto done = now_.page->write(table_end() + page_end(frame({}, "../")));
    if (done) done = close(now_.page);
    if (done) done = close(now_.provenance);
    return done;
  }

  /// The format and date of a source, for people.
  struct source_facts {
    std::string format, host, date;
  };
  std::vector<source_facts> about_sources(const std::vector<clean_source>& sources) {
    std::vector<source_facts> all;
    for (const auto& source : sources) {
      const auto entry = from_.entry(source.entry);
      constexpr std::size_t date_bytes = 10;
      all.push_back({entry ? std::string{to_string(entry->format)} : std::string{},
                     short_authority(source.uri).value_or(""),
                     entry ? to_iso8601(entry->begun).substr(0, date_bytes) : std::string{}});
    }
    return all;
  }

  [[nodiscard]] static std::vector<column_head> document_heads() {
    return {{"Document"},
            {"Sources"},
            {"Host"},
            {"Format"},
            {"Date"},
            {"Statements", column_kind::number},
            {"Compressed", column_kind::number}};
  }

  [[nodiscard]] std::string row_of(const listed_document& listed,
                                   const std::vector<source_facts>& about) const {
    const auto hex = listed.clean.hash.hex();
    const auto in_folder = "../data/" + hex.substr(0, prefix_digits) + "/" + hex + "/data.nq.gz";
    html sources, hosts, formats, dates;
    for (std::size_t i = 0; i < listed.sources.size(); ++i) {
      const auto* between = i == 0 ? "" : "<br>";
      sources.text += between + plain(listed.sources[i].uri).text;
      hosts.text += between + plain(about[i].host).text;
      formats.text += between + plain(about[i].format).text;
      dates.text += between + plain(about[i].date).text;
    }
    const auto heads = document_heads();
    auto row = table_row(
        heads,
        {link_to(settings_.data_url.empty() ? in_folder : listed.data_url, hex.substr(0, 12)), sources, hosts,
         formats, dates, number(listed.clean.statements), plain(human_bytes(listed.clean.compressed_bytes))});
    return "<tr id=\"" + hex + "\">" + row.substr(std::string_view{"<tr>"}.size());
  }

  result<void> add_to_search(const listed_document& listed, const std::vector<source_facts>& about) {
    const auto hex = listed.clean.hash.hex();
    for (std::size_t i = 0; i < listed.sources.size(); ++i) {
      auto done =
          search_.add({"documents/" + hex.substr(0, prefix_digits) + ".html#" + hex, listed.sources[i].uri,
                       about[i].host, about[i].format, about[i].date, listed.clean.statements});
      if (!done) return done;
    }
    return {};
  }

  [[nodiscard]] page_frame frame(std::string title, std::string root) const {
    page_frame out;
    out.title = title.empty() ? settings_.title : std::move(title);
    out.site = settings_.title;
    out.root = std::move(root);
    out.navigation = {{"index.html", "All documents"}, {"search.html", "Search"}};
    out.foot = {"Made " + to_iso8601(settings_.made) + " by LOD Laundromat."};
    return out;
  }

  result<void> write_text(const std::string& name, std::string_view text) {
    std::unique_ptr<catalogue_file> file;
    if (auto opened = open(file, name); !opened) return opened;
    if (auto written = file->write(text); !written) return written;
    return close(file);
  }

  /// The style and the script of all pages, and the page of the search.
  result<void> write_fixed_files() {
    auto done = write_text("style.css", page_style());
    if (done) done = write_text("icon.svg", page_icon());
    if (done) done = write_text("script.js", catalogue_script());
    auto search = frame("Search", "./");
    search.here = "search.html";
    search.has_script = true;
    const std::vector<column_head> heads{
        {"Source"}, {"Host"}, {"Format"}, {"Date"}, {"Statements", column_kind::number}};
    auto hits = table_begin("Sources of documents that were found", heads);
    hits.replace(hits.rfind("<tbody>"), std::string_view{"<tbody>"}.size(), "<tbody data-hits>");
    const html content{
        "<noscript><p>The search needs JavaScript; the " +
        link_to("index.html", "list of all documents").text +
        " does not.</p></noscript>\n<form data-search hidden><label>Words of URLs, hosts and formats <input "
        "name=\"words\" type=\"search\"></label><button>Find</button></form>\n<p role=\"status\" "
        "data-said></p>\n" +
        hits + table_end()};
    return done ? write_text("search.html", whole_page(search, content)) : done;
  }

  [[nodiscard]] std::string resource_of(const listed_document& listed) const {
    const auto hex = listed.clean.hash.hex();
    json_fact resource{{"name", hex},
                       {"path", listed.data_url},
                       {"format", "nq"},
                       {"mediatype", "application/n-quads"},
                       {"compression", "gz"},
                       {"bytes", listed.clean.compressed_bytes},
                       {"statements", listed.clean.statements},
                       {"content_hash", "bep52:" + hex},
                       {"sources", json_fact::array()}};
    for (const auto& source : listed.sources)
      resource["sources"].push_back({{"path", source.uri}, {"entry", source.entry.hex()}});
    if (const auto& known = listed.clean.identity; known.kind != identity_kind::unknown)
      resource["identity"] = known.digest.hex();
    for (const auto& other : listed.same_data) resource["may_be_the_same_as"].push_back(other.hex());
    return (facts_.documents == 1 ? "\n" : ",\n") +
           resource.dump(-1, ' ', false, json_fact::error_handler_t::replace);
  }

  result<void> begin_list() {
    const json_fact head{
        {"name", "wardrobe"}, {"title", settings_.title}, {"created", to_iso8601(settings_.made)}};
    auto text = head.dump(-1, ' ', false, json_fact::error_handler_t::replace);
    text.pop_back();
    return list_->write(text + ",\"resources\":[");
  }
  result<void> end_list() {
    if (auto ended = list_->write("\n],\"documents\":" + std::to_string(facts_.documents) +
                                  ",\"statements\":" + std::to_string(facts_.statements) +
                                  ",\"sources_without_statements\":[");
        !ended)
      return ended;
    for (const auto& source : empty_sources_)
      if (auto written = list_->write((&source == empty_sources_.data() ? "\n" : ",\n") +
                                      json_fact{{"path", source.uri}, {"entry", source.entry.hex()}}.dump(
                                          -1, ' ', false, json_fact::error_handler_t::replace));
          !written)
        return written;
    if (auto ended = list_->write("]}\n"); !ended) return ended;
    return close(list_);
  }

  result<void> end_manifest() {
    const auto line = manifest_->finish();
    if (!line) return tl::unexpected(line.error());
    std::unique_ptr<catalogue_file> check;
    if (auto opened = open(check, std::string(manifest_check_name)); !opened) return opened;
    if (auto written = check->write(to_string(*line)); !written) return written;
    const auto finished = check->finish();
    return finished ? result<void>{} : result<void>{tl::unexpected(finished.error())};
  }

  /// Writes the graph as Turtle, too.
  result<void> end_graph() {
    if (auto closed = close(graph_); !closed) return closed;
    std::unique_ptr<catalogue_file> turtle;
    if (auto opened = open(turtle, "catalogue.ttl"); !opened) return opened;
    const auto path = settings_.folder / "catalogue.nq";
    auto written = convert_clean([&] { return open_file_source(path); }, rdf_format::turtle, *turtle);
    return written ? close(turtle) : written;
  }

  result<void> write_index() {
    html page{"<p>" + number_of(facts_.documents, "document") + ", " +
              number_of(facts_.statements, "statement") +
              (facts_.empty_sources == 0
                   ? ""
                   : "; " + number_of(facts_.empty_sources, "source") + " without a statement") +
              ".</p>\n<p>In VoID and DCAT: " + link_to("catalogue.ttl", "Turtle").text + ", " +
              link_to("catalogue.nq", "N-Quads").text + ". As " + link_to("catalogue.json", "JSON").text +
              ". To check your copy: <code>sha256sum -c</code> " + link_to("SHA256SUMS", "SHA256SUMS").text +
              ".</p>\n"};
    const std::vector<column_head> heads{{"Hashes"}, {"Documents", column_kind::number}};
    std::vector<std::vector<html>> rows;
    for (const auto& [prefix, count] : counts_)
      rows.push_back({link_to("documents/" + prefix + ".html", prefix + "\xE2\x80\xA6"), number(count)});
    page.text += table("Documents by the begin of their hashes", heads, rows).text;
    rows.clear();
    for (const auto& one : graphs_)
      rows.push_back({link_to("receipts/" + one.name + "/index.html", one.graph), number(one.version),
                      number(one.statements), number(one.imports)});
    if (!rows.empty())
      page.text += "<h2>Graphs of providers</h2>\n" +
                   table("Graphs of providers",
                         std::vector<column_head>{{"Graph"},
                                                  {"Version", column_kind::number},
                                                  {"Statements", column_kind::number},
                                                  {"Imports", column_kind::number}},
                         rows)
                       .text;
    auto around = frame({}, "./");
    around.here = "index.html";
    return write_text("index.html", whole_page(around, page));
  }

  journal& from_;
  journal_reader reader_;
  const clean_store& store_;
  warc_store* bodies_;
  const catalogue_settings& settings_;
  catalogue_facts facts_;
  std::unique_ptr<catalogue_file> manifest_, graph_, list_;
  prefix_files now_;
  std::vector<clean_source> empty_sources_;
  std::vector<listed_graph> graphs_;
  catalogue_search search_{
      [this](const std::string& name) { return catalogue_file::create(settings_.folder, name); }};
  std::map<std::string, std::uint64_t> counts_;  ///< documents by prefix, 256 prefixes at most
};

}  // namespace

result<catalogue_facts> write_catalogue(journal& from, const clean_store& store, warc_store* bodies,
                                        const catalogue_settings& settings,
                                        const std::function<void()>& on_document) {
  return writer{from, store, bodies, settings}.write(on_document);
}

}  // namespace laundromat
