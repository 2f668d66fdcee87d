// The script of the pages: what is live, and what changes something. Without it all pages can be read.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_frame.hpp"

namespace laundromat {

std::string_view console_script() {
  return R"js("use strict";
(() => {
  const root = document.body.dataset.root, api = root + "../api/v1/";
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const count = new Intl.NumberFormat("en");

  // The counts of the running engine, each second.
  const live = document.getElementById("live");
  if (live && window.EventSource) {
    const rates = [];
    let last = null;
    const show = (name, value) => all(`[data-live="${name}"]`, live).forEach((one) => {
      one.textContent = typeof value === "number" ? count.format(value) : value;
    });
    const draw = () => {
      const line = live.querySelector("polyline"), most = Math.max(1, ...rates);
      line.setAttribute("points", rates.map((rate, i) => `${(i * 600) / 299},${78 - (rate * 74) / most}`).join(" "));
      live.querySelector("svg").setAttribute("aria-label",
        `Documents a second in the last ${rates.length} seconds: now ${count.format(rates.at(-1))}, at most ${count.format(most)}`);
    };
    const events = new EventSource(api + "events");
    events.addEventListener("counts", (event) => {
      const now = JSON.parse(event.data);
      live.hidden = false;
      for (const name of ["documents", "statements", "received_bytes", "live_seeds", "waiting_requests", "failed"]) show(name, now[name]);
      show("trouble", now.trouble || now.intake || (now.draining ? "The engine stops when its work is done." : "The engine is at work."));
      if (now.disk_free_bytes) {
        const days = now.disk_full_in_s / 86400;
        show("disk", `${count.format(Math.round(now.disk_free_bytes / 2 ** 30))} GiB of the disk are free` +
          (days ? `; at the rate of the last hour work pauses in ${count.format(Math.round(days * 10) / 10)} days.` : "."));
      }
      if (last) {
        const seconds = Math.max(0.001, (Date.parse(now.time) - Date.parse(last.time)) / 1000);
        rates.push(Math.max(0, Math.round((now.documents - last.documents) / seconds)));
        if (rates.length > 300) rates.shift();
        show("rate", rates.at(-1));
        draw();
      }
      last = now;
    });
    events.onerror = () => { if (events.readyState === EventSource.CLOSED) live.hidden = true; };
  }

  // Changes need the token of the campaign, which is kept until the browser is closed.
  const tell = (form, text, isBad) => {
    const status = form.querySelector("[role=status]");
    status.textContent = text;
    status.className = isBad ? "bad" : "";
  };
  const change = async (form, path, body) => {
    tell(form, "...", false);
    try {
      const answer = await fetch(api + path, {
        method: "POST", body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", Authorization: "Bearer " + sessionStorage.getItem("token") },
      });
      const said = await answer.json();
      if (!answer.ok) return tell(form, said.detail || said.title, true);
      tell(form, (said.items || [said]).map((one) => [one.uri || one.what || one.seed, one.answer].filter(Boolean).join(": ")).join("; ") || "done", false);
    } catch (problem) {
      tell(form, String(problem), true);
    }
  };
  all("form[data-change]").forEach((form) => {
    form.hidden = false;
    const token = form.elements.token;
    token.value = sessionStorage.getItem("token") || "";
    token.addEventListener("input", () => sessionStorage.setItem("token", token.value));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = event.submitter && event.submitter.value, path = chosen || form.dataset.change;
      const what = form.elements.what.value.split(/\s+/).filter(Boolean);
      change(form, path, { [path === "seeds" || path === "ping" ? "uri" : "what"]: what });
    });
    const field = form.elements.what;
    field.addEventListener("dragover", (event) => event.preventDefault());
    field.addEventListener("drop", async (event) => {
      event.preventDefault();
      const texts = await Promise.all([...event.dataTransfer.files].map((file) => file.text()));
      const uris = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
      field.value = [field.value, uris, ...texts].filter(Boolean).join("\n");
    });
  });
})();
)js";
}

}  // namespace laundromat
