// Reads prefix declarations: the attribute `prefix` and the namespaces of XML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"

namespace laundromat::rdfa {

/// Declares the prefixes of a start tag in `mapper`. A declaration that cannot be read makes its prefix unknown, so that nothing within the
/// element is read with a mapping from outside of it. Source: RDFa Core 1.1, section 7.5, step 3.
class prefix_reader {
 public:
  prefix_reader(const reader_options& options, statement_output& output, fault_log& faults,
                term_mapper& mapper)
      : most_prefixes_(options.limits.attributes),
        iri_bytes_(options.limits.iri_bytes),
        declared_(options.prefixes),
        output_(&output),
        faults_(&faults),
        mapper_(&mapper) {}

  /// Reads the namespaces first, then the attribute `prefix`, whose mappings replace them.
  void read(const attribute_set& attributes);

 private:
  void read_list(const attribute_value& value);
  void declare(std::string_view prefix, std::string_view iri, raw_place place);

  std::uint64_t most_prefixes_, iri_bytes_;
  declared_prefixes* declared_;  ///< receives what is declared; may be null
  statement_output* output_;
  fault_log* faults_;
  term_mapper* mapper_;
};

}  // namespace laundromat::rdfa
