// The grammar of RDF/XML over whole tags and decoded text: emits each property when it closes, skips what the grammar refuses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_names.hpp"
#include "core/rdf/rdfxml/terms/seen_ids.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/xml/xml_literal.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::rdfxml {

/// Something wrong in the value of an attribute of a tag.
struct attribute_fault {
  std::size_t attribute =
      0;  ///< index in `tag_source::attributes`, or `npos` for the declaration of a namespace
  errc rule{};
  treatment done{};
  std::uint64_t begin = 0, end = 0;
  std::string after;
};

/// An attribute that libxml2 is not shown, as nothing can be made of it; one that can be named is an `xml_attribute` that is lost.
struct lost_attribute {
  std::uint64_t begin = 0, end = 0;
  errc rule{};
  bool is_known = false;  ///< what it may have said is: a namespace, or the same as another attribute
  bool may_be_base = false, may_be_language = false, may_be_namespace = false;
};

/// Where a tag stands in the document.
struct tag_source {
  std::uint64_t begin = 0, end = 0;
  std::span<const xml_attribute> attributes;  ///< those of the `sax_element`, relative to `begin`
  std::span<const attribute_fault> faults;
  std::span<const lost_attribute> lost;
  bool holds_rdf = false;     ///< of a root: rdf:RDF stands somewhere in it
  bool repeats_root = false;  ///< it is rdf:RDF in rdf:RDF

  [[nodiscard]] std::uint64_t value_begin(std::size_t i) const { return begin + attributes[i].value; }
  [[nodiscard]] std::uint64_t value_end(std::size_t i) const {
    return value_begin(i) + attributes[i].value_length;
  }
  [[nodiscard]] std::uint64_t name_end(const sax_element& element) const {
    const auto prefix = element.name.prefix == nullptr ? 0 : std::string_view(element.name.prefix).size() + 1;
    return begin + 1 + prefix + std::string_view(element.name.local).size();
  }
};

enum class rdf_role : std::uint8_t {
  document,
  host,  ///< an element that is no RDF, in which rdf:RDF may stand
  rdf,
  node,
  property,
  resource,
  collection,
  xml,      ///< the property with parseType Literal, and the elements in it
  skipped,  ///< everything in an element that is skipped
};

/// One for a document. Every element is opened and closed in turn; nothing else is asked of the caller.
///
///     host ────┐      (elements of another vocabulary around rdf:RDF, as deep as they may be)
///     document ── rdf:RDF ──┬─ node ──── property ──┬─ text            a literal
///        └──────── node     │   ▲  ▲                ├─ node            its subject is the object
///                           │   │  └─ resource ◄────┤ parseType Resource: a list of properties
///                           └───┴──── collection ◄──┤ parseType Collection: a list of nodes
///                                     xml ◄─────────┘ parseType Literal
class rdf_xml_machine {
 public:
  rdf_xml_machine(const reader_options& options, statement_sink& sink, defect_log& log);

  [[nodiscard]] rdf_role role() const { return frames_[depth_].role; }
  /// That of an element around the innermost one, which is 0; `document` further out.
  [[nodiscard]] rdf_role role_at(std::size_t from_top) const {
    return from_top < depth_ ? frames_[depth_ - from_top].role : rdf_role::document;
  }
  /// A property that holds text, or a node, and has room for nothing more.
  [[nodiscard]] bool is_filled() const;
  /// How deep the element is that has no room for a node: a property that has its value or holds XML, or what is skipped; 0 for none.
  [[nodiscard]] std::size_t depth_without_room() const {
    return skip_depth_ != 0 ? skip_depth_ : role() == rdf_role::xml ? xml_depth_ : is_filled() ? depth_ : 0;
  }
  /// A node of which nothing is known but its type: it may be a property that has lost its node.
  [[nodiscard]] bool is_bare_node() const {
    const auto& f = frames_[depth_];
    return f.role == rdf_role::node && !f.is_named && !f.has_child && !f.is_settled && held_count_ == 1;
  }
  /// A property whose text ends like the front of a tag.
  [[nodiscard]] bool ends_in_markup() const {
    return role() == rdf_role::property && (text_.ends_with('<') || text_.ends_with("</"));
  }
  [[nodiscard, gnu::always_inline]] bool is_skipping() const {
    return skip_depth_ != 0 || (is_hosted_ && (role() == rdf_role::host || role() == rdf_role::skipped));
  }
  [[nodiscard]] bool has_root() const { return has_root_; }
  /// Whether an element was met, be it one that is skipped.
  [[nodiscard]] bool has_element() const { return has_root_ || has_element_; }
  /// The sink's error, if it had one.
  [[nodiscard]] const result<void>& status() const { return status_; }

