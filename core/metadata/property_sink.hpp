// Takes the properties of a thing and of its parts one after the other: what makes a description, and what writes one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/time.hpp"
#include "core/metadata/metadata_vocabulary.hpp"

namespace laundromat {

/// How several values of a property are written.
enum class fact_shape : std::uint8_t {
  one,   ///< one value; in JSON the value itself
  many,  ///< unordered; in JSON an array
  list,  ///< ordered: an rdf:List; in JSON an array
};

/// The IRI of something that is described elsewhere, or not at all.
struct iri_view {
  std::string_view iri;
  vocabulary::class_name type = {};  ///< its rdf:type in RDF, unless empty; not written in JSON
};
/// A digest: xsd:hexBinary in RDF.
struct hex_view {
  std::string_view hex;  ///< in lower case
};
/// A size in bytes: xsd:nonNegativeInteger in RDF, as DCAT requires.
struct size_value {
  std::uint64_t bytes = 0;
};
using value_view =
    std::variant<bool, std::uint64_t, double, std::string_view, iri_view, hex_view, size_value, timestamp>;

/// Begins within the whole thing. What is passed is used at once, and not kept.
class property_sink {
 public:
  using classes = std::initializer_list<vocabulary::class_name>;

  virtual ~property_sink() = default;

  /// Adds a value. An empty text, and the timestamp that means "never", are not added. Bytes that are not UTF-8 become U+FFFD.
  property_sink& add(const vocabulary::property& name, value_view value, fact_shape shape = fact_shape::one);
  /// Begins a thing that is the value of a property: everything up to its `end_part` belongs to it. Its IRI is that of the thing above, a slash,
  /// and `path`, which needs no escape.
  void begin_part(const vocabulary::property& name, std::string_view path, classes types = {},
                  fact_shape shape = fact_shape::one) {
    put_part(name, path, true, {types.begin(), types.size()}, shape);
  }
  /// The same for any IRI.
  void begin_thing(const vocabulary::property& name, std::string_view iri,
                   std::span<const vocabulary::class_name> types, fact_shape shape) {
    put_part(name, iri, false, types, shape);
  }
  virtual void end_part() = 0;

 private:
  virtual void put(const vocabulary::property& name, const value_view& value, fact_shape shape) = 0;
  /// `is_path`: `iri` is only the path below the thing above.
  virtual void put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                        std::span<const vocabulary::class_name> types, fact_shape shape) = 0;
};

/// The text, with U+FFFD for each byte that is not UTF-8.
[[nodiscard]] std::string to_valid_utf8(std::string text);

}  // namespace laundromat
