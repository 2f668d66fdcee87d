// Whether what a document says about a subject comes from the owner of that subject.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat {

/// Numbers are not stored; the names are written into exports.
enum class source_authority : std::uint8_t {
  unknown,        ///< neither
  authoritative,  ///< the source is of the owner of the subject
  other,          ///< the subject has another owner than the source
};
/// `unknown`, `yes` or `no`.
[[nodiscard]] std::string_view to_string(source_authority verdict);

/// The addresses of a document: what was requested, each redirect, and the final address.
using document_addresses = std::vector<std::string>;

/// Names the owner of a URI, as `uri_spaces::owner_of`; empty where no sitemap is known around it.
using owner_lookup = std::function<std::string(std::string_view uri)>;

/// Judges subjects of one document after the other. In this order:
/// 1. The subject resolves to the document: it is an address of it, but for a fragment. It is authoritative (M26).
/// 2. A blank node, which is a Skolem IRI in clean documents, is of its document, and nobody else can name it: authoritative.
/// 3. The URI space of the subject is known: authoritative if a final address of the document is in it, or in a space that is joined with it (M26);
///    else `other`.
/// 4. No sitemap is known around the subject: `other` if it is at another host than the document, whose owner is the owner of the host; else `unknown`, as for a
///    subject without a host.
/// Memory: the verdicts on at most `most_folders` folders of subjects, each once for a document. Not thread-safe.
/// Source: Semantic Sitemaps section 4.5 "Authoritative descriptions from SPARQL endpoints and dumps".
class source_judge {
 public:
  /// `genid_base`: what the Skolem IRIs of clean documents begin with.
  source_judge(owner_lookup owner_of, std::string genid_base, std::size_t most_folders = 65'536)
      : owner_of_(std::move(owner_of)), genid_base_(std::move(genid_base)), most_folders_(most_folders) {}

  /// A document with all its sources follows; the last address of a source is the final one.
  void begin_document(const std::vector<document_addresses>& sources);
  /// `subject`: an IRI without delimiters.
  [[nodiscard]] source_authority judge(std::string_view subject);

 private:
  [[nodiscard]] source_authority judge_folder(std::string_view subject);
  [[nodiscard]] bool is_address(std::string_view subject) const;

  owner_lookup owner_of_;
  std::string genid_base_;
  std::size_t most_folders_;
  std::vector<std::string> addresses_, owners_, hosts_;  ///< of the document
  keyed_map<std::string, source_authority> by_folder_;
  std::string last_subject_;
  source_authority last_verdict_{};
};

}  // namespace laundromat
