// Looks at pages in a browser: node browser.mjs ADDRESS CHROMIUM PATH... ADDRESS may be file:///FOLDER
// SPDX-License-Identifier: Apache-2.0
//
// With PICTURES=FOLDER the wide, light view of each page becomes a picture there.
//
// Each page is opened in light and dark, narrow and wide, with scripts and without. Prints one JSON object a page: violations that axe finds (WCAG 2.2 A and AA), requests that
// leave the server, errors of the console, and whether it is wider than the screen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [address, executablePath, ...paths] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const path of paths)
  for (const colorScheme of ["light", "dark"])
    for (const width of [360, 1280]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      const page = await context.newPage();
      const elsewhere = [], errors = [];
      page.on("request", (one) => one.url().startsWith(address) || elsewhere.push(one.url()));
      page.on("console", (one) => one.type() === "error" && errors.push(one.text()));
      page.on("pageerror", (one) => errors.push(String(one)));
      const pictures = process.env.PICTURES;
      const answer = await page.goto(address + path, { waitUntil: "load" });
      if (pictures && colorScheme === "light" && width === 1280)
        await page.screenshot({ path: `${pictures}/${path.split("/")[2]?.split("?")[0] || "overview"}.png` });
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      console.log(JSON.stringify({
        path, colorScheme, width, status: answer?.status() || 200, elsewhere, errors, isTooWide,
        violations: found.violations.map((one) => ({ id: one.id, help: one.help, nodes: one.nodes.slice(0, 3).map((node) => node.html) })),
      }));
      await context.close();
    }
await browser.close();