  void open(const sax_element& element, const tag_source& tag);
  /// Opens an element that XML already refuses: it is skipped, and whatever cannot be said without it.
  void open_skipped(std::uint64_t begin, errc rule, std::uint64_t noticed, std::string_view message);
  /// An element is lost whose start tag the machine is not shown. Those behind an rdf:li keep their numbers; what else it may have been
  /// leaves them without.
  [[gnu::cold]] void lose_element(bool is_member, errc rule);
  /// It cannot be known how many rdf:li are lost in the innermost node, or in that of the innermost property, for the reason given.
  [[gnu::cold]] void doubt_members(errc rule);
  /// `begin` and `end` are those of the end tag; equal when the element is an empty tag.
  void close(std::uint64_t begin, std::uint64_t end);
  /// Closes the innermost element without an end tag, before the byte at `at`. `report` says whether that is a defect of its own;
  /// `end_tag` is what is missing. Returns whether something was skipped.
  bool close_unended(std::uint64_t at, bool report, std::string_view end_tag, errc rule);
  /// Character data. `raw_begin` and `raw_end` are its place in the document.
  void text(std::string_view decoded, std::uint64_t begin, std::uint64_t end);
  /// A piece of a comment or instruction, without its markup.
  void comment(std::string_view inner, bool is_first, bool is_last);
  void instruction(std::string_view inner, bool is_first, bool is_last);
  /// Something at `begin` to `end` cannot be used. Costs the property around it, or nothing but itself between elements.
  void damage(errc rule, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
              std::string_view message);
  /// Leaves out something between elements, and nothing else.
  void set_aside(errc rule, std::uint64_t begin, std::uint64_t end, std::string_view message);
  /// A new document begins in the same file.
  void begin_document();
  /// What follows may be a document that has lost its root: the base and the language that this one declares are not sure for it.
  void doubt_scope();
  void forget_names() { names_.forget(); }

 private:
  /// A part of a start tag that costs nothing but itself.
  struct left_out {
    std::uint64_t begin = 0, end = 0;
    defect report;
  };
  struct frame {
    rdf_role role = rdf_role::document;
    bool is_empty_form = false;  ///< a property that may hold neither text nor node
    bool has_child = false;      ///< a property with its node; a node or list with at least one element
    bool has_text = false;
    bool is_named = false;           ///< a node with rdf:about, rdf:ID or rdf:nodeID
    bool is_settled = false;         ///< a node whose start tag is accounted for
    bool has_nameless_loss = false;  ///< a part of the tag is left out that could name a node, or be a value
    errc language_fault = errc::ok;  ///< why the language of literals is not known
    std::uint64_t begin = 0, tag_end = 0;
    bool keeps_link = false;          ///< a property that has its node, and more than that, which is skipped
    errc spoilt_by = errc::ok;        ///< why a list cannot be said; its nodes are read all the same
    errc members_fault = errc::ok;    ///< why it is not known how many rdf:li there are
    std::uint64_t members = 0;        ///< rdf:li so far
    std::size_t first_member = 0;     ///< of a collection, in `members_`
    std::size_t base = 0, bases = 0;  ///< index of the base in force; how many there were outside
    term_kind subject_kind = term_kind::none, object_kind = term_kind::none;
    std::string subject,
        object;  ///< of a property, the subject is its node's
    std::string predicate, datatype, language, statement_id;
    std::vector<left_out>
        lost;  ///< parts of the start tag that are told once the rest of it is accounted for
  };
  /// A statement of a start tag that waits until the element has shown that it is one.
  struct held_statement {
    std::string predicate, object;
    term_kind kind = term_kind::none;
    std::size_t depth = 0;  ///< of its node, when that is doubtful
  };
  /// An item of a list, which is said when the list is whole.
  struct list_member {
    term_kind kind = term_kind::none;
    std::string name;
  };
  /// Which of the attributes that exclude each other a property has.
  struct property_words {
    bool has_object = false, has_datatype = false, has_attributes = false;
    std::string_view parse_type;  ///< null without one
  };

  static constexpr const char* mixed_content = "text and elements in a property that has no parseType";

  [[nodiscard]] frame& top() { return frames_[depth_]; }
  frame& push(rdf_role role, const tag_source& tag);
  void pop();

