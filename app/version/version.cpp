// Collects the versions of the build and the libraries.
// SPDX-License-Identifier: Apache-2.0
#include "app/version/version.hpp"

#include <caf/config.hpp>
#include <ostream>
#include <vector>

#include "app/terminal/json.hpp"
#include "app/version/source_commit.hpp"
#include "core/base/library_version.hpp"
#include "core/campaign/campaign.hpp"
#include "core/codec/codec_version.hpp"
#include "core/rdf/model/unicode_library.hpp"
#include "core/rdf/rdfxml/xml/xml_library.hpp"
#include "messages/build_id.hpp"
#include "net/net_libraries.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

namespace {

/// CAF has no version function at run time; the name of its shared library contains the version.
library_version actor_library() {
  return {"CAF", dotted_version(CAF_MAJOR_VERSION, CAF_MINOR_VERSION, CAF_PATCH_VERSION)};
}

std::vector<library_version> libraries() {
  std::vector<library_version> out{actor_library(), sqlite_library(), xml_library(), unicode_library()};
  for (auto& of_folder : {net_libraries(), hash_libraries(), codec_libraries()})
    out.insert(out.end(), of_folder.begin(), of_folder.end());
  return out;
}

}  // namespace

void print_version(std::ostream& out, const terminal_info& to, bool json) {
  if (json) {
    json_fact fact{{"program", "laundromat"},
                   {"version", program_version},
                   {"build_type", LAUNDROMAT_BUILD_TYPE},
                   {"compiler", LAUNDROMAT_COMPILER},
                   {"processor", LAUNDROMAT_PROCESSOR},
                   {"commit", source_commit()},
                   {"cluster_build", build_id()}};
    for (const auto& [name, version] : libraries()) fact["libraries"][name] = version;
    return print_fact(out, fact);
  }
  out << "laundromat " << program_version << " (" LAUNDROMAT_BUILD_TYPE ", " LAUNDROMAT_COMPILER ", "
      << LAUNDROMAT_PROCESSOR ", commit " << source_commit() << ")\n"
      << "cluster build " << build_id() << ": engine and joined nodes must have the same\n\n";
  text_table table{{{"library"}, {"version"}}};
  for (auto& [name, version] : libraries()) table.add_row({name, version});
  table.print(out, to);
}

}  // namespace laundromat
