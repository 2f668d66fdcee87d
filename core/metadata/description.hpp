// What is said of a thing, once: RDF and JSON are written from the same tree.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/metadata/metadata_vocabulary.hpp"

namespace laundromat {

/// The IRI of something that is described elsewhere, or nowhere.
struct iri_value {
  std::string iri;
  vocabulary::class_name type = {};  ///< of which RDF says that it is one, unless it is empty; JSON does not
};
/// A size in bytes: xsd:nonNegativeInteger in RDF, as DCAT asks.
struct size_value {
  std::uint64_t bytes = 0;
};
/// A digest: xsd:hexBinary in RDF.
struct hex_value {
  std::string hex;  ///< in lower case
};
using plain_value =
    std::variant<bool, std::uint64_t, double, std::string, iri_value, hex_value, size_value, timestamp>;

/// How the values of a property belong together.
enum class fact_shape : std::uint8_t {
  one,   ///< a value; in JSON itself
  many,  ///< in no order; in JSON an array
  list,  ///< in their order: an rdf:List; in JSON an array
};

/// A thing with its properties, some of whose values are further things.
class description {
 public:
  struct fact {
    vocabulary::property name;
    fact_shape shape = fact_shape::one;
    std::vector<plain_value> values;
    std::vector<description> parts;
  };

  explicit description(std::string iri, std::vector<vocabulary::class_name> types = {})
      : iri_(std::move(iri)), types_(std::move(types)) {}

  /// Adds a value. An empty text and the moment that means "never" are no values. Bytes that are not UTF-8 become U+FFFD.
  description& add(const vocabulary::property& name, plain_value value, fact_shape shape = fact_shape::one);
  description& add(const vocabulary::property& name, description part, fact_shape shape = fact_shape::one);
  /// Adds a text as an IRI if it is one (RFC 3987), else as a text.
  description& add_iri(const vocabulary::property& name, std::string_view text,
                       fact_shape shape = fact_shape::one);
  /// The IRI of a part: below that of this one.
  [[nodiscard]] std::string below(std::string_view path) const { return iri_ + "/" + std::string(path); }
  [[nodiscard]] std::string below(std::string_view path, std::uint64_t number) const;

  [[nodiscard]] const std::string& iri() const { return iri_; }
  [[nodiscard]] const std::vector<vocabulary::class_name>& types() const { return types_; }
  [[nodiscard]] const std::vector<fact>& facts() const { return facts_; }

 private:
  fact& fact_of(const vocabulary::property& name, fact_shape shape);

  std::string iri_;
  std::vector<vocabulary::class_name> types_;
  std::vector<fact> facts_;  ///< in the order of their first value
};

/// Below which all IRIs of a laundry lie that are not part of a clean document, unless whoever publishes it says otherwise.
inline constexpr std::string_view usual_public_base = "https://lodlaundromat.org/";

/// The IRIs of what a laundry publishes. What is kept has the usual ones, so that the same bytes are kept whoever washed them, and is
/// renamed when it is published. Skolem IRIs are part of a clean document, its digest and its identity, and the vocabularies and rules are
/// those of all laundries: none of them is named here.
struct metadata_names {
  std::string id_base =
      std::string(usual_public_base) + "id/";  ///< of documents and entries, with their hash behind it
  std::string graph = std::string(usual_public_base) + "graph/meta";      ///< in which everything is said
  std::string catalogue = std::string(usual_public_base) + "catalogue/";  ///< the folder of a catalogue

  /// `public_base` ends with a slash.
  [[nodiscard]] static metadata_names below(std::string_view public_base);
  friend bool operator==(const metadata_names&, const metadata_names&) = default;
  [[nodiscard]] std::string id(std::string_view hash) const { return id_base + std::string(hash); }
};

/// Kept metadata of the document with this hash, N-Quads or JSON, under other names. What the data themselves mention stays.
[[nodiscard]] std::string renamed_metadata(std::string text, std::string_view hash,
                                           const metadata_names& names);
/// The head of a kept delta, its lines that begin with `H `, under other names; all other lines stay.
[[nodiscard]] std::string renamed_delta(std::string_view delta, const metadata_names& names);

/// Canonical N-Quads in one graph, or in none when its name is empty; in byte order, each line once. Literals are in canonical form.
[[nodiscard]] std::string to_nquads(const description& described, std::string_view graph);
/// An object, indented by two spaces, with a newline at its end. Its `id` is the IRI; parts have one where theirs is not below it.
[[nodiscard]] std::string to_json(const description& described);

}  // namespace laundromat
