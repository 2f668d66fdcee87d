// Properties of a thing as a tree, from which both RDF and JSON are written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/metadata/metadata_vocabulary.hpp"

namespace laundromat {

/// The IRI of something that is described elsewhere, or not at all.
struct iri_value {
  std::string iri;
  vocabulary::class_name type = {};  ///< its rdf:type in RDF, unless empty; not written in JSON
};
/// A size in bytes: xsd:nonNegativeInteger in RDF, as DCAT requires.
struct size_value {
  std::uint64_t bytes = 0;
};
/// A digest: xsd:hexBinary in RDF.
struct hex_value {
  std::string hex;  ///< in lower case
};
using plain_value =
    std::variant<bool, std::uint64_t, double, std::string, iri_value, hex_value, size_value, timestamp>;

/// How several values of a property are written.
enum class fact_shape : std::uint8_t {
  one,   ///< one value; in JSON the value itself
  many,  ///< unordered; in JSON an array
  list,  ///< ordered: an rdf:List; in JSON an array
};

/// A thing with its properties, some of whose values are other things.
class description {
 public:
  using memory = std::pmr::memory_resource;
  using classes = std::initializer_list<vocabulary::class_name>;
  struct fact {
    vocabulary::property name;
    fact_shape shape = fact_shape::one;
    std::pmr::vector<plain_value> values;
    std::pmr::vector<description> parts;
  };

  /// `room`: for everything but texts; outlives the description, and what is moved from it.
  explicit description(std::string iri, classes types = {}, memory* room = std::pmr::get_default_resource())
      : iri_(std::move(iri)), types_(types, room), facts_(room) {}

  /// A part whose IRI is `below` this one, in the same memory. It is not added yet.
  [[nodiscard]] description part(std::string_view path, classes types = {}) const {
    return description(below(path), types, facts_.get_allocator().resource());
  }
  [[nodiscard]] description part(std::string_view path, std::uint64_t number, classes types = {}) const {
    return description(below(path, number), types, facts_.get_allocator().resource());
  }
  description& add_type(const vocabulary::class_name& type) {
    types_.push_back(type);
    return *this;
  }

  /// Adds a value. An empty text, and the timestamp that means "never", are not added. Bytes that are not UTF-8 become U+FFFD.
  description& add(const vocabulary::property& name, plain_value value, fact_shape shape = fact_shape::one);
  description& add(const vocabulary::property& name, description part, fact_shape shape = fact_shape::one);
  /// Adds a text as an IRI if it is one (RFC 3987), else as a literal.
  description& add_iri(const vocabulary::property& name, std::string_view text,
                       fact_shape shape = fact_shape::one);
  /// The IRI of a part: this IRI, a slash, and `path`.
  [[nodiscard]] std::string below(std::string_view path) const;
  [[nodiscard]] std::string below(std::string_view path, std::uint64_t number) const;

  [[nodiscard]] const std::string& iri() const { return iri_; }
  [[nodiscard]] const std::pmr::vector<vocabulary::class_name>& types() const { return types_; }
  [[nodiscard]] const std::pmr::vector<fact>& facts() const { return facts_; }

 private:
  fact& fact_of(const vocabulary::property& name, fact_shape shape);

  std::string iri_;
  std::pmr::vector<vocabulary::class_name> types_;
  std::pmr::vector<fact> facts_;  ///< in the order of their first value
};

/// The prefix of all IRIs of published metadata, unless the publisher configures another one.
inline constexpr std::string_view usual_public_base = "https://lodlaundromat.org/";

/// The IRIs of published metadata. Stored metadata use the default ones, so that their bytes do not depend on the publisher, and are
/// renamed when they are published. Not here: Skolem IRIs, which are part of a clean document, its digest and its identity; and the
/// vocabularies and rules, which are common to all publishers.
struct metadata_names {
  std::string id_base =
      std::string(usual_public_base) + "id/";  ///< of documents and entries, followed by their hash
  std::string graph = std::string(usual_public_base) + "graph/meta";      ///< the graph of all metadata
  std::string catalogue = std::string(usual_public_base) + "catalogue/";  ///< the folder of a catalogue

  /// `public_base` ends with a slash.
  [[nodiscard]] static metadata_names below(std::string_view public_base);
  friend bool operator==(const metadata_names&, const metadata_names&) = default;
  [[nodiscard]] std::string id(std::string_view hash) const { return id_base + std::string(hash); }
};

/// Stored metadata of the document with this hash, N-Quads or JSON, with other names. IRIs in the document's own terms do not change.
[[nodiscard]] std::string renamed_metadata(std::string text, std::string_view hash,
                                           const metadata_names& names);
/// The head of a stored delta, its lines that begin with `H `, with other names; all other lines do not change.
[[nodiscard]] std::string renamed_delta(std::string_view delta, const metadata_names& names);

/// Canonical N-Quads in one graph, or in none when its name is empty; in byte order, each line once. Literals are canonical.
[[nodiscard]] std::string to_nquads(const description& described, std::string_view graph);
/// An object, indented by two spaces, with a newline at its end. Its `id` is the IRI; a part has an `id` only if its IRI is not below that
/// of the whole.
[[nodiscard]] std::string to_json(const description& described);

}  // namespace laundromat
