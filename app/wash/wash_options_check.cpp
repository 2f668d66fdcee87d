// Checks the format, base, ledger and folder that `wash` was given.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_options_check.hpp"

#include <algorithm>
#include <filesystem>

#include "app/command_line/format_name.hpp"
#include "app/wash/input_guard.hpp"
#include "app/wash/wash_output.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

/// Whether the IRI is absolute, and has no character that would have to be repaired in each IRI that is resolved against it.
bool is_usable_base(std::string_view base) {
  term_checker checker(wash_profile::standard, reader_limits{}.iri_bytes);
  return is_absolute(base) && checker.check_iri(base) &&
         std::ranges::none_of(checker.faults(),
                              [](const term_fault& one) { return one.done != treatment::note; });
}

}  // namespace

std::string refusal_of(const wash_options& options) {
  if (!options.format.empty() && !format_from_option(options.format)) {
    auto message = "--format " + options.format + " is not one of:";
    for (const auto& row : format_table()) message.append(" ").append(row.key);
    return message + "; `laundromat formats` lists the extensions and media types that name them";
  }
  if (!options.base.empty() && !is_usable_base(options.base))
    return "--base " + options.base + " is not an absolute IRI; write it as in http://example.org/data";
  if (!options.ledger.empty() && (options.inputs.size() > 1 || options.recursive))
    return std::string{ledger_of_one_document};
  std::error_code code;
  if (!options.ledger.empty())
    if (auto refusal = input_guard(options.inputs).refusal_of(options.ledger); !refusal.empty())
      return "--ledger: " + refusal;
  if (options.output != "-" && std::filesystem::exists(options.output, code) &&
      !std::filesystem::is_directory(options.output, code))
    return "-o " + options.output + " is a file: name a folder, which may be new";
  return {};
}

}  // namespace laundromat
