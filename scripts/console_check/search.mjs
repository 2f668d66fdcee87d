// Searches a catalogue without a server: node search.mjs file:///FOLDER CHROMIUM WORDS...
// SPDX-License-Identifier: Apache-2.0
//
// Prints one JSON object for each: the words, and what the rows of the answer have, with whether their page has the place that they lead to.
import { chromium } from "playwright-core";

const [address, executablePath, ...all] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const words of all) {
  await page.goto(`${address}/search.html`);
  await page.getByRole("searchbox").fill(words);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("[data-said]").textContent);
  const hits = await page.locator("[data-hits] tr").evaluateAll((rows) => rows.map((row) => ({ href: row.querySelector("a").href, cells: [...row.cells].map((cell) => cell.textContent) })));
  for (const hit of hits) {
    await page.goto(hit.href);
    const place = decodeURIComponent(new URL(hit.href).hash.slice(1));
    hit.isThere = (!place || (await page.locator(`[id="${place}"]`).count()) === 1) && (await page.content()).includes(hit.cells[1]);
  }
  console.log(JSON.stringify({ words, hits }));
}
await browser.close();
