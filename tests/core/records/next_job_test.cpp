// Tests of the next job of an entry, and of fused outcomes.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/next_job.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

entry_record some_entry(std::uint64_t size_bytes) {
  entry_record r;
  r.hash = md5("entry");
  r.content = {"http://own.example/a.ttl.gz", {}};
  r.size_bytes = size_bytes;
  r.base_uri = "http://own.example/a.ttl.gz";
  r.charset = "latin1";
  r.media_type = "text/turtle";
  r.encoding = "UTF-16LE";
  r.format = rdf_format::turtle;
  r.attempt = 2;
  return r;
}

parse_outcome parsed_knowing(const content_digest& previous) {
  parse_outcome found;
  found.on = event::statements_stored;
  found.previous = previous;
  found.clean.hash = sha256("new");
  return found;
}

/// A download, with the fused outcomes of its worker.
fetch_outcome washed(event leaf = event::leaf_found, event format = event::format_found) {
  guess_outcome guessed;
  guessed.on = format;
  if (format == event::format_found) guessed.fused = parsed_knowing({});
  unpack_outcome unpacked;
  unpacked.on = leaf;
  if (leaf == event::leaf_found) unpacked.fused = guessed;
  fetch_outcome fetched;
  fetched.on = event::body_stored;
  fetched.fused = unpacked;
  return fetched;
}

}  // namespace

TEST(next_job, changes_lead_to_a_status_or_are_illegal) {
  const auto on = [](event e) {
    change c;
    c.on = e;
    return c;
  };
  EXPECT_EQ(status_after(status::filed, {}), status::filed);
  EXPECT_EQ(status_after(status::filed, {on(event::claimed), on(event::leaf_found)}), status::unarchived);
  EXPECT_EQ(status_after(status::filed, {on(event::claimed), on(event::claimed)}), status::none);
}

TEST(next_job, a_crawl_ends_with_the_last_status_of_a_download_that_is_no_archive) {
  auto r = some_entry(1);
  r.seed = r.parent = md5("seed");
  EXPECT_TRUE(ends_crawl(r, status::parsed));
  EXPECT_TRUE(ends_crawl(r, status::failed));
  EXPECT_FALSE(ends_crawl(r, status::depleted)) << "its members go on";
  EXPECT_FALSE(ends_crawl(r, status::filed));
  r.parent = md5("archive");
  EXPECT_FALSE(ends_crawl(r, status::parsed));
}

TEST(next_job, has_the_fields_of_the_record_and_the_attempt) {
  const auto r = some_entry(100);
  const auto parse = make_parse_job(r, sha256("before"));
  EXPECT_EQ(parse.entry, r.hash);
  EXPECT_EQ(parse.content.raw_path, r.content.raw_path);
  EXPECT_EQ(parse.encoding, "UTF-16LE");
  EXPECT_EQ(parse.format, rdf_format::turtle);
  EXPECT_EQ(parse.base_iri, r.base_uri);
  EXPECT_EQ(parse.media_type, "text/turtle");
  EXPECT_EQ(parse.charset, "latin1");
  EXPECT_EQ(parse.previous, sha256("before"));
  EXPECT_EQ(parse.attempt, 2U);
  const auto guess = make_guess_job(r);
  EXPECT_EQ(guess.encoding, "UTF-16LE");
  EXPECT_EQ(guess.attempt, 2U);
  EXPECT_EQ(make_unpack_job(r, {}, {}).attempt, 2U);
}

TEST(next_job, what_came_from_no_url_has_no_local_base_R130) {
  auto r = some_entry(100);
  for (const auto* local : {"file:///home/fred/a.ttl", "file:///home/fred/a.zip!/b.ttl", ""}) {
    r.base_uri = local;
    EXPECT_EQ(make_parse_job(r, {}).base_iri, "thismessage:/") << local;
    EXPECT_EQ(make_unpack_job(r, {}, {}).base_iri, "thismessage:/") << local;
  }
}

TEST(next_job, a_member_has_its_path_as_name_and_a_download_its_uri) {
  auto r = some_entry(100);
  EXPECT_EQ(make_guess_job(r).name, r.base_uri);
  r.path = "dump/b.nt";
  EXPECT_EQ(make_guess_job(r).name, "dump/b.nt");
}

TEST(next_job, says_that_the_document_was_announced_as_a_sitemap_R225) {
  seed_record seed;
  EXPECT_FALSE(make_unpack_job(new_download(seed, {}), {}, {}).is_sitemap);
  seed.is_sitemap = true;
  EXPECT_TRUE(make_unpack_job(new_download(seed, {}), {}, {}).is_sitemap);
  EXPECT_TRUE(make_guess_job(new_download(seed, {})).is_sitemap);
}

TEST(next_job, an_unpack_job_has_the_previous_crawl_if_it_may_parse_the_leaf) {
  EXPECT_EQ(make_unpack_job(some_entry(most_fused_bytes), {}, sha256("before")).previous, sha256("before"));
  EXPECT_TRUE(make_unpack_job(some_entry(most_fused_bytes + 1), {}, sha256("before")).previous.is_null());
}

TEST(done_early, leads_to_final_when_the_last_status_is_final) {
  EXPECT_TRUE(leads_to_final(washed()));
  EXPECT_TRUE(leads_to_final(washed(event::leaf_found, event::not_rdf)));
  fetch_outcome refused;
  refused.on = event::refused;
  EXPECT_TRUE(leads_to_final(refused));
}

TEST(done_early, does_not_lead_to_final_when_work_remains) {
  fetch_outcome fetched;
  fetched.on = event::body_stored;
  EXPECT_FALSE(leads_to_final(fetched)) << "nothing was done early";
  auto half = washed();
  half.fused->fused->fused.reset();
  EXPECT_FALSE(leads_to_final(half)) << "it must be parsed";
  auto archive = washed();
  archive.fused->on = event::children_found;
  archive.fused->fused.reset();
  EXPECT_FALSE(leads_to_final(archive)) << "its members must be spawned";
  auto odd = washed();
  odd.fused->on = event::body_stored;
  EXPECT_FALSE(leads_to_final(odd)) << "which no unpacker returns";
  auto refused = washed();
  refused.on = event::refused;
  EXPECT_FALSE(leads_to_final(refused)) << "nothing can follow that";
}

TEST(done_early, lacks_a_delta_only_if_the_previous_crawl_was_not_known) {
  EXPECT_FALSE(lacks_delta(parsed_knowing({}), {})) << "there was none";
  EXPECT_TRUE(lacks_delta(parsed_knowing({}), sha256("before")));
  EXPECT_TRUE(lacks_delta(parsed_knowing(sha256("another")), sha256("before")));
  EXPECT_FALSE(lacks_delta(parsed_knowing(sha256("before")), sha256("before")))
      << "a delta that could not be made cannot be made later either";
  EXPECT_FALSE(lacks_delta(parsed_knowing({}), sha256("new"))) << "nothing changed";
  auto broken = parsed_knowing({});
  broken.on = event::failed_for_good;
  EXPECT_FALSE(lacks_delta(broken, sha256("before")));
}

}  // namespace laundromat
