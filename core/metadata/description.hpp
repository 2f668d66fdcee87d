// Properties of a thing as a tree, for those that do not come in the order in which they are written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/metadata/property_sink.hpp"

namespace laundromat {

/// The values of `value_view` with texts of their own.
struct iri_value {
  std::string iri;
  vocabulary::class_name type = {};
};
struct hex_binary {
  std::string hex;
};
using plain_value =
    std::variant<bool, std::uint64_t, double, std::string, iri_value, hex_binary, size_value, timestamp>;

/// A thing with its properties, some of whose values are other things.
class description {
 public:
  using classes = std::initializer_list<vocabulary::class_name>;
  struct fact {
    vocabulary::property name;
    fact_shape shape = fact_shape::one;
    std::vector<plain_value> values;
    std::vector<description> parts;
  };

  explicit description(std::string iri, classes types = {}) : iri_(std::move(iri)), types_(types) {}

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

  /// Passes on all facts in order, those of parts too.
  void write(property_sink& to) const;

  [[nodiscard]] const std::string& iri() const { return iri_; }
  [[nodiscard]] const std::vector<vocabulary::class_name>& types() const { return types_; }
  [[nodiscard]] const std::vector<fact>& facts() const { return facts_; }

 private:
  fact& fact_of(const vocabulary::property& name, fact_shape shape);

  std::string iri_;
  std::vector<vocabulary::class_name> types_;
  std::vector<fact> facts_;  ///< in the order of their first value
};

/// Makes a description of properties whose values need not follow each other.
class description_builder final : public property_sink {
 public:
  explicit description_builder(description whole) : whole_(std::move(whole)) {}
  void end_part() override;
  /// Call it once, at the end.
  [[nodiscard]] description finish() { return std::move(whole_); }

 private:
  struct part {
    vocabulary::property name;
    description thing;
    fact_shape shape;
  };

  void put(const vocabulary::property& name, const value_view& value, fact_shape shape) override;
  void put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                std::span<const vocabulary::class_name> types, fact_shape shape) override;

  description whole_;
  std::vector<part> open_;
};

/// Whether a text is an IRI (RFC 3987) that every program reads.
[[nodiscard]] bool is_usable_iri(std::string_view text);

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
