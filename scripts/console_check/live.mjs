// Follows a running engine in its overview: node live.mjs ADDRESS CHROMIUM
// SPDX-License-Identifier: Apache-2.0
//
// Waits until the page has shown a rate, and then a larger number of documents without being loaded again. Prints one JSON object with what it shows.
import { chromium } from "playwright-core";

const [address, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${address}/console/`);
const shown = (name) => page.locator(`#live [data-live="${name}"]`).first().textContent();
await page.waitForFunction(() => !document.getElementById("live").hidden && Number(document.querySelector('#live [data-live="documents"]').textContent.replaceAll(",", "")) > 0);
const first = Number((await shown("documents")).replaceAll(",", ""));
await page.waitForFunction((least) => Number(document.querySelector('#live [data-live="documents"]').textContent.replaceAll(",", "")) > least, first);
const said = { first, trouble: await shown("trouble"), disk: await shown("disk"), plot: await page.locator("#live svg").getAttribute("aria-label") };
said.documents = Number((await shown("documents")).replaceAll(",", ""));
console.log(JSON.stringify(said));
await browser.close();
