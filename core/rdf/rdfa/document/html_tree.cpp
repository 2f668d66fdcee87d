// Implements html_tree: applies the tree rules of HTML to each start tag and end tag.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/html_tree.hpp"

#include <algorithm>

namespace laundromat::rdfa {

namespace {

using enum html_tag;

content_model model_of(html_tag tag) {
  switch (tag) {
    case html_tag::title:
    case textarea:
      return content_model::references;
    case script:
    case style:
    case xmp:
    case iframe:
    case noembed:
    case noframes:
      return content_model::verbatim;
    case plaintext:
      return content_model::plain_text;
    default:
      return content_model::markup;
  }
}

constexpr std::size_t most_lost = 16;

constexpr bool is_one_of(html_tag tag, std::initializer_list<html_tag> tags) {
  return std::ranges::find(tags, tag) != tags.end();
}

}  // namespace

bool html_tree::top_is(std::initializer_list<html_tag> tags) const {
  return !stack_->empty() && !top().is_foreign && is_one_of(top().tag, tags);
}

int html_tree::find(html_tag tag, std::initializer_list<html_tag> barriers,
                    std::uint16_t barrier_traits) const {
  for (auto i = static_cast<int>(stack_->size()) - 1; i >= 0; --i) {
    const auto& one = (*stack_)[static_cast<std::size_t>(i)];
    if (one.is_foreign) {
      if (one.is_integration) return -1;
      continue;
    }
    if (one.hash != 0 && one.tag == tag) return i;
    if ((one.traits & barrier_traits) != 0 || is_one_of(one.tag, barriers)) return -1;
  }
  return -1;
}

bool html_tree::has_special_above(int index) const {
  for (auto i = static_cast<std::size_t>(index) + 1; i < stack_->size(); ++i)
    if (((*stack_)[i].traits & is_special) != 0 || (*stack_)[i].is_foreign) return true;
  return false;
}

/// Where the innermost cell or the like begins, counted from 1: what is lost in it is not opened again outside.
std::uint64_t html_tree::innermost_marker() const {
  for (auto i = stack_->size(); i-- > 0;) {
    const auto& one = (*stack_)[i];
    if ((one.traits & is_scope) != 0 && !is_one_of(one.tag, {html, table}))
      return one.begin.bytes.offset_bytes + 1;
  }
  return 0;
}

/// Remembers the innermost element if it is one that HTML opens again.
void html_tree::lose_top() {
  const auto& one = top();
  if ((one.traits & is_formatting) == 0 || one.hash == 0 || one.is_inert || !changes_subject_(one)) return;
  if (lost_.size() < most_lost)
    lost_.push_back({one.tag, innermost_marker()});
  else
    lost_.back().tag = other;  // no end tag takes it away
}

void html_tree::forget_lost(html_tag tag) {
  const auto marker = innermost_marker();
  const auto found = std::find_if(lost_.rbegin(), lost_.rend(), [&](const lost_element& one) {
    return one.tag == tag && one.marker == marker;
  });
  if (found != lost_.rend()) lost_.erase(std::next(found).base());
}

bool html_tree::reopens_before(html_tag tag, bool is_text) {
  if (lost_.empty() || stack_->empty() || is_in_foreign() || top().is_inert || top().is_unreadable)
    return false;
  const auto marker = innermost_marker();
  while (!lost_.empty() && lost_.back().marker > marker) lost_.pop_back();
  if (is_text && top_is({table, tbody, thead, tfoot, tr, colgroup, html_tag::title, textarea, select}))
    return false;
  const bool stays = (traits_of(tag) & is_special) != 0 &&
                     !is_one_of(tag, {button, object, area, br, embed, img, input, select, wbr, xmp});
  return !stays && !lost_.empty() && lost_.back().marker == marker;
}

bool html_tree::misplaces_text() const {
  return top_is({table, tbody, thead, tfoot, tr});
}

html_tag html_tree::take_reopened() {
  const auto tag = lost_.back().tag;
  lost_.pop_back();
  return tag;
}

/// Pops up to and with `index`; false when an element had to be closed whose end tag is not optional.
bool html_tree::pop_through(int index) {
  bool is_clean = true;
  while (static_cast<int>(stack_->size()) > index) {
    const bool is_target = static_cast<int>(stack_->size()) - 1 == index;
    is_clean = is_clean && (is_target || top().hash == 0 || (top().traits & has_optional_end) != 0);
    if (!is_target) lose_top();
    pop_();
  }
  return is_clean;
}

bool html_tree::pop_until(std::initializer_list<html_tag> tags) {
  bool is_clean = true;
  while (!stack_->empty() && !top_is(tags) && !top_is({table, html, template_})) {
    is_clean = is_clean && (top().hash == 0 || (top().traits & has_optional_end) != 0);
    lose_top();
    pop_();
  }
  return is_clean;
}

void html_tree::close_paragraph(html_placement& made) {
  if (const auto open = find(p, {button}, is_scope); open >= 0) made.is_repaired |= !pop_through(open);
}

void html_tree::place_table_part(html_tag tag, html_placement& made) {
  if (find(table, {html, template_}, 0) < 0) {
    made.is_ignored = made.is_repaired = true;
    return;
  }
  if (tag == tr)
    made.is_repaired |= !pop_until({tbody, thead, tfoot});
  else if (tag == td || tag == th)
    made.is_repaired |= !pop_until({tr, tbody, thead, tfoot});
  else if (tag == col)
    made.is_repaired |= !pop_until({colgroup});
  else
    made.is_repaired |= !pop_until({});
}

void html_tree::place_item(html_tag tag, html_placement& made) {
  for (auto i = static_cast<int>(stack_->size()) - 1; i >= 0; --i) {
    const auto& one = (*stack_)[static_cast<std::size_t>(i)];
    const bool is_match = tag == li ? one.tag == li : one.tag == dd || one.tag == dt;
    if (is_match && one.hash != 0) {
      made.is_repaired |= !pop_through(i);
      break;
    }
    if (one.is_foreign || ((one.traits & is_special) != 0 && !is_one_of(one.tag, {address, div, p}))) break;
  }
  close_paragraph(made);
}

/// `html`, `head`, `body`, and what ends the head. True when there is no more to decide.
bool html_tree::place_structure(html_tag tag, html_placement& made) {
  if (tag == html) {
    if (!stack_->empty()) made.is_ignored = made.is_repaired = true;
    return true;
  }
  if (tag == head) {
    if (has_head_ || has_body_) made.is_ignored = made.is_repaired = true;
    has_head_ = true;
    return true;
  }
  if ((traits_of(tag) & is_head_content) == 0 && !has_body_) {
    if (const auto open = find(head, {}, 0); open >= 0 && !top_is({noscript, template_}))
      made.is_repaired |= !pop_through(open);
  }
  if (tag == body || tag == frameset) {
    if (has_body_) made.is_ignored = made.is_repaired = true;
    has_body_ = true;
    return true;
  }
  return false;
}

void html_tree::place_ordinary(html_tag tag, html_placement& made) {
  const auto traits = traits_of(tag);
  if (tag == li || tag == dd || tag == dt) return place_item(tag, made);
  if (tag == form && find(form, {template_}, 0) >= 0) {
    made.is_ignored = made.is_repaired = true;
    return;
  }
  if ((traits & closes_paragraph) != 0 && !(tag == table && has_quirks_)) close_paragraph(made);
  if ((traits & is_heading) != 0 && !stack_->empty() && (top().traits & is_heading) != 0) {
    made.is_repaired = true;
    pop_();
  } else if (tag == button) {
    if (const auto open = find_in_scope(button); open >= 0) {
      made.is_repaired = true;
      (void)pop_through(open);
    }
  } else if (tag == a) {
    made.is_repaired |= find(a, {}, is_scope) >= 0;
    (void)end_formatting(a);
  } else if (tag == option || tag == optgroup) {
    if (top_is({option})) pop_();
    if (tag == optgroup && top_is({optgroup})) pop_();
  } else if (is_one_of(tag, {rb, rt, rtc, rp}) && find_in_scope(ruby) >= 0) {
    while (top_is({rb, rt, rp}) || (tag != rt && tag != rp && top_is({rtc}))) pop_();
  }
}

html_placement html_tree::place(html_tag tag, bool closes_itself) {
  html_placement made;
  if (is_in_foreign()) {
    if ((traits_of(tag) & breaks_out) == 0) {
      made.is_foreign = true;
      made.is_void = closes_itself;
      return made;
    }
    made.is_repaired = true;
    while (is_in_foreign()) pop_();
  }
  if (tag == image) tag = img;
  if (place_structure(tag, made)) return made;
  if ((traits_of(tag) & is_table_part) != 0) {
    place_table_part(tag, made);
  } else {
    place_ordinary(tag, made);
    if (top_is({table, tbody, tfoot, thead, tr}) &&
        !is_one_of(tag, {script, style, template_, form, input})) {
      made.parent = std::max(0, find(table, {}, 0) - 1);
      made.is_repaired = true;
    }
  }
  made.is_foreign = tag == svg || tag == math;
  made.is_void = (traits_of(tag) & is_void) != 0 || (made.is_foreign && closes_itself);
  made.is_repaired |= closes_itself && !made.is_void;
  if (!made.is_void) made.model = model_of(tag);
  return made;
}

bool html_tree::end_formatting(html_tag tag) {
  const auto open = find(tag, {}, is_scope);
  if (open < 0) {
    forget_lost(tag);
    return false;
  }
  if (!has_special_above(open)) return pop_through(open);
  detach_(static_cast<std::size_t>(open));
  return false;
}

bool html_tree::end_other(std::uint64_t hash) {
  for (auto i = static_cast<int>(stack_->size()) - 1; i >= 0; --i) {
    const auto& one = (*stack_)[static_cast<std::size_t>(i)];
    if (one.hash == hash) return pop_through(i);
    if ((one.traits & is_special) != 0 && !one.is_foreign) return false;
  }
  return false;
}

bool html_tree::end(html_tag tag, std::uint64_t hash) {
  if (is_in_foreign()) {
    for (auto i = static_cast<int>(stack_->size()) - 1;
         i >= 0 && (*stack_)[static_cast<std::size_t>(i)].is_foreign; --i)
      if ((*stack_)[static_cast<std::size_t>(i)].hash == hash) return pop_through(i);
  }
  const auto close = [&](int open) { return open >= 0 && pop_through(open); };
  switch (tag) {
    case html:
    case body:
      return true;  // what follows still belongs to the body
    case head:
      return close(find(head, {}, 0));
    case p:
      return close(find(p, {button}, is_scope));
    case br:
      return false;
    case li:
      return close(find(li, {ol, ul}, is_scope));
    case table:
    case tbody:
    case thead:
    case tfoot:
    case tr:
    case td:
    case th:
    case caption:
    case colgroup: {
      const auto open = find(tag,
                             tag == table ? std::initializer_list<html_tag>{html, template_}
                                          : std::initializer_list<html_tag>{html, table, template_},
                             0);
      return open < 0 ? end_other(hash) : close(open);
    }
    default:
      break;
  }
  const auto traits = traits_of(tag);
  if ((traits & is_heading) != 0) {
    for (const auto level : {h1, h2, h3, h4, h5, h6})
      if (const auto open = find_in_scope(level); open >= 0) return close(open) && level == tag;
    return false;
  }
  if ((traits & is_block) != 0) return close(find_in_scope(tag));
  if ((traits & is_formatting) != 0) return end_formatting(tag);
  return end_other(hash);
}

}  // namespace laundromat::rdfa
