// stub
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/document.hpp"
namespace laundromat::recovery {
document make_rdf_xml(std::size_t, dice&) {
  return {rdf_format::rdf_xml, "", "", {}};
}
document make_rdfa(std::size_t, dice&) {
  return {rdf_format::rdfa, "", "", {}};
}
document make_json_ld(std::size_t, dice&) {
  return {rdf_format::json_ld, "", "", {}};
}
}  // namespace laundromat::recovery
