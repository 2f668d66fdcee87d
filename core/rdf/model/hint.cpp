// The table of hints.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/hint.hpp"

namespace laundromat {

namespace {

// The formats in which a repair is an edit, as bits.
constexpr std::uint8_t lines = 1, turtle = 2, rdf_xml = 4, rdfa = 8, json_ld = 16, all_formats = 31;

constexpr std::uint8_t bit_of(rdf_format format) {
  switch (format) {
    case rdf_format::n_triples:
    case rdf_format::n_quads:
      return lines;
    case rdf_format::turtle:
    case rdf_format::trig:
      return turtle;
    case rdf_format::rdf_xml:
      return rdf_xml;
    case rdf_format::rdfa:
      return rdfa;
    case rdf_format::json_ld:
      return json_ld;
    case rdf_format::records:
    case rdf_format::unknown:
      break;
  }
  return 0;
}

// clang-format off
constexpr defect_hint hints[] = {
    {errc::byte_order_mark, "Join files without their byte order marks, and save as UTF-8 without one.", all_formats},
    {errc::illegal_utf8, "Convert the file to UTF-8 from the encoding that it is really in, for example with `iconv -f WINDOWS-1252 -t UTF-8`.", lines | turtle | rdf_xml},
    {errc::lone_surrogate, "Write the whole character as UTF-8 or as one `\\UXXXXXXXX` escape; the other half of a pair was probably cut off.", lines | turtle},
    {errc::odd_character, "Remove control characters from the source, or replace them by spaces."},
    {errc::split_surrogate_pair, "Write the character as UTF-8 or as one `\\UXXXXXXXX` escape: pairs are for JSON only.", all_formats},
    {errc::syntax_error, "Write statements with an RDF library, and records with one for their format, instead of string templates; check the place shown."},
    {errc::missing_dot, "End each statement and each directive of the `@` kind with ` .`.", all_formats},
    {errc::line_break_in_literal, "Write line breaks as `\\n`, or use `\"\"\"` in Turtle and TriG.", all_formats},
    {errc::turtle_in_lines, "Publish the file as Turtle (`.ttl`, text/turtle), or write IRIs in full, one statement a line."},
    {errc::several_statements, "Begin a new line after each statement.", all_formats},
    {errc::missing_prefix, "Declare the prefix: `@prefix name: <http://…> .` before its first use."},
    {errc::bad_directive, "Write `@prefix name: <iri> .` with the dot, or `PREFIX name: <iri>` without.", turtle},
    {errc::comment_after_name, "Put a space before a comment; when the `#` belongs to the name, write the IRI in full."},
    {errc::missing_separator, "Put `;` between predicates, `,` between objects, and ` .` between statements.", all_formats},
    {errc::quote_in_literal, "Write a quote within a literal as `\\\"`.", all_formats},
    {errc::bare_iri, "Put the IRI in angle brackets: `<http://…>`.", all_formats},
    {errc::literal_out_of_place, "Literals are objects only: give the thing an IRI or a blank node."},
    {errc::triple_term_out_of_place, "Triple terms are objects only: name the triple by a reifier, `<< s p o ~ name >>`."},
    {errc::unbalanced_bracket, "Close each `[`, `(` and `{`, and remove brackets that close nothing.", json_ld},
    {errc::unterminated, "Close the string, IRI or statement; the file may have been cut off while it was written or sent."},
    {errc::bad_local_name, "Escape the character in the name with a backslash, or write the IRI in full.", all_formats},
    {errc::wrong_quote, "Use plain double quotes; typographic quotes come from word processors.", turtle | json_ld},
    {errc::mismatched_tag, "Close every element in the order opposite to that in which they were opened."},
    {errc::undeclared_namespace, "Declare the prefix on the root element: `xmlns:name=\"http://…\"`."},
    {errc::bad_attribute, "Give each attribute once, with its value in quotes.", rdf_xml},
    {errc::bad_xml_name, "Begin rdf:ID and rdf:nodeID with a letter or `_`, and use no space, colon or slash; or use rdf:about."},
    {errc::repeated_id, "Use rdf:ID once for each thing and rdf:about for the rest."},
    {errc::unknown_entity, "Write the character itself, or its number as `&#233;`: XML has only amp, lt, gt, quot and apos.", all_formats},
    {errc::entity_limit, "Write IRIs in full instead of building them from entities."},
    {errc::rdf_xml_grammar, "Let nodes and properties alternate, and put text into properties only."},
    {errc::odd_rdf_xml, "Nothing is lost; check the name for a typing error, and leave white space out of elements that must be empty."},
    {errc::version_conflict, "Announce the version that the statements need, in the text and in the media type: `1.2` for triple terms."},
    {errc::missing_version, "Write rdf:version=\"1.2\" on the root element."},
    {errc::bare_ampersand, "Write `&amp;` for an ampersand, also within the IRIs of attributes.", all_formats},
    {errc::markup_in_text, "Write `&lt;` for a less-than sign that is text, and `]]&gt;` for `]]>`.", rdf_xml},
    {errc::xml_character, "Remove the control character: XML 1.0 does not allow it, not even as a number.", rdf_xml},
    {errc::xml_syntax, "Run the file through an XML parser before it is published, for example `xmllint --noout`."},
    {errc::tag_soup, "Nothing is lost, but an HTML validator shows what browsers have to guess here."},
    {errc::undefined_term, "Declare the prefix or the vocabulary, or write the IRI in full."},
    {errc::unread_block, "Publish the block as a document of its own, or correct its type."},
    {errc::bad_prefix, "Write each prefix with its colon, a space and the IRI: `prefix=\"ex: http://example.org/ dc: http://purl.org/dc/terms/\"`.", rdfa},
    {errc::bad_microdata, "Put each `itemprop` into an element with `itemscope`, name by `itemref` only an `id` that the page has, let no item be a property of itself, and give the element the attribute of its value: `href`, `src` or `value`."},
    {errc::missing_value, "Write the value into the attribute: `<meta itemprop=\"name\" content=\"…\">`."},
    {errc::lenient_json, "Write strict JSON: no comments, no commas before a closing bracket, double quotes, one value a file.", json_ld},
    {errc::repeated_key, "Give each key once, with an array of values."},
    {errc::context_unavailable, "Give a folder that has it by `--contexts`, in a campaign `washing.contexts`, or load it by `--fetch-contexts`, `washing.fetch_contexts: true`. Publishers: put the context into the document, or at a lasting address with CORS; correct metadata of a table as the message says."},
    {errc::json_ld_invalid, "Try the document in a JSON-LD playground; the message names the error code of the specification."},
    {errc::unmapped_key, "Map the key to an IRI in the context, or set `@vocab`; until then it is ignored. In the metadata of a table: write what the message says."},
    {errc::line_ends, "Nothing is lost; ending each line in the same way, best with a line feed, makes files easier to cut and to compare."},
    {errc::iri_character, "Percent-encode the character, as `%20` for a space.", lines | turtle | rdfa | json_ld},
    {errc::odd_iri_character, "Write the character as it should be; U+FFFD means that an earlier conversion lost a character."},
    {errc::bad_percent_code, "Write `%25` for a percent sign.", all_formats},
    {errc::iri_delimiter, "Write `%23`, `%5B` and `%5D` for `#`, `[` and `]` that are part of a name.", all_formats},
    {errc::iri_white_space, "Remove the space, or percent-encode it: U+00A0, of which editors make many, is `%C2%A0`."},
    {errc::bad_port, "Give the port as a number, and put an IPv6 address into brackets."},
    {errc::odd_port, "Leave the port out, or give a number other than the default."},
    {errc::relative_iri, "Write absolute IRIs, or declare the base.", lines},
    {errc::bad_iri, "Give the thing an absolute IRI with a scheme as `http://`."},
    {errc::suspicious_iri, "Check whether this is what you meant: a `mailto:` or `http://` is probably missing."},
    {errc::iri_not_normal, "Use one spelling of each IRI: Unicode NFC, no password, host names as people write them."},
    {errc::term_too_long, "Put the data into a separate file and refer to it."},
    {errc::statement_too_long, "Split the statement, or close the string or bracket that was left open."},
    {errc::too_deep_nesting, "Give the inner nodes names and describe them one after the other."},
    {errc::too_many_attributes, "Write properties as elements."},
    {errc::too_many_prefixes, "Declare prefixes that many names share, and write other IRIs in full."},
    {errc::limit_exceeded, "Split the document: what is beyond the limit was not read."},
    {errc::ill_typed_literal, "Give a value of the datatype, as `2014-02-28` for xsd:date, or another datatype."},
    {errc::non_canonical_literal, "Nothing is wrong; one spelling for each value makes data easier to compare."},
    {errc::unknown_datatype, "Check the datatype for a typing error; those of XML Schema begin with `http://www.w3.org/2001/XMLSchema#`."},
    {errc::base_direction, "Nothing is wrong: `--directions kept` keeps the direction; in JSON-LD `compound-literal` and `i18n-datatype` do."},
    {errc::missing_language_tag, "Add the tag, as in `\"chat\"@fr`, or leave rdf:langString out.", lines | turtle | rdfa},
    {errc::tag_and_datatype, "Give either a language tag or a datatype.", lines | turtle},
    {errc::bad_escape, "Write a backslash as `\\\\`, and use only the escapes of the format.", all_formats},
    {errc::bad_xml_literal, "Close all elements within the literal, or give it no datatype."},
    {errc::bad_language_tag, "Use letters, digits and hyphens, as in `en-GB`.", lines | turtle | rdf_xml | rdfa},
    {errc::ill_formed_language_tag, "Take the tag from the IANA registry: language, script, region."},
    {errc::long_language_tag, "Give only the subtags that tell this language from others."},
    {errc::upper_case_language_tag, "Nothing is wrong; lower case makes data easier to compare.", all_formats},
    {errc::bad_blank_label, "Use letters, digits, `_` and `-` in labels after `_:`."},
    {errc::blank_predicate, "Name the property with an IRI."},
    {errc::quad_in_triples, "Publish the file as N-Quads or TriG, or leave the graph out."},
    {errc::repeated_header, "Publish one document per file: several were concatenated here."},
    {errc::lost_quote, "Close each quote, and write a quote within a quoted field twice, as RFC 4180 says."},
    {errc::doubtful_rows, "Put each row on a line of its own, or fields with line breaks in quotes; look for a quote that is missing near these lines."},
    {errc::row_width, "Give each row as many fields as the header; put fields that contain the delimiter in quotes."},
    {errc::empty_fields, "Remove the delimiters at the end of the row, or add names for them to the header; leave out rows without text."},
    {errc::short_row, "Write the delimiters of empty fields, too; if a line break cut the row, put its field in quotes."},
    {errc::odd_field_name, "Give each field a name of its own in the header, or state in a specification what the message names."},
    {errc::title_rows, "Keep titles and notes out of the table, or in its metadata. In XML state by `records` which elements are records."},
    {errc::no_records, "Check `records` of the specification: it says where the records are in the document."},
    {errc::missing_field, "Fill the field in the source, or leave out `required` in the specification. Where the message names the nearest name, correct the place in the specification."},
    {errc::ill_typed_field, "Write the value in the notation that the specification states, or state `format`, `decimal_separator` or another `type` there."},
    {errc::unmatched_field, "Change `match` in the specification, or name a field for such texts with `warn`."},
    {errc::unlisted_value, "Add the value to the lookup table, or give a `default` in the specification."},
    {errc::schema_drift, "If the change is meant, make the schema again from the new records."},
    // Streams.
    {errc::archive_damaged, "Make the archive again and test it, for example with `gzip -t`."},
    {errc::truncated_stream, "Make the compressed file again; it was cut off while it was written or sent."},
    {errc::trailing_garbage, "Remove what follows the end of the compressed stream."},
    {errc::warc_record_truncated, "Crawl the address again; what was captured is not the whole document."},
    {errc::warc_length_wrong, "Write the web archive again with a program that counts the bytes of each record."},
    {errc::warc_digest_wrong, "Crawl the address again; the record was changed after it was written, or its digest is wrong."},
    {errc::warc_digest_missing, "Let the crawler write block and payload digests, so that changed records are noticed."},
    {errc::warc_one_member, "Compress each record for itself, for example with `warcio recompress`."},
    {errc::warc_chunks_wrong, "Crawl the address again; the response was changed after it was received."},
    {errc::warc_head_broken, "Write the web archive again; the head of a record is damaged."},
    {errc::warc_original_missing, "Read the file that has the record to which this one refers."},
    {errc::guessed_encoding, "Publish UTF-8, or declare the encoding."},
    {errc::overruled_encoding, "Declare the encoding that the file is really in; best, publish UTF-8."},
    {errc::mixed_encodings, "Convert the parts that are in another encoding, and publish UTF-8 throughout."},
    {errc::undecodable_bytes, "Declare the encoding that the file is really in; best, publish UTF-8."},
};
// clang-format on

}  // namespace

std::span<const defect_hint> defect_hints() {
  return hints;
}

bool can_be_applied(errc rule, rdf_format format) {
  const auto* row = find_hint(rule);
  return row != nullptr && (row->edits & bit_of(format)) != 0;
}

const defect_hint* find_hint(errc rule) {
  for (const auto& row : hints)
    if (row.rule == rule) return &row;
  return nullptr;
}

std::string_view hint_on(errc rule) {
  const auto* row = find_hint(rule);
  return row ? row->hint : std::string_view{};
}

errc rule_about(errc rule, std::string_view message) {
  const auto named = errc_from_name(message.substr(0, message.find(": ")));
  return named && find_hint(*named) != nullptr ? *named : rule;
}

}  // namespace laundromat