  void open_node(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool open_root(const rdf_xml_name& name, const sax_element& element, const tag_source& tag);
  bool refuse_root(rdf_role role, const tag_source& tag, errc why, std::string_view message);
  void open_host(const sax_element& element, const tag_source& tag);
  void open_in_host(const sax_element& element, const tag_source& tag);
  bool end_host(std::uint64_t end);
  void open_rdf(const sax_element& element, const tag_source& tag);
  void open_repeated_root(const sax_element& element, const tag_source& tag);
  void open_property(const sax_element& element, const tag_source& tag);
  void open_xml(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool read_scope(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool read_node_attribute(const sax_attribute& attribute, const tag_source& tag,
                                         std::size_t index);
  [[nodiscard]] bool read_node_name(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool read_property_name(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool read_property_attribute(const sax_attribute& attribute, const tag_source& tag,
                                             std::size_t index, property_words& words);
  [[nodiscard]] bool begin_content(const tag_source& tag, const property_words& words);
  [[nodiscard]] bool hold(rdf_word word, const rdf_xml_name& name, std::string_view value,
                          std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool is_usable(const tag_source& tag, std::size_t index, bool is_iri);
  void leave_out(std::uint64_t begin, std::uint64_t end);
  void leave_out(const tag_source& tag, std::size_t index);
  void report_left_out(frame& of, span_kind kept) {
    if (!of.lost.empty()) [[unlikely]]
      report_lost(of, kept);
  }
  [[gnu::cold]] void report_lost(frame& of, span_kind kept);
  [[nodiscard]] const rdf_xml_name& name_of(const sax_name& name, bool is_attribute, std::uint64_t begin,
                                            std::uint64_t end);

  void settle();
  void doubt();
  void believe();
  [[nodiscard]] std::size_t doubtful_outside() const;
  void close_property(std::uint64_t end);
  void close_collection(std::uint64_t begin, std::uint64_t end);
  void add_member(const frame& node);
  void forget_members(std::size_t first);
  [[gnu::cold]] bool doubt_members(errc rule, std::size_t depth);
  [[gnu::cold]] void lose_node(const sax_element& element);
  [[gnu::cold]] void lose_property(const sax_element& element, bool is_named);
  /// Whether markup is damaged, and not what it says.
  [[nodiscard]] static constexpr bool is_of_markup(errc rule) {
    return rule == errc::undeclared_namespace || rule == errc::xml_syntax || rule == errc::bad_attribute ||
           rule == errc::mismatched_tag;
  }
  void spoil(frame& list);
  void end_skip(std::uint64_t end);
  void fail(std::size_t depth);
  void fail_node();
  void end_frame_as_damaged(errc rule, std::uint64_t at);

  // These return false when the term cannot be kept; then `refusal_` says why.
  [[nodiscard]] bool make_iri(std::string_view value, std::uint64_t begin, std::uint64_t end,
                              std::string& out);
  [[nodiscard]] bool make_id(std::string_view value, std::uint64_t begin, std::uint64_t end,
                             std::string& out);
  [[nodiscard]] bool make_label(std::string_view value, std::uint64_t begin, std::uint64_t end,
                                std::string& out);
  [[nodiscard]] bool check_iri(std::string& iri, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool check_name(std::string& iri, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool tolerate(errc rule, std::uint64_t begin, std::uint64_t end);
  bool refuse(errc rule, std::uint64_t noticed, std::string_view message = {});
  [[nodiscard]] bool take_faults(bool is_good, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
                                 std::string_view after);
  void set_language(std::string_view tag, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool read_base(std::string_view reference, std::uint64_t begin, std::uint64_t end);
  void lose_base();
  [[gnu::cold]] void lose_scope(const sax_attribute& attribute);
  void set_base(std::string_view reference);
  void make_blank(std::string& out);
  [[nodiscard]] std::string_view base() const { return bases_[frames_[depth_].base]; }
  /// The same for what is resolved; the first one is that of the outside.
  [[nodiscard]] std::string_view use_base() const {
    if (frames_[depth_].base == 0) note_base(options_.used_base);
    return base();
  }

  [[nodiscard]] bool emit_literal(const frame& property, std::string_view value, std::string_view datatype,
                                  std::uint64_t end);
  void emit_property(const frame& property, const term_view& object);
  void emit_held(const term_view& subject, const frame& from);
  void emit(const term_view& subject, std::string_view predicate, const term_view& object);

  reader_options options_;
  statement_sink& sink_;
  defect_log& log_;
  rdf_xml_names names_;
  term_checker checker_;
  xml_literal_writer literal_;
  seen_ids ids_;
  std::vector<frame> frames_;  ///< never shrinks, so that strings are used again
  std::size_t depth_ = 0;
  std::vector<std::string> bases_;
  std::vector<held_statement> held_;
  std::size_t held_count_ = 0;
  std::vector<held_statement>
      doubted_;  ///< those of nodes that nothing has shown to be nodes, from the outside
  std::size_t doubted_count_ = 0;
  std::size_t doubtful_depth_ = 0;    ///< of the outermost such node; 0 for none
  std::vector<list_member> members_;  ///< of the collections that are open; never shrinks
  std::size_t member_count_ = 0;
  std::uint64_t member_bytes_ = 0;
  std::string text_;
  std::uint64_t blanks_ = 0, documents_ = 1;
  bool has_root_ = false, has_element_ = false;
  bool is_hosted_ = false;   ///< the root is a host
  bool has_hosted_ = false;  ///< and rdf:RDF was found in it
  result<void> status_;

  std::size_t xml_depth_ = 0;   ///< the property with parseType Literal
  std::uint64_t end_tag_ = 0;   ///< where the end tag begins that is being read
  std::size_t skip_depth_ = 0;  ///< the frame that is skipped with all in it; 0 for none
  std::uint64_t skip_from_ = 0;
  defect_place skip_place_;
  errc refusal_{}, skip_rule_{};  ///< why the last term or element was refused; why the skip began
  std::uint64_t refused_at_ = 0, skip_noticed_ = 0;
  std::string refusal_message_, skip_message_;
};

}  // namespace laundromat::rdfxml
