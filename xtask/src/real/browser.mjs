// Opens the page of a report in a real browser and checks what a person relies on. Arguments: browser, page, folder of
// screenshots. Each check prints a line; the first that fails ends the run.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [executablePath, file, screens] = process.argv.slice(2);
const url = pathToFileURL(file).href;
const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const browser = await chromium.launch({ executablePath, args });
const problems = [];

async function open(options, hash = "") {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("request", (request) => request.url().split("#")[0] === url || problems.push("asked for " + request.url()));
  page.on("console", (message) => message.type() === "error" && problems.push("console: " + message.text()));
  page.on("pageerror", (error) => problems.push("error: " + error.message));
  page.on("dialog", (dialog) => { problems.push("a dialog opened"); dialog.dismiss(); });
  await page.goto(url + hash);
  return page;
}
// A page follows a key or a click in its own time, so checks wait; one that never comes true fails.
const PATIENCE = { timeout: 20000 };
const rows = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".row").length === count, count, PATIENCE)
  .catch(async () => assert.equal(await page.locator(".row").count(), count));
const holds = (page, selector, pattern) => page.waitForFunction(
  ([selector, source]) => new RegExp(source, "s").test(document.querySelector(selector)?.textContent ?? ""), [selector, pattern.source], PATIENCE)
  .catch(async () => assert.match(await page.textContent(selector, { timeout: 100 }).catch(() => "(nothing)"), pattern));
const shoot = (page, name, fullPage = false) => page.screenshot({ path: join(screens, name + ".png"), fullPage });
const said = (what) => console.log("browser: " + what);

let page = await open({ colorScheme: "light" });
assert.deepEqual(await page.locator(".figure h2").allTextContents(), ["How many", "How bad", "How sure"]);
await rows(page, 8);
await shoot(page, "light-list");
said("the page shows its three numbers and all findings");

await page.selectOption("#by-axis", "correction");
await rows(page, 4);
await page.selectOption("#by-severity", "MEDIUM");
await rows(page, 2);
await page.click("#clear");
await page.selectOption("#by-status", "INCONCLUSIVE");
await rows(page, 1);
await page.click("#clear");
await page.selectOption("#by-folder", "src/util");
await rows(page, 2);
await page.click("#clear");
await page.fill("#by-text", "SELF-comparison");
await rows(page, 1);
await holds(page, "#shown", /^1 of 8 findings$/);
await page.fill("#by-text", "no such text");
await holds(page, "#list", /Nothing matches/);
await page.click("#clear");
await page.click('[data-severity="HIGH"]');
await rows(page, 1);
await page.click("#clear");
said("filters by axis, severity, status, folder and text work");

await page.reload();
await page.keyboard.press("ArrowDown");
await page.keyboard.press("j");
await page.keyboard.press("k");
await page.keyboard.press("Enter");
await holds(page, "#detail h2", /ends the page's script/);
await page.keyboard.press("Escape");
await page.locator("#detail h2").waitFor({ state: "detached" });
assert.equal(await page.evaluate(() => document.activeElement.dataset.id), "M-1");
await page.keyboard.press("/");
await page.keyboard.type("F-3f9a");
await rows(page, 1);
await page.keyboard.press("Escape");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("Enter");
await holds(page, "#detail .source mark", /^1000$/);
await holds(page, "#detail .history", /proposed.*confidence 92.*verify\/constant/);
await holds(page, "#detail", /README\.md:3.*Bets above 100 are rejected/);
await shoot(page, "light-finding");
said("keys move, open, go back and search; a finding stands in its code with evidence and history");

page = await open({ colorScheme: "dark" }, "#f=M-1");
await holds(page, "#detail .source", /<\/script><img src=x onerror/);
assert.equal(await page.locator("img, svg, iframe").count(), 0);
assert.equal(await page.title(), "Tribunal review");
await shoot(page, "dark-finding");
await page.goto(url + "#f=F-77aa0b1c");
await holds(page, "#detail .source mark", /^bet == bet$/);
await shoot(page, "dark-wide-characters");
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const dark = await background(page);
await page.emulateMedia({ colorScheme: "light" });
assert.notEqual(await background(page), dark);
said("hostile code is shown and does not run; light and dark differ");

page = await open({ colorScheme: "dark" }, "#audit");
await rows(page, 3);
await holds(page, "#list", /verify\/uses.*Engine\.spin calls it/);
await shoot(page, "dark-audit");
await page.locator(".row").first().press("Enter");
await holds(page, "#detail .history", /DEAD → USED/);
await rows(page, 3);
said("what was set aside has a page of its own, with the ruling that decided it");

page = await open({ colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
assert.ok(await fits(page), "the list is wider than a phone");
await shoot(page, "phone-list", true);
await page.locator('.row[data-id="F-90be11d7"]').tap();
assert.ok(await fits(page), "a finding is wider than a phone");
await shoot(page, "phone-finding", true);
await page.locator(".back").tap();
await rows(page, 8);
said("it fits a phone");

page = await open({ colorScheme: "dark" });
await page.pdf({ path: join(screens, "print.pdf"), format: "A4" });
await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
await page.emulateMedia({ media: "print", colorScheme: "light" });
assert.equal(await page.locator("#print .sheet").count(), 8);
assert.ok(!(await page.locator("#panes").isVisible()));
await shoot(page, "print", true);
said("on paper every finding stands in full");

await browser.close();
assert.deepEqual(problems, []);
said("nothing was loaded from elsewhere, nothing failed");
