// How a document of records is read, as a job of washing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/extraction/claiming_advice.hpp"
#include "app/wash/wash_input.hpp"
#include "core/extraction/model/workbook.hpp"
#include "core/extraction/plan/record_plan.hpp"
#include "core/records/jobs.hpp"
#include "core/washing/stages.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

/// `found`: the encoding that the document shows; the specification may state another one.
[[nodiscard]] inline parse_job record_job(const input_document& leaf, const std::string& found,
                                          const record_plan& plan) {
  const auto& stated = plan.spec().encoding;
  return {.entry = {},
          .content = leaf.content,
          .encoding = stated.empty() ? found : stated,
          .format = rdf_format::records,
          .base_iri = std::string{base_of(leaf.address)},
          .media_type = leaf.media_type,
          .charset = leaf.charset,
          .damage = leaf.damage,
          .input_bytes = leaf.input_bytes,
          .name = leaf.name};
}

/// Why an archive is not read as the documents in it: it is a workbook. Empty: it is none.
[[nodiscard]] inline std::string refusal_of_workbook(const std::string& name, const unpack_outcome& found) {
  for (const auto& member : found.members)
    if (member.path == "xl/workbook.xml" || member.path == "content.xml")
      if (const auto what = workbook_of(name, member.path); !what.empty())
        return std::string(what) + ": " + std::string(workbook_advice);
  return {};
}

}  // namespace laundromat
