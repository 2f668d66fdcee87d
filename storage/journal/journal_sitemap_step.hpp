// A part of the step of the schema to version 11: what sitemaps say about whose URIs are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

//   sitemaps       what the newest reading of a sitemap, or of an index of sitemaps, says about itself
//                  uri       its address, after redirects
//                  folder    its URI space, see `uri_space_of`
//                  is_plain  1: it neither names a publisher nor joins anything; most are so, and few of a folder are read
//                  refused   why an `sc:authority` in it is not used
//                  lists     of an index: the hashes (`seed_hash`) of the URIs in it, sorted
//   sitemap_joins  the sitemaps that it names in `sc:subSitemap` and `sc:parentSitemap`
//                  named     the hash of `uri`
#define LAUNDROMAT_SITEMAP_STEP                                                                            \
  "CREATE TABLE sitemaps (seed INTEGER PRIMARY KEY REFERENCES seeds, uri TEXT NOT NULL, folder TEXT NOT "  \
  "NULL, is_index INTEGER NOT NULL, is_plain INTEGER NOT NULL, authority TEXT NOT NULL, refused TEXT NOT " \
  "NULL, lists BLOB NOT NULL, joins_left_out INTEGER NOT NULL, read_ms INTEGER NOT NULL) STRICT;"          \
  "CREATE INDEX sitemaps_by_folder ON sitemaps (folder, is_index, is_plain, seed);"                        \
  "CREATE TABLE sitemap_joins (seed INTEGER NOT NULL REFERENCES seeds, is_parent INTEGER NOT NULL, named " \
  "BLOB NOT NULL, uri TEXT NOT NULL, PRIMARY KEY (seed, is_parent, named)) STRICT, WITHOUT ROWID;"         \
  "CREATE INDEX sitemap_joins_by_named ON sitemap_joins (named, seed);"
