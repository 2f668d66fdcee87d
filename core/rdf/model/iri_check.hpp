// The check of one IRI, and its repair.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/model/term_fault.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

/// Checks an absolute IRI in valid UTF-8 and appends its defects to `faults`, in the order of offsets. With a repair, `iri`
/// becomes a view of `room`, which contains the repaired IRI. Returns false when the term must be skipped.
///
/// | fault                                                            | rule              | strict | standard | max-recall |
/// | space, control, `<>"{}|^` backslash, backtick                   | iri_character     | skip   | encode   | encode     |
/// | white space or marks of writing direction at either end           | iri_character     | skip   | strip    | strip      |
/// | `%` without two hexadecimal digits                               | bad_percent_code  | skip   | keep     | encode     |
/// | second `#`, bracket outside an IP literal, `@` in a user's name   | iri_delimiter     | skip   | keep     | encode     |
/// | forbidden by RFC 3987 above U+007F, as U+FFFD of a bad conversion | odd_iri_character | skip   | keep     | keep       |
/// | white space above U+007F, which RFC 3987 allows                   | iri_white_space   | skip   | keep     | keep       |
/// | port that is not a number, colon in the host                     | bad_port          | skip   | keep     | keep       |
/// | port that is empty, default, above 65535                         | odd_port          | keep   | keep     | keep       |
/// | mail address, bare host or mistyped scheme                       | suspicious_iri    | keep   | keep     | keep       |
/// | password, punycode, not NFC                                      | iri_not_normal    | keep   | keep     | keep       |
/// | U+0000, or a scheme with impossible characters                   | bad_iri           | skip   | skip     | skip       |
/// | no scheme                                                        | relative_iri      | skip   | skip     | skip       |
///
/// To encode is to write the bytes of a character as percent codes, in any position: also a space directly after the scheme, or in the
/// host, becomes `%20`, because no other IRI can be meant. Source: RFC 3986, RFC 3987.
[[nodiscard]] bool check_iri(std::string_view& iri, wash_profile profile, term_faults& faults,
                             std::string& room);

/// Without white space and marks of writing direction at either end. Source: RFC 3987 section 4.1 (no mark is in an IRI), Appendix C of RFC
/// 3986 (space around a delimited one is ignored).
[[nodiscard]] std::string_view trim_iri(std::string_view iri);
/// Why an IRI was trimmed.
inline constexpr std::string_view around_iri = "what is around it is no part of it";

/// Why an IRI with this scheme and authority looks like a mistake, or the empty string. Unregistered schemes are not suspicious.
[[nodiscard]] std::string_view suspicion_about(const uri_view& iri);

}  // namespace laundromat
