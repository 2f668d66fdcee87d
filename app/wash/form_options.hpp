// The options for what only RDF 1.2 can say, shared by `wash` and `export`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/command_line/command.hpp"
#include "core/rdf/model/rdf_forms.hpp"

namespace laundromat {

/// The values of the options as text.
struct form_options {
  std::string triple_terms = "kept", directions = "kept";

  /// Declares both. `dropped_as` says how a dropped direction is recorded.
  void add_to(cli_command& command, const std::string& dropped_as);
  /// The forms that the texts name. The parser of the command line has checked the names; an unknown one counts as `kept`.
  [[nodiscard]] rdf_forms read() const;
};

}  // namespace laundromat
