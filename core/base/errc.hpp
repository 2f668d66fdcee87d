// The one list of error codes: number, name, name in LOD Laundromat 2, meaning.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

// Numbers are stored in journals: they never change, and are never given another meaning.
// X(number, name, name of LOD Laundromat 2 or "", meaning)
// clang-format off
#define LAUNDROMAT_ERRC(X)                                                                                    \
  X(0, ok, "", "no error")                                                                                    \
  X(1, invalid_argument, "", "a value given by the user or a caller is not valid")                            \
  X(2, io_failed, "ReadStreamError", "the disk refused a read or write")                                      \
  X(3, no_space, "", "the disk is full or the configured budget is used up")                                  \
  X(4, not_found, "", "what was asked for does not exist")                                                    \
  X(5, internal, "", "an invariant of the program is violated")                                               \
  X(6, cancelled, "", "the engine is stopping and returned the work")                                         \
  X(7, configuration, "", "the campaign, or a file that it needs, is not valid")                              \
  X(8, out_of_memory, "GlobalStack", "the memory budget of a document is used up")                            \
  X(9, no_descriptors, "", "this process or machine has no file descriptors left")                            \
  X(20, uri_syntax, "UriSyntaxError", "the URI cannot be parsed")                                             \
  X(21, relative_uri, "InvalidUrl", "the seed is a relative URI and has no host")                             \
  X(22, scheme_refused, "IllegalUriScheme", "the scheme is not http, https, or an allowed file")              \
  X(23, address_refused, "", "the address guard refused the network address")                                 \
  X(24, port_refused, "", "the address guard refused the port")                                               \
  X(25, robots_refused, "", "robots.txt forbids the URI")                                                     \
  X(26, robots_unreachable, "", "robots.txt could not be read, so nothing is fetched for now")                \
  X(27, file_root_refused, "", "the file is outside of the folders that the campaign allows")                 \
  X(28, redirect_loop, "HttpRedirectLoop", "a redirect led back to a URI of the same chain")                  \
  X(29, too_many_redirects, "HttpMaxRedirect", "the redirect chain is longer than the limit")                 \
  X(30, redirect_scheme, "", "a redirect left http and https")                                                \
  X(31, redirect_without_location, "", "a redirect without a target")                                         \
  X(32, host_not_found, "HostNotFound", "DNS has no address for the host")                                    \
  X(33, connection_refused, "ConnectionRefused", "the host refused the connection")                           \
  X(34, connection_reset, "ConnectionResetByPeer", "the connection was cut")                                  \
  X(35, connection_timed_out, "ConnectionTimedOut", "no connection within the time-out")                      \
  X(36, http_timeout, "HttpTimeout", "the transfer was slower than the limits allow")                         \
  X(37, tls_failed, "SslUnexpectedEof", "TLS failed: certificate, protocol or an early end")                  \
  X(38, http_status, "HttpErrorStatus", "the server answered with an error status")                           \
  X(39, bad_response, "EmptyHttpReply", "the server sent something that is not HTTP")                         \
  X(40, truncated_body, "", "the body ended before its announced length")                                     \
  X(41, body_too_large, "", "the body is larger than the limit")                                              \
  X(42, content_encoding, "HttpEncodingIdentity", "the content encoding cannot be decoded")                   \
  X(43, network_unreachable, "NetworkIsUnreachable", "there is no route to the host")                         \
  X(44, crawl_delay_too_long, "", "robots.txt asks for a longer delay than the campaign waits")               \
  X(45, host_suspended, "", "the host failed too often in a row and is not asked for a while")                \
  X(46, not_modified, "", "the document has not changed")                                                     \
  X(47, head_too_large, "", "the head of the response is larger than the limit")                              \
  X(48, location_too_long, "", "a redirect names a target that is longer than the limit")                     \
  X(49, empty_body, "", "the server answered without a body, or the file is empty")                           \
  X(50, asked_to_wait, "", "the server asked not to be sent requests before a stated time")                   \
  X(51, excluded, "", "the operator excluded the URI, its host or its domain")                                \
  X(52, budget_used, "", "the budget of the campaign or of the host is used up")                              \
  X(53, paused, "", "the operator paused the campaign, the host or the seed")                                 \
  X(54, kept_out_by_publisher, "", "the publisher asks not to keep the document (X-Robots-Tag, meta robots)") \
  X(55, part_mismatch, "", "the rest of a body does not continue what was received before")                   \
  X(56, endpoint_limit, "", "a SPARQL endpoint cut its answer short, or gave up")                             \
  X(60, archive_damaged, "ArchiveError", "an archive or compressed stream is broken")                         \
  X(61, archive_encrypted, "", "an archive member needs a password")                                          \
  X(62, too_many_filters, "", "more compression layers than the limit")                                       \
  X(63, too_many_entries, "", "more archive members than the limit")                                          \
  X(64, too_deep_archive, "", "archives nest deeper than the limit")                                          \
  X(65, too_large_unpacked, "", "the unpacked bytes exceed the budget")                                       \
  X(66, ratio_exceeded, "", "a compressed stream expands more than the limit")                                \
  X(67, member_skipped, "", "an archive member is not a regular file")                                        \
  X(68, unsupported_archive, "", "a known archive format that is not opened")                                 \
  X(69, truncated_stream, "ArchiveError", "a compressed stream ended early; what came before is kept")        \
  X(70, trailing_garbage, "ArchiveError", "bytes follow the end of a compressed stream and are left out")     \
  X(80, no_encoding, "NoEncoding", "the character encoding cannot be determined or converted")                \
  X(81, illegal_utf8, "CharacterEncodingError", "bytes that are not UTF-8")                                   \
  X(82, undecodable_bytes, "CharacterEncodingError", "bytes that the encoding does not have; U+FFFD replaces them") \
  X(83, guessed_encoding, "CharacterEncodingError", "no encoding is declared, and the bytes are not UTF-8: it is guessed") \
  X(84, overruled_encoding, "CharacterEncodingError", "the bytes are in another encoding than the declared one") \
  X(85, mixed_encodings, "CharacterEncodingError", "bytes that read as UTF-8 in a text of another encoding") \
  X(90, non_rdf_format, "NonRdfFormat", "the content is none of the seven RDF formats")                       \
  X(91, no_reader, "", "no reader for this format yet")                                                       \
  X(92, syntax_error, "SyntaxError", "a statement or record breaks the grammar of its format")                \
  X(93, missing_prefix, "MissingTurtlePrefixDefinition", "a prefix is used that was not declared")            \
  X(94, bad_iri, "UriError", "an IRI that cannot be kept")                                                    \
  X(95, relative_iri, "", "a relative IRI where the format or the lack of a base forbids one")                \
  X(96, too_deep_nesting, "", "brackets nest deeper than the limit")                                          \
  X(97, term_too_long, "", "a term is longer than the limit")                                                 \
  X(98, statement_too_long, "", "a statement, record or line is longer than the limit")                       \
  X(99, unterminated, "", "a statement, record, string or IRI has no end")                                    \
  X(100, bad_escape, "", "a backslash escape that the format does not have")                                  \
  X(101, bad_language_tag, "", "a language tag that does not match the grammar")                              \
  X(110, limit_exceeded, "", "a limit of the document is used up")                                            \
  X(111, missing_field, "", "a field that a specification or mapping names is missing")                         \
  X(112, ill_typed_field, "", "a value that is not of the type that the specification of its records states") \
  X(113, unmatched_field, "", "a value that the pattern of its specification does not match")                 \
  X(114, unlisted_value, "", "a value that the table does not list in which it is looked up")                 \
  X(115, schema_drift, "", "a value or a name that records did not have when their schema or metadata were made")\
  X(116, no_records, "", "the document has no records where its specification looks for them")                \
  X(120, journal_failed, "", "the journal refused a transaction")                                             \
  X(121, journal_foreign, "", "the file is not a journal of this program")                                    \
  X(122, journal_newer, "", "the journal was written by a newer version")                                     \
  X(123, journal_locked, "", "another engine runs on this data folder")                                       \
  X(124, journal_full, "", "the disk below the journal is full")                                              \
  X(125, digest_mismatch, "", "stored bytes do not have the digest that names them")                          \
  X(126, journal_missing, "", "the data folder contains documents, and its journal is missing or empty")      \
  X(127, journal_damaged, "", "the journal is damaged: a page or a reference in it is wrong")                 \
  X(128, unsafe_data_folder, "", "a path in the data folder is a link, or belongs to another user")           \
  X(129, journal_outdated, "", "the journal is an older copy of the one that this data folder had")           \
  X(130, sync_failed, "", "a sync of the disk failed: what was written may be lost")                          \
  X(140, illegal_transition, "", "the lifecycle does not allow this event in this status")                    \
  X(141, lease_expired, "", "the worker did not answer within its lease")                                     \
  X(142, worker_crashed, "", "the worker died while it worked on the document")                               \
  X(143, attempts_exhausted, "", "every allowed attempt failed")                                              \
  X(144, poison, "", "the document crashed its worker three times")                                           \
  X(145, unclean_stop, "", "the engine was killed or crashed while it worked on this")                        \
  X(146, machine_lost, "", "the worker node with the document was lost, or could not do its work")            \
  X(147, announcement_syntax, "", "a sitemap, feed, linkset or catalogue that breaks its syntax: what can be read is used")\
  X(148, announcement_value, "", "a value of an announcement is not as it must be (a date, a frequency, a number or a URI); the message says what was made of it")\
  X(149, announcement_limit, "", "more announcements or bytes than the limit: the rest is not used")          \
  X(150, outside_uri_space, "", "a URI that its sitemap cannot announce, because it is outside of the URI space of the sitemap")\
  X(151, dataset_rule, "", "a claim about a dataset that breaks the rules of Semantic Sitemaps")              \
  X(152, unconfirmed_join, "", "a sitemap names another one, which does not name it in return")               \
  X(153, trap_suspected, "", "a URI that looks like one of an endless series")                                \
  X(154, out_of_scope, "", "a URI that was found, outside of the scope of the campaign")                      \
  X(155, own_output, "", "a URI below the address at which this engine publishes its own documents")          \
  X(156, other_way_taken, "", "a URI of a dataset that is fetched in another way, which takes less")          \
  X(157, kind_not_followed, "", "a URI that was found, of a kind that the campaign does not follow")          \
  X(160, byte_order_mark, "", "a byte order mark inside the text")                                            \
  X(161, lone_surrogate, "", "an escape names half of a surrogate pair")                                      \
  X(162, odd_character, "", "a control or non-character that many tools do not accept")                       \
  X(163, split_surrogate_pair, "", "a surrogate pair written as two escapes")                                 \
  X(164, missing_dot, "", "a statement or directive without its final dot")                                   \
  X(165, line_break_in_literal, "", "a line break in a literal that must be on one line")                     \
  X(166, turtle_in_lines, "", "Turtle syntax in N-Triples or N-Quads")                                        \
  X(167, several_statements, "", "more than one statement on a line")                                         \
  X(169, bad_directive, "", "a prefix or base declaration that breaks the grammar")                           \
  X(170, comment_after_name, "", "a name ends at a # that may have been meant as part of it")                 \
  X(171, missing_separator, "", "a semicolon, comma or dot is missing between two terms")                     \
  X(172, quote_in_literal, "", "a quote in a literal that is not escaped")                                    \
  X(173, bare_iri, "", "an IRI without angle brackets")                                                       \
  X(174, literal_out_of_place, "", "a literal as subject, predicate or graph name")                           \
  X(175, unbalanced_bracket, "", "a bracket that is never closed, or was never opened")                       \
  X(176, bad_local_name, "", "a prefixed name with characters that must be escaped")                          \
  X(177, wrong_quote, "", "a quote character that the format does not have")                                  \
  X(178, mismatched_tag, "XmlParserError", "an end tag that is missing or matches no start tag")              \
  X(179, undeclared_namespace, "XmlParserError", "an XML prefix that was not declared")                       \
  X(180, bad_attribute, "XmlParserError", "an attribute that is repeated, without quotes or damaged")         \
  X(181, bad_xml_name, "XmlNameError", "an rdf:ID, rdf:nodeID or rdf:bagID that is not an XML name")          \
  X(182, repeated_id, "RedefinedRdfId", "an rdf:ID that was used before")                                     \
  X(183, unknown_entity, "XmlParserError", "an entity that was not declared")                                 \
  X(184, entity_limit, "", "entities expand to more than the limit")                                          \
  X(185, rdf_xml_grammar, "RdfxmlParserError", "an element, attribute or text where RDF/XML allows none")     \
  X(186, bare_ampersand, "XmlParserError", "an ampersand that does not begin an entity")                      \
  X(187, xml_syntax, "XmlParserError", "markup that is not well-formed")                                      \
  X(188, tag_soup, "SgmlParserError", "HTML that its own rules repair")                                       \
  X(189, repeated_key, "", "a key that occurs twice in one JSON object")                                      \
  X(190, unmapped_key, "", "a key or value of JSON-LD, or of the metadata of a table, that has no meaning") \
  X(191, lenient_json, "", "JSON with comments, trailing commas, raw line breaks or several roots")           \
  X(192, context_unavailable, "", "a JSON-LD context, or metadata of a table, that could not be loaded or used") \
  X(193, json_ld_invalid, "", "JSON-LD that its algorithms refuse")                                           \
  X(194, iri_character, "UriError", "a character that an IRI must not contain")                               \
  X(195, bad_percent_code, "", "a percent sign without two hexadecimal digits")                               \
  X(196, iri_delimiter, "", "a second #, a second @ or a bracket outside the host of an IRI")                 \
  X(197, bad_port, "", "a port that is no number, or a colon in the host")                                    \
  X(198, suspicious_iri, "", "an IRI that looks like a mistake: a mail address, a bare host, a mistyped scheme") \
  X(199, iri_not_normal, "", "an IRI with a password, punycode, or not in Unicode NFC")                       \
  X(200, too_many_attributes, "", "more attributes than the limit")                                           \
  X(201, ill_typed_literal, "Lexical2ValueError", "a literal outside the value space of its datatype")        \
  X(202, non_canonical_literal, "NonCanonicalLexicalForm", "a literal that is not in the canonical form of its datatype") \
  X(203, unknown_datatype, "", "a datatype that is neither of XML Schema nor of RDF")                         \
  X(204, missing_language_tag, "MissingLanguageTag", "rdf:langString without a language tag")                 \
  X(205, tag_and_datatype, "", "a literal with a language tag and a datatype")                                \
  X(206, bad_xml_literal, "", "an rdf:XMLLiteral or rdf:HTML that is not well-formed")                        \
  X(207, ill_formed_language_tag, "", "a language tag that BCP 47 does not allow")                            \
  X(208, upper_case_language_tag, "NonCanonicalLanguageTag", "a language tag in upper case")                  \
  X(209, bad_blank_label, "", "a blank node label that the format does not allow")                            \
  X(210, blank_predicate, "", "a blank node as predicate")                                                    \
  X(211, quad_in_triples, "", "a named graph in a format that has none")                                      \
  X(212, repeated_header, "", "a second document follows in the same file")                                   \
  X(213, warc_record_truncated, "", "a record of a web archive ends early, or its crawler says that its content was cut")\
  X(214, warc_length_wrong, "", "a record of a web archive is longer or shorter than it states")              \
  X(215, warc_digest_wrong, "", "a record of a web archive does not have the digest that it states")          \
  X(216, warc_digest_missing, "", "records of a web archive state no digest")                                 \
  X(217, warc_one_member, "", "the records of a web archive are compressed together, not each for itself")    \
  X(218, warc_chunks_wrong, "", "the chunks of a stored response break their grammar")                        \
  X(219, warc_head_broken, "", "the head of a record of a web archive cannot be read")                        \
  X(220, warc_original_missing, "", "a record of a web archive refers to a payload that the file does not have")\
  X(221, iri_white_space, "", "white space outside ASCII in an IRI, which RFC 3987 allows and some programs refuse")\
  X(222, long_language_tag, "", "a language tag of more than 255 characters, which some programs cannot hold") \
  X(223, odd_port, "", "a port that is empty, default or above 65535")                                       \
  X(224, version_conflict, "", "a version of RDF that is not known, or not that of the media type or of the statements")\
  X(225, markup_in_text, "", "a < or ]]> that is text or part of a value and no markup")                      \
  X(226, xml_character, "", "a character that XML does not allow")                                            \
  X(227, bad_microdata, "", "microdata that cannot be used: without their item, their target or a value, or an item that is a property of itself") \
  X(228, missing_value, "", "an element without the attribute that has its value: the value is empty")        \
  X(229, bad_prefix, "", "a declaration in an attribute prefix that breaks its grammar")                      \
  X(230, undefined_term, "", "a word that is neither a prefixed name nor an IRI nor a term of a vocabulary")  \
  X(231, unread_block, "", "a block of another format that cannot be read here")                              \
  X(232, triple_term_out_of_place, "", "a triple term as subject, predicate or graph name")                   \
  X(233, odd_rdf_xml, "", "RDF/XML that can be read, but is not written as the standard has it")               \
  X(234, missing_version, "", "a part of RDF 1.2 where no rdf:version says so")                                \
  X(237, base_direction, "", "the base direction of a literal, where directions are not kept")             \
  X(240, too_symmetric, "", "blank nodes are too alike to be named within the limit")                         \
  X(245, odd_iri_character, "", "a character outside ASCII that no IRI may contain")                          \
  X(246, too_many_prefixes, "", "more prefixes than the limit")                                               \
  X(247, line_ends, "", "lines that end in different ways, or in a carriage return alone")                    \
  X(248, lost_quote, "", "a quote in a row of a table that is not closed, or is within a field")     \
  X(249, doubtful_rows, "", "rows of a table that a lost quote or a line end may have cut or joined")          \
  X(250, row_width, "", "a row of a table with other fields than its header or the rows around it")         \
  X(251, empty_fields, "", "a row of a table with empty fields too many, or without any text")               \
  X(252, short_row, "", "a row of a table that lacks fields at its end")                                      \
  X(253, odd_field_name, "", "names of fields, or a delimiter, that were guessed or made, and may be others than are meant")\
  X(254, title_rows, "", "what is beside records and is none: titles, notes and blank lines of tables, other elements of XML")
// clang-format on

enum class errc : std::uint8_t {
#define LAUNDROMAT_ERRC_VALUE(number, name, alias, meaning) name = (number),
  LAUNDROMAT_ERRC(LAUNDROMAT_ERRC_VALUE)
#undef LAUNDROMAT_ERRC_VALUE
};

/// The stored and printed name, for example `non_rdf_format`; `unknown` for a number that is not in the list.
[[nodiscard]] std::string_view to_string(errc code);
/// The error class of LOD Laundromat 2, or the empty string.
[[nodiscard]] std::string_view alias_of(errc code);
/// One sentence on what the code means.
[[nodiscard]] std::string_view meaning_of(errc code);
/// The code of a name as `to_string` prints it.
[[nodiscard]] std::optional<errc> errc_from_name(std::string_view name);

}  // namespace laundromat
