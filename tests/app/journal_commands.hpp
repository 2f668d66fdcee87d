// A journal with a download of one clean file and one file that is not RDF, and a relative seed, for tests of commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/washing/document_metadata.hpp"
#include "core/washing/kept_ledger.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

inline constexpr timestamp noon = from_ms(1'700'000'000'000);
inline constexpr std::string_view statement = "<http://a.example/s> <http://a.example/p> \"sock\" .\n";

class journal_commands : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = journal::open(layout_.journal(), journal_mode::read_write);
    ASSERT_TRUE(opened) << to_string(opened.error());
    journal_.emplace(*std::move(opened));
    ASSERT_TRUE(journal_->begin());
    ASSERT_TRUE(enlist(*journal_, {"http://a.example/attic.tar", seconds{9}, 0}, true, noon));
    ASSERT_TRUE(enlist(*journal_, {"socks/left.ttl", seconds{9}, 0}, true, noon));
    ASSERT_TRUE(journal_->commit());
    crawl();
  }

  void apply(record_kind kind, const record_hash& hash, event on, decltype(change::fact) fact = {}) {
    change c;
    c.kind = kind;
    c.hash = hash;
    c.on = on;
    c.at = noon + seconds{++clock_};
    c.fact = std::move(fact);
    ASSERT_TRUE(journal_->begin());
    const auto done = journal_->apply(c);
    ASSERT_TRUE(done) << to_string(on) << ' ' << to_string(done.error());
    ASSERT_TRUE(journal_->commit());
  }

  void crawl() {
    apply(record_kind::seed, seed_, event::came_due, download_fact{download_});
    fetch_outcome fetched;
    fetched.raw_path = "x";
    fetched.final_uri = "http://a.example/attic.tar";
    fetched.hops.resize(1);
    fetched.hops[0].uri = "http://a.example/attic.tar";
    fetched.hops[0].status = "200";
    apply(record_kind::entry, download_, event::body_stored, fetched);
    apply(record_kind::entry, download_, event::claimed);
    unpack_outcome unpacked;
    unpacked.archive = layer_kind::tar_member;
    unpacked.members.resize(3);
    unpacked.members[0] = {0, "socks.nt", member_kind::file, 50, {}, 0, errc::ok};
    unpacked.members[1] = {1, "read\x1bme.txt", member_kind::file, 9, {}, 0, errc::ok};
    unpacked.members[2] = {2, "link", member_kind::symlink, 0, {}, 0, errc::member_skipped};
    apply(record_kind::entry, download_, event::children_found, unpacked);
    wash_socks();
    reject_readme();
  }

  void reach_guessing(const record_hash& entry) {
    apply(record_kind::entry, entry, event::claimed);
    apply(record_kind::entry, entry, event::leaf_found, unpack_outcome{});
    apply(record_kind::entry, entry, event::claimed);
  }

  void wash_socks() {
    reach_guessing(socks_);
    guess_outcome guessed;
    guessed.format = rdf_format::n_triples;
    guessed.formats = {
        {evidence_kind::format, "content", "N-Triples", 1, true, "every line ends in a full stop"}};
    apply(record_kind::entry, socks_, event::format_found, guessed);
    apply(record_kind::entry, socks_, event::claimed);
    parse_outcome parsed;
    parsed.clean.hash = clean_;
    parsed.clean.statements = 1;
    parsed.clean.content.digest = clean_;
    parsed.clean.content.bytes = statement.size();
    parsed.read = 3;
    parsed.duplicates = 2;
    parsed.defect_counts = {{errc::bad_iri, 4}};
    publish(statement);
    parsed.ledger = publish_ledger();
    apply(record_kind::entry, socks_, event::statements_stored, parsed);
  }

  void publish(std::string_view text) {
    const auto store = clean_store::at(layout_.clean());
    ASSERT_TRUE(store);
    auto staged = store->stage();
    ASSERT_TRUE(staged);
    block_gzip_sink packed{**staged};
    ASSERT_TRUE(packed.write(text));
    ASSERT_TRUE(packed.finish());
    content_meter content;
    content.update(text);
    statistics_meter meter;
    meter.add(text);
    worker_pool alone(1);
    const auto metadata = make_metadata_files({content.finish(), 0, {}, meter.finish(), "1.0", ""}, alone);
    ASSERT_TRUE(metadata);
    for (std::size_t i = 0; i < metadata->size(); ++i)
      ASSERT_TRUE((*staged)->add_sidecar(metadata_file_names[i], (*metadata)[i]));
    const auto name = (*staged)->finish(to_bytes(packed.index()));
    ASSERT_TRUE(name);
    const publication one{*name, clean_};
    ASSERT_TRUE(store->publish({&one, 1}));
  }

  staged_ledger publish_ledger() {
    const auto store = clean_store::at(layout_.clean()).value();
    const std::function<result<std::unique_ptr<clean_output>>()> make = [&] { return store.stage(); };
    kept_ledger kept{make, rdf_format::n_triples, {}};
    kept.writer().on_defect({errc::bad_iri, 7, 5, 2, 3, "a space in an IRI"});
    ledger_subject about;
    about.digest = sha256("dirty");
    about.format = rdf_format::n_triples;
    const auto staged = kept.finish(about);
    EXPECT_TRUE(staged);
    const publication one{staged->staged, clean_, segment_kind::ledger, staged->digest};
    EXPECT_TRUE(store.publish({&one, 1}));
    return *staged;
  }

  void reject_readme() {
    reach_guessing(readme_);
    guess_outcome guessed;
    guessed.cause = errc::non_rdf_format;
    guessed.head = "Mind the third step;\nit squeaks.";
    apply(record_kind::entry, readme_, event::not_rdf, guessed);
  }

  void enlist_seed(const std::string& uri) {
    ASSERT_TRUE(journal_->begin());
    ASSERT_TRUE(enlist(*journal_, {uri, seconds{9}, 0}, true, noon));
    ASSERT_TRUE(journal_->commit());
  }

  /// Returns a download that becomes a clean document without a file.
  record_hash crawl_document(const record_hash& seed, timestamp at, const content_digest& clean,
                             const content_digest& changed_from = {}, const std::string& prefixes = {},
                             const ledger_cut& cut = {}) {
    const auto download = download_hash(seed, at);
    apply(record_kind::seed, seed, event::came_due, download_fact{download});
    apply(record_kind::entry, download, event::body_stored, fetch_outcome{});
    reach_guessing(download);
    guess_outcome guessed;
    guessed.format = rdf_format::n_triples;
    apply(record_kind::entry, download, event::format_found, guessed);
    apply(record_kind::entry, download, event::claimed);
    parse_outcome parsed;
    parsed.clean.hash = clean;
    parsed.clean.statements = clean == sha256("") ? 0 : 1;
    if (!changed_from.is_null()) parsed.delta = {changed_from, "staged"};
    parsed.prefixes = prefixes;
    parsed.spans = {100, 20, 30};
    parsed.ledger.cut = cut;
    apply(record_kind::entry, download, event::statements_stored, parsed);
    return download;
  }

  /// Returns a download with this HTTP answer and without a document.
  record_hash fail_download(const std::string& uri, const std::string& http_status) {
    enlist_seed(uri);
    const auto seed = seed_hash(uri), download = download_hash(seed, noon);
    apply(record_kind::seed, seed, event::came_due, download_fact{download});
    fetch_outcome answered;
    answered.cause = errc::http_status;
    answered.detail = http_status;
    apply(record_kind::entry, download, event::failed_for_good, answered);
    apply(record_kind::seed, seed, event::crawl_ended);
    return download;
  }

  answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", folder_.path().string()});
    return ask(arguments);
  }

  temporary_folder folder_;
  data_layout layout_{folder_.path()};
  std::optional<journal> journal_;
  int clock_ = 0;
  record_hash seed_ = seed_hash("http://a.example/attic.tar");
  record_hash download_ = download_hash(seed_, noon);
  record_hash socks_ = member_hash(download_, "socks.nt", 0, false);
  record_hash readme_ = member_hash(download_, "read\x1bme.txt", 1, false);
  content_digest clean_ = sha256(statement);
};

}  // namespace laundromat
