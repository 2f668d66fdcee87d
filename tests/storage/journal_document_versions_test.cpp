// Tests of the versions of a document, and of documents with the same data.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

using digests = std::vector<content_digest>;

class journal_versions : public journal_test {
 protected:
  /// A crawl that takes an hour; `lead` adds its result.
  template <class Lead>
  void crawl(const record_hash& seed, Lead lead) {
    const auto download = start(seed, noon + seconds{3'600 * ++crawls_});
    file_body(download);
    lead(download);
    now(seed_change(seed, event::crawl_ended, noon + seconds{3'600 * crawls_ + 60}));
  }
  void crawl_document(const record_hash& seed, const content_digest& clean) {
    crawl(seed, [&](const record_hash& download) { wash(download, clean); });
  }
  /// Returns the document of the previous crawl that the parser gets.
  content_digest wash(const record_hash& entry, const content_digest& clean, dataset_identity identity = {},
                      const content_digest& delta_from = {}) {
    leaf(entry);
    guess(entry);
    const auto claimed = claim(entry);
    auto c = entry_change(entry, event::statements_stored);
    parse_outcome p;
    p.clean.hash = clean;
    p.clean.statements = clean == empty_ ? 0 : 7;
    p.clean.identity = identity;
    p.delta = {delta_from, delta_from.is_null() ? "" : "1-1"};
    c.fact = p;
    now(c);
    return claimed.previous.value();
  }
  digests supersede(const record_hash& seed, std::uint32_t versions) {
    EXPECT_TRUE(j().begin());
    auto gone = j().supersede(seed, versions, noon + seconds{99});
    EXPECT_TRUE(gone && j().commit());
    return gone.value_or(digests{});
  }

  int crawls_ = 0;
  const content_digest one_ = sha256("1"), two_ = sha256("2"), three_ = sha256("3"), empty_ = sha256("");
};

TEST_F(journal_versions, a_parser_is_reported_the_document_of_the_crawl_before) {
  const auto seed = add("http://example.org/x");
  crawl(seed, [&](const record_hash& d) { EXPECT_TRUE(wash(d, one_).is_null()); });
  crawl(seed, [&](const record_hash& d) { EXPECT_EQ(wash(d, two_), one_); });
  crawl(seed, [&](const record_hash& d) { fail_it(d); });
  crawl(seed, [&](const record_hash& d) { EXPECT_EQ(wash(d, three_), two_) << "a failed crawl is none"; });
}

TEST_F(journal_versions, a_member_is_found_by_its_path_at_any_position_in_the_archive) {
  const auto seed = add("http://example.org/x.tar");
  crawl(seed, [&](const record_hash& d) {
    children(d, {member(0, "a.ttl"), member(1, "b.ttl")});
    wash(member_hash(d, "a.ttl", 0, false), one_);
    wash(member_hash(d, "b.ttl", 1, false), two_);
  });
  crawl(seed, [&](const record_hash& d) {
    children(d, {member(0, "new.ttl"), member(1, "a.ttl"), member(2, "b.ttl")});
    EXPECT_TRUE(wash(member_hash(d, "new.ttl", 0, false), three_).is_null());
    EXPECT_EQ(wash(member_hash(d, "a.ttl", 1, false), one_), one_);
    EXPECT_EQ(wash(member_hash(d, "b.ttl", 2, false), three_), two_);
  });
}

TEST_F(journal_versions, documents_that_only_old_crawls_refer_to_are_superseded_once) {
  const auto seed = add("http://example.org/x"), other = add("http://example.org/y");
  for (const auto& clean : {one_, two_, three_}) crawl_document(seed, clean);
  crawl_document(other, one_);
  EXPECT_EQ(supersede(seed, 2), digests{}) << "the first one is the newest of another seed";
  EXPECT_EQ(supersede(seed, 1), digests{two_});
  EXPECT_EQ(supersede(seed, 1), digests{});
  journal_reader reader{j()};
  EXPECT_EQ(reader.clean(two_)->removed, noon + seconds{99});
  EXPECT_EQ(reader.all_clean()->size(), 2U);
  crawl_document(seed, two_);
  EXPECT_EQ(reader.clean(two_)->removed, timestamp{}) << "it is written again";
}

TEST_F(journal_versions, an_empty_answer_replaces_no_document) {
  const auto seed = add("http://example.org/x");
  for (const auto& clean : {one_, two_, empty_, empty_}) crawl_document(seed, clean);
  EXPECT_EQ(supersede(seed, 2), digests{});
  EXPECT_EQ(supersede(seed, 1), digests{one_});
  EXPECT_EQ(supersede(seed, 1), digests{});
}

TEST_F(journal_versions, the_same_data_is_found_by_its_identity) {
  const dataset_identity candidate{sha256("same"), identity_kind::candidate};
  std::vector<record_hash> seeds;
  for (const auto& clean : {one_, two_, three_}) {
    const auto& seed = seeds.emplace_back(add("http://example.org/" + clean.hex()));
    crawl(seed, [&](const record_hash& d) {
      wash(d, clean, clean == three_ ? dataset_identity{three_, identity_kind::exact} : candidate);
    });
  }
  journal_reader reader{j()};
  EXPECT_EQ(reader.clean(one_)->identity, candidate);
  EXPECT_EQ(reader.same_data(one_), digests{two_});
  EXPECT_EQ(reader.same_data(three_), digests{});
  document_filter filter;
  filter.identity = candidate.digest;
  EXPECT_EQ(reader.documents(filter, 10)->size(), 2U);
  EXPECT_EQ(supersede(seeds[1], 0), digests{two_});
  EXPECT_EQ(reader.same_data(one_), digests{}) << "what was removed is not to be had";
  EXPECT_TRUE(reader.documents(filter, 10)->back().is_removed);
}

TEST_F(journal_versions, an_entry_names_the_document_at_the_start_of_its_delta) {
  const auto seed = add("http://example.org/x");
  crawl_document(seed, one_);
  record_hash newest;
  crawl(seed, [&](const record_hash& d) {
    newest = d;
    wash(d, two_, {}, one_);
  });
  EXPECT_EQ(journal_reader{j()}.delta_from(newest), one_);
  EXPECT_EQ(journal_reader{j()}.delta_from(seed), content_digest{});
}

}  // namespace
}  // namespace laundromat
