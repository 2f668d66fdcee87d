// Changes something in the console: node change.mjs ADDRESS CHROMIUM TOKEN URI
// SPDX-License-Identifier: Apache-2.0
//
// Adds a seed in the basket, with a wrong and with the right token, and pauses a host. Prints one JSON object with what the page says.
import { chromium } from "playwright-core";

const [address, executablePath, token, uri] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
const said = {};
const change = async (name, path, what, secret, button) => {
  await page.goto(address + path);
  const form = page.locator("form.change");
  await form.locator("[name=what]").fill(what);
  await form.locator("[name=token]").fill(secret);
  await form.getByRole("button", { name: button, exact: true }).click();
  const status = form.locator("[role=status]");
  await page.waitForFunction((one) => one.textContent && one.textContent !== "...", await status.elementHandle());
  said[name] = { text: await status.textContent(), isBad: (await status.getAttribute("class")) === "bad" };
};
await change("refused", "/console/seeds", uri, token + "x", "Add");
await change("added", "/console/seeds", uri, token, "Add");
await change("paused", "/console/hosts", "pause.example", token, "Pause");
await change("resumed", "/console/hosts", "pause.example", token, "Resume");
await page.goto(address + "/console/seeds");
said.isListed = (await page.content()).includes(uri);
console.log(JSON.stringify(said));
await browser.close();
