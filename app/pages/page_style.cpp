// The style of all pages.
// SPDX-License-Identifier: Apache-2.0
#include "app/pages/page_parts.hpp"

namespace laundromat {

std::string_view page_style() {
  return R"css(:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--accent:#0550ae;--bar:#0969da;--head:#f6f8fa;--bad:#a40e26;--mark:#fff2b3}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--soft:#9da7b3;--line:#30363d;--accent:#79b8ff;--bar:#388bfd;--head:#161b22;--bad:#ff7b72;--mark:#5c4813}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:center;padding:.5rem 1.5rem;background:var(--head);border-bottom:1px solid var(--line)}
.brand{font-weight:700;margin:0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
nav a{display:inline-block;padding:.4rem 0;text-decoration:none}
nav a[aria-current]{border-bottom:3px solid var(--accent);font-weight:600}
main,footer{padding:0 1.5rem;max-width:100rem;margin:auto}
footer{color:var(--soft);border-top:1px solid var(--line);margin-top:2rem}
h1{font-size:1.6rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin-top:2rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem}
.cards b{display:block;font-size:1.5rem;font-weight:600}
.cards span{color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--soft);padding:.25rem 0}
th,td{padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td{overflow-wrap:break-word}
td.long{min-width:14rem}
time{white-space:nowrap}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code{font-size:.9em;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin:1rem 0}
label{display:grid;gap:.2rem;color:var(--soft);font-size:.9rem}
input,select,button{font:inherit;color:var(--text);background:var(--back);border:1px solid var(--soft);border-radius:.35rem;padding:.35rem .6rem;min-height:2.25rem}
button{background:var(--accent);color:var(--back);border-color:var(--accent);cursor:pointer}
form.list{display:block}
fieldset{border:1px solid var(--line);border-radius:.35rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.25rem .75rem}
legend{color:var(--soft);font-size:.9rem}
label.check{display:flex;align-items:center;gap:.35rem}
input[type=checkbox]{min-height:1.5rem;width:1.5rem}
mark{background:var(--mark);color:var(--text)}
.tree{list-style:none;padding:0}
.tree li{padding:.15rem 0}
form.change{display:block;max-width:45rem;border:1px solid var(--line);border-radius:.5rem;padding:0 1rem}
form[hidden],section[hidden]{display:none}
textarea{font:inherit;color:var(--text);background:var(--back);border:1px solid var(--soft);border-radius:.35rem;padding:.35rem .6rem;width:100%}
polyline{fill:none;stroke:var(--bar);stroke-width:2}
figure{margin:1rem 0;max-width:45rem}
figcaption{font-size:1.2rem;font-weight:600;margin:1.5rem 0 .5rem}
svg{width:100%;height:auto;font-size:13px;fill:var(--text)}
svg rect{fill:var(--bar)}
svg .label{text-anchor:end}
.bad{color:var(--bad);font-weight:600}
)css";
}

}  // namespace laundromat
