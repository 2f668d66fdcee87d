// Detects the character encoding of a document, and records all evidence (L33-L35).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"

namespace laundromat {

/// One piece of evidence for the decision.
struct encoding_evidence {
  std::string source;      ///< `bom`, `xml_declaration`, `http_charset`, `detector`, `validity`
  std::string value;       ///< canonical where it is known, else as found; empty when the source has none
  std::uint32_t rank = 0;  ///< 1 is strongest
  bool chosen = false;
  std::string note;

  friend bool operator==(const encoding_evidence&, const encoding_evidence&) = default;
};

struct encoding_decision {
  std::string chosen;                       ///< the preferred MIME name; empty when `problem` is set
  std::string chosen_source;                ///< the `source` of the evidence that decided
  errc problem = errc::ok;                  ///< `no_encoding`: the bytes are not text
  std::vector<encoding_evidence> evidence;  ///< all five, strongest first
};

/// Only this many bytes are examined.
inline constexpr std::size_t most_sampled_bytes = std::size_t{1024} * 1024;

/// Decides from the first bytes of a document. `whole_sample_is_file`: no byte follows; only up to 1 MiB is examined.
/// `http_charset` is the parameter of the media type as the server sent it, or empty. In this order: a byte order mark; zero bytes in the
/// positions of UTF-16 or UTF-32; UTF-8 where all non-ASCII bytes are valid UTF-8, whatever is declared; the declaration of the document
/// (XML, HTML meta), then that of the server, where iconv supports it and the bytes do not contradict; UTF-8 for ASCII; UTF-8 with defects
/// where at most half of the non-ASCII sequences are broken, or where hardly any was seen of a longer document; the detector where much text
/// confirms it (`judge_detected`); windows-1252. The bytes contradict UTF-8 where more than two thirds of these sequences are broken, and
/// another encoding where four fifths are valid. ISO-8859-1 with bytes 0x80 to 0x9F is windows-1252. Errors: none; see `problem`.
[[nodiscard]] encoding_decision detect_encoding(std::string_view sample, bool whole_sample_is_file,
                                                std::string_view http_charset);

/// The encoding of a byte order mark, and its length; an empty name when `bytes` begin with none.
struct byte_order_mark {
  std::string_view encoding;
  std::size_t length = 0;
};
[[nodiscard]] byte_order_mark find_bom(std::string_view bytes);

/// The encoding that an XML declaration or an HTML meta element in the first 4 KiB names, as it is written
/// there. Source: XML 1.0 appendix F; HTML, "prescan a byte stream to determine its encoding".
[[nodiscard]] std::string find_declared_encoding(std::string_view bytes);

}  // namespace laundromat
