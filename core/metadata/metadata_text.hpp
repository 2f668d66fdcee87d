// The two writers of metadata, N-Quads and JSON, which write properties as they come.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_buffer.hpp"
#include "core/metadata/property_sink.hpp"

namespace laundromat {

/// Writes an object, indented by two spaces, with a newline at its end. Its `id` is the IRI; a part has an `id` only if its IRI is not below that
/// of the thing above.
class json_sink final : public property_sink {
 public:
  /// Begins the whole thing. Appends to `out`, which outlives the sink.
  json_sink(text_buffer& out, std::string_view iri);
  void end_part() override;
  /// Ends the whole thing.
  void finish();
  /// Whether the values of some property did not follow each other, so that the text has its key twice.
  [[nodiscard]] bool is_scattered() const { return is_scattered_; }

 private:
  struct level {
    std::string iri;
    std::string_view array;        ///< the key whose array is open; empty: none
    std::size_t first_ended = 0;   ///< in `ended_`
    bool is_first = true;          ///< no member yet
    bool is_first_element = true;  ///< of the open array
  };

  void put(const vocabulary::property& name, const value_view& value, fact_shape shape) override;
  void put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                std::span<const vocabulary::class_name> types, fact_shape shape) override;
  void begin_value(const vocabulary::property& name, fact_shape shape);
  void begin_array(std::string_view key);
  void end_array();
  void begin_object(bool has_id);
  void begin_line(bool& is_first);
  void begin_member(std::string_view key);
  void close(char bracket);

  text_buffer& out_;
  std::vector<level> levels_;            ///< of things; those beyond `depth_` keep their memory
  std::vector<std::string_view> ended_;  ///< keys of the arrays that have ended, of all levels
  std::size_t depth_ = 0, indent_ = 0;
  bool is_scattered_ = false;
};

/// Writes canonical N-Quads in one graph, or in none when its name is empty; in byte order, each line once. Literals are canonical.
class nquads_sink final : public property_sink {
 public:
  /// Begins the whole thing. Appends lines to `out`, in any order; it outlives the sink.
  nquads_sink(text_buffer& out, std::string_view iri, std::span<const vocabulary::class_name> types,
              std::string_view graph);
  void end_part() override;
  /// Ends the whole thing and returns the lines in order.
  [[nodiscard]] std::string finish();

 private:
  struct level {
    std::string subject;      ///< as in a line, with its space
    std::string list;         ///< the path of the open list; empty: none
    std::uint64_t cells = 0;  ///< of the open list
  };
  using order = std::vector<std::uint32_t>;

  void put(const vocabulary::property& name, const value_view& value, fact_shape shape) override;
  void put_part(const vocabulary::property& name, std::string_view iri, bool is_path,
                std::span<const vocabulary::class_name> types, fact_shape shape) override;
  void begin_value(const vocabulary::property& name, fact_shape shape);
  void end_list();
  [[nodiscard]] std::string cell_of(const level& one, std::uint64_t number) const;
  void begin_statement(std::string_view subject, const vocabulary::property& name);
  void end_statement();
  void add_types(std::string_view subject, std::span<const vocabulary::class_name> types);
  level& next_level();
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  [[nodiscard]] bool is_sorted(const order& numbers) const;
  [[nodiscard]] const order& sorted();

  text_buffer& out_;
  std::string end_;  ///< of each line, with the graph
  std::string term_;
  std::vector<std::size_t> ends_;  ///< of each line
  std::vector<level> levels_;      ///< of things; those beyond `depth_` keep their memory
  std::size_t depth_ = 0;
};

}  // namespace laundromat
