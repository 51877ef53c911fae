"use strict";
// Builds the page from its data block. Texts of the code become text nodes and nothing else.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  // More rows than this at once make the page slow; the rest comes on request.
  const ROWS = 300;
  const rank = new Map(data.severities.map((name, place) => [name, place]));
  const titles = new Map(data.axes);
  const lines = new Map(Object.entries(data.sources).map(([path, kept]) => [path, new Map(kept.map((l) => [l[0], l]))]));
  const byId = new Map(data.findings.map((finding) => [finding.id, finding]));
  const reported = data.findings.filter((finding) => finding.disposition === "reported");
  const aside = data.findings.filter((finding) => finding.disposition !== "reported");
  const filter = { axis: "", severity: "", status: "", folder: "", text: "" };
  let shownRows = ROWS;
  let opener = "";

  const el = (tag, attributes, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === false) continue;
      if (name === "class") node.className = value;
      else node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  };
  // Marks that turn the direction of text, and control characters, are shown by their number.
  const visible = (text) =>
    text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) =>
      "⟨U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩");
  // What stands between backticks is code.
  const prose = (text) => {
    const parts = visible(text).split("`");
    if (parts.length % 2 === 0) return [parts.join("`")];
    return parts.map((part, place) => (place % 2 ? el("code", {}, part) : part)).filter((part) => part !== "");
  };
  const axisOf = (finding) => titles.get(finding.axis) || "imported";
  const place = (where) =>
    visible(where.path) + ":" + where.start_line + (where.end_line > where.start_line ? "-" + where.end_line : "");
  const folderOf = (path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".");
  const number = (count) => count.toLocaleString("en");
  const plural = (count, thing) => number(count) + " " + thing + (count === 1 ? "" : "s");
  const gravest = (a, b) => rank.get(a.severity) - rank.get(b.severity);
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const statusOf = (finding) => (finding.disposition === "reported" ? finding.verification_status : finding.disposition);
  const link = (finding) => "#f=" + encodeURIComponent(finding.id);

  const marks = (finding) => {
    const status = statusOf(finding);
    if (status === "VERIFIED") return finding.proof === "place" ? [el("span", { class: "tag" }, "place confirmed")] : [];
    return [el("span", { class: "tag" }, status === "INCONCLUSIVE" ? "needs verification" : status.replace("_", " "))];
  };

  // --- overview -----------------------------------------------------------------------------------------------------

  const figure = (question, count, unit, ...rest) =>
    el("div", { class: "figure" }, el("h2", {}, question),
      el("p", { class: "number" }, number(count), " ", el("small", {}, unit)), ...rest);

  const overview = () => {
    const files = new Set(reported.map((finding) => finding.path)).size;
    const counts = data.severities
      .map((name) => [name, reported.filter((finding) => finding.severity === name).length])
      .filter(([, count]) => count > 0);
    const bar = el("div", { class: "bar", "aria-hidden": "true" });
    for (const [name, count] of counts) {
      const part = el("span", { class: name });
      part.style.flexGrow = String(count);
      bar.append(part);
    }
    const legend = el("div", { class: "legend" }, counts.map(([name, count]) => {
      const button = el("button", { type: "button", class: name, "data-severity": name }, number(count) + " " + name.toLowerCase());
      button.addEventListener("click", () => choose("severity", filter.severity === name ? "" : name));
      return button;
    }));
    const grave = counts.filter(([name]) => name === "CRITICAL" || name === "HIGH").reduce((sum, [, count]) => sum + count, 0);
    const verified = reported.filter((finding) => finding.verification_status === "VERIFIED");
    const defects = verified.filter((finding) => finding.proof !== "place").length;
    const asides = Object.entries(data.counts).filter(([name, count]) => count > 0 && name !== "proposed" && name !== "reported");
    at("overview").append(
      figure("How many", reported.length, reported.length === 1 ? "finding" : "findings",
        el("p", {}, "in " + plural(files, "file") +
          (asides.length ? "; set aside: " + asides.map(([name, count]) => number(count) + " " + name.replace("_", " ")).join(", ") : ""))),
      figure("How bad", grave, "high or critical", counts.length ? bar : null, legend),
      figure("How sure", verified.length, "of " + number(reported.length) + " verified",
        el("p", {}, number(defects) + " by the defect itself, " + number(verified.length - defects) + " by the place alone, " +
          number(reported.length - verified.length) + " need verification")),
    );
    at("verdict").append("Verdict ", el("b", {}, data.verdict.replace("_", " ").toLowerCase()), ", review ",
      el("b", {}, data.review_verdict.replace("_", " ").toLowerCase()),
      data.snapshot.commit ? ", commit " : "", data.snapshot.commit ? el("code", {}, visible(data.snapshot.commit.slice(0, 10))) : "");
    at("to-audit").textContent = "Set aside (" + number(aside.length) + ")";
    at("to-findings").textContent = "Findings (" + number(reported.length) + ")";
  };

  // --- filters ------------------------------------------------------------------------------------------------------

  const isAudit = () => location.hash === "#audit" || (opener === "audit" && location.hash.startsWith("#f="));
  const base = () => (isAudit() ? aside : data.all ? data.findings : reported);
  const inFolder = (path, folder) => folder === "." ? !path.includes("/") : path.startsWith(folder + "/");
  const matches = (finding) =>
    (!filter.axis || (finding.axis || "imported") === filter.axis) &&
    (!filter.severity || finding.severity === filter.severity) &&
    (!filter.status || statusOf(finding) === filter.status) &&
    (!filter.folder || inFolder(finding.path, filter.folder)) &&
    (!filter.text || [finding.message, finding.path, finding.rule, finding.id, finding.symbol || ""]
      .some((text) => text.toLowerCase().includes(filter.text)));

  const options = (name) => {
    const counts = new Map();
    const count = (value) => counts.set(value, (counts.get(value) || 0) + 1);
    for (const finding of base()) {
      if (name === "axis") count(finding.axis || "imported");
      if (name === "severity") count(finding.severity);
      if (name === "status") count(statusOf(finding));
      if (name === "folder") {
        let folder = folderOf(finding.path);
        for (;;) {
          count(folder);
          if (!folder.includes("/")) break;
          folder = folderOf(folder);
        }
      }
    }
    const order = { axis: data.axes.map((axis) => axis[0]), severity: data.severities }[name];
    const sorted = [...counts.keys()].sort((a, b) => (order ? order.indexOf(a) - order.indexOf(b) : compare(a, b)));
    const shown = (value) => (name === "folder" ? visible(value) : (titles.get(value) || visible(value)).replace("_", " "));
    return sorted.map((value) => [value, shown(value), counts.get(value)]);
  };

  const filters = () => {
    const form = at("filters");
    form.replaceChildren();
    for (const name of ["axis", "severity", "status", "folder"]) {
      const select = el("select", { id: "by-" + name }, el("option", { value: "" }, "all"),
        options(name).map(([value, title, count]) =>
          el("option", { value, selected: filter[name] === value }, (name === "folder" ? title : title.toLowerCase()) + " (" + count + ")")));
      select.addEventListener("change", () => choose(name, select.value));
      form.append(el("label", {}, name[0].toUpperCase() + name.slice(1), select));
    }
    const input = el("input", { type: "search", id: "by-text", autocomplete: "off", spellcheck: "false", placeholder: "message, path, rule, id" });
    input.value = filter.text;
    input.addEventListener("input", () => {
      filter.text = input.value.toLowerCase();
      shownRows = ROWS;
      list();
    });
    form.append(el("label", { class: "wide" }, "Text", input));
    const clear = el("button", { type: "button", class: "plain", id: "clear" }, "Clear");
    clear.addEventListener("click", () => {
      for (const name of Object.keys(filter)) filter[name] = "";
      filters();
      list();
    });
    form.append(clear);
    form.addEventListener("submit", (event) => event.preventDefault());
  };

  const choose = (name, value) => {
    filter[name] = value;
    shownRows = ROWS;
    const select = at("by-" + name);
    if (select) select.value = value;
    list();
  };

  // --- list ---------------------------------------------------------------------------------------------------------

  const grouped = (findings) => {
    const files = new Map();
    for (const finding of findings) {
      if (!files.has(finding.path)) files.set(finding.path, []);
      files.get(finding.path).push(finding);
    }
    for (const own of files.values()) own.sort((a, b) => gravest(a, b) || a.start_line - b.start_line);
    return [...files].sort(([a, as], [b, bs]) => gravest(as[0], bs[0]) || compare(a, b));
  };

  const row = (finding) => {
    const last = finding.rulings[finding.rulings.length - 1];
    const link_ = el("a", { class: "row", href: link(finding), "data-id": finding.id },
      el("span", { class: "at" }, String(finding.start_line)),
      el("span", { class: "severity " + finding.severity }, finding.severity),
      el("span", { class: "what" }, prose(finding.message)),
      el("span", { class: "meta" }, axisOf(finding) + " · " + visible(finding.rule) + " · ", el("span", { class: "id" }, visible(finding.id)), " ", marks(finding)),
      finding.disposition !== "reported" && last
        ? el("span", { class: "ruling" }, el("code", {}, visible(last.by)), " ", prose(last.reason)) : null);
    return el("li", {}, link_);
  };

  const list = () => {
    const found = base().filter(matches);
    const target = at("list");
    target.replaceChildren();
    let left = shownRows;
    for (const [path, findings] of grouped(found)) {
      if (left <= 0) break;
      const part = findings.slice(0, left);
      left -= part.length;
      target.append(el("section", { class: "file" }, el("h3", {}, visible(path)), el("ul", {}, part.map(row))));
    }
    if (!found.length) {
      const nothing = base().length ? "Nothing matches these filters." : isAudit() ? "Nothing was set aside." : "Nothing was found.";
      target.append(el("p", { class: "empty" }, nothing));
    }
    if (found.length > shownRows) {
      const more = el("button", { type: "button", class: "plain", id: "more" }, "Show more");
      more.addEventListener("click", () => {
        shownRows += ROWS;
        list();
      });
      target.append(more);
    }
    const all = base().length;
    at("shown").textContent = found.length === all ? plural(all, "finding") : number(found.length) + " of " + plural(all, "finding");
    current();
  };

  const chosen = () => {
    const hash = location.hash;
    if (!hash.startsWith("#f=")) return null;
    try {
      return byId.get(decodeURIComponent(hash.slice(3))) || null;
    } catch {
      return null;
    }
  };

  const current = () => {
    const finding = chosen();
    for (const row of document.querySelectorAll(".row")) {
      if (finding && row.dataset.id === finding.id) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };

  // --- one finding --------------------------------------------------------------------------------------------------

  const codeLine = (kept, columns) => {
    const text = kept[1];
    if (!columns || !kept[2]) return [visible(text)];
    const characters = Array.from(text);
    const [from, to] = [columns[0] - 1, columns[1] - 1];
    const part = (a, b) => visible(characters.slice(a, b).join(""));
    return [part(0, from), el("mark", {}, part(from, Math.max(to, from + 1))), part(to, undefined)];
  };

  // The code around a place; what is said of it stands below its first line.
  const source = (where, context, says) => {
    const kept = lines.get(where.path);
    const inside = el("div", { class: "in" });
    const note = says ? el("div", { class: "says " + says.severity }, el("span", {}, prose(says.message))) : null;
    if (!kept || !kept.has(where.start_line)) {
      if (!where.quote && !note) return null;
      (where.quote || "").split("\n").forEach((text, number) => {
        if (where.quote) inside.append(el("div", { class: "l hit" }, el("span", { class: "n" }, String(where.start_line + number)), el("span", { class: "c" }, visible(text))));
      });
      if (note) inside.append(note);
      return el("div", { class: "source", tabindex: "0", role: "group", "aria-label": place(where) }, inside);
    }
    let before = where.start_line - context;
    for (let number = before; number <= where.end_line + context; number += 1) {
      const line = kept.get(number);
      if (!line) {
        if (number > where.start_line && number <= where.end_line && before === number - 1) inside.append(el("div", { class: "gap" }, "…"));
        continue;
      }
      before = number;
      const hit = number >= where.start_line && number <= where.end_line;
      const columns = hit && where.columns && where.start_line === where.end_line ? where.columns : null;
      inside.append(el("div", { class: hit ? "l hit" : "l" }, el("span", { class: "n" }, String(number)), el("span", { class: "c" }, codeLine(line, columns))));
      if (note && number === where.start_line) inside.append(note);
    }
    return el("div", { class: "source", tabindex: "0", role: "group", "aria-label": place(where) }, inside);
  };

  const evidence = (finding) => {
    // Its own place is on the screen already; only what is said of it is new.
    const own = (shown) => shown.path === finding.path && shown.start_line === finding.start_line;
    const items = finding.evidence.filter((shown) => !own(shown) || shown.note).map((shown) =>
      el("li", {}, el("p", { class: "note" }, el("span", { class: "place" }, place(shown)), shown.note ? " " : "", prose(shown.note || "")), own(shown) ? null : source(shown, 1)));
    for (const related of finding.related || []) {
      items.push(el("li", {}, el("p", { class: "note" }, "Belongs to it: ", el("span", { class: "place" }, place(related)), related.symbol ? " " : "", related.symbol ? el("code", {}, visible(related.symbol)) : ""), source(related, 1)));
    }
    return items.length ? [el("h3", {}, "Evidence"), el("ul", { class: "proof" }, items)] : [];
  };

  const claims = (finding) => {
    if (!finding.claims.length) return [];
    return [el("h3", {}, "What was checked"), el("ul", { class: "proof" }, finding.claims.map((claim) =>
      el("li", {}, el("code", {}, claim.type), " ", visible([claim.symbol, claim.value && "= " + claim.value, claim.expected].filter(Boolean).join(" ")), " ",
        el("span", { class: "place" }, visible(claim.path) + (claim.line ? ":" + claim.line : "")))))];
  };

  const proved = { VERIFIED: "its claims were checked against the code and hold", REFUTED: "the code contradicts it", INCONCLUSIVE: "neither shown nor refuted" };

  const history = (finding) => {
    const steps = [el("li", {}, el("b", {}, "proposed"), " by ", finding.source === "static" ? "a static rule" : finding.source === "model" ? "a model" : "another tool",
      finding.origin ? " (" + visible(finding.origin) + ")" : "", ", confidence " + finding.confidence)];
    for (const ruling of finding.rulings) {
      steps.push(el("li", {}, el("b", {}, visible(ruling.by)), " ", visible(ruling.from), " → ", visible(ruling.to), el("div", { class: "why" }, prose(ruling.reason)),
        (ruling.evidence || []).map((shown) => el("div", {}, el("span", { class: "place" }, place(shown)), source(shown, 1)))));
    }
    steps.push(el("li", {}, el("b", {}, finding.verification_status.toLowerCase()), ": " +
      (finding.verification_status === "VERIFIED" && finding.proof === "place" ? "the quoted place is there; the defect itself was not proved" : proved[finding.verification_status])));
    steps.push(el("li", {}, el("b", {}, finding.disposition.replace("_", " "))));
    return [el("h3", {}, "History"), el("ol", { class: "history" }, steps)];
  };

  const fix = (finding) => {
    if (!finding.fix) return [];
    const edits = finding.fix.edits.flatMap((edit) => {
      const kept = lines.get(edit.path);
      const old = [];
      for (let number = edit.start_line; kept && number <= edit.end_line; number += 1) if (kept.has(number)) old.push(kept.get(number)[1]);
      return [el("p", { class: "place" }, place(edit)), old.length ? el("div", { class: "edit off" }, visible(old.join("\n"))) : null,
        edit.text ? el("div", { class: "edit on" }, visible(edit.text)) : el("p", {}, "These lines go away.")];
    });
    return [el("h3", {}, finding.fix.safe ? "Fix, after which the program behaves as before" : "Fix, to be read before it is taken"), ...edits];
  };

  const rule = (finding) => {
    const known = data.rules[finding.rule];
    if (!known) return [];
    return [el("details", {}, el("summary", {}, "About the rule " + finding.rule), el("p", {}, prose(known.summary)), el("pre", { class: "doc" }, known.doc))];
  };

  const sheet = (finding) => [
    el("div", { class: "head" }, el("span", { class: "severity " + finding.severity }, finding.severity), el("span", {}, axisOf(finding)),
      el("code", {}, visible(finding.rule)), el("span", { class: "id" }, visible(finding.id)), marks(finding)),
    el("h2", {}, prose(finding.message)),
    el("p", { class: "place" }, place(finding), finding.symbol ? " · " + visible(finding.symbol) : ""),
    el("div", { class: "beside" },
      el("div", {}, source(Object.assign({ quote: (finding.evidence.find((shown) => shown.path === finding.path && shown.start_line === finding.start_line) || {}).quote }, finding), 6, finding), fix(finding)),
      el("div", {}, evidence(finding), claims(finding), history(finding), rule(finding)))];

  const detail = (finding) => {
    const target = at("detail");
    target.replaceChildren();
    document.body.classList.toggle("open", Boolean(finding));
    if (!finding) return;
    target.append(...sheet(finding));
    const back = el("a", { class: "back", href: opener === "audit" ? "#audit" : "#" }, "Back to the list");
    target.querySelector(".head").append(back);
  };

  // --- pages and keys -----------------------------------------------------------------------------------------------

  let page = null;
  const show = () => {
    const finding = chosen();
    if (!location.hash.startsWith("#f=")) opener = location.hash === "#audit" ? "audit" : "";
    else if (page === null && finding && finding.disposition !== "reported" && !data.all) opener = "audit";
    const next = isAudit() ? "audit" : "findings";
    at("to-findings").toggleAttribute("aria-current", next === "findings");
    at("to-audit").toggleAttribute("aria-current", next === "audit");
    at("overview").hidden = next === "audit";
    if (next !== page) {
      page = next;
      shownRows = ROWS;
      filters();
      list();
    }
    detail(finding);
    current();
    if (finding && matchMedia("(max-width: 63.99rem)").matches) {
      scrollTo(0, 0);
      at("detail").focus();
    }
  };

  const rows = () => [...document.querySelectorAll(".row")];
  const focusRow = (id) => {
    const row = rows().find((row) => row.dataset.id === id);
    if (row) row.focus();
  };
  const move = (step) => {
    const all = rows();
    const now = all.indexOf(document.activeElement);
    const open = all.findIndex((row) => row.hasAttribute("aria-current"));
    const from = now >= 0 ? now : open >= 0 ? open : step > 0 ? -1 : all.length;
    const next = all[Math.min(Math.max(from + step, 0), all.length - 1)];
    if (!next) return;
    next.focus();
    if (document.body.classList.contains("open") && matchMedia("(min-width: 64rem)").matches) location.replace(next.getAttribute("href"));
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape") {
      const finding = chosen();
      if (typing) event.target.blur();
      else if (finding) {
        location.hash = opener === "audit" ? "#audit" : "#";
        show();
        focusRow(finding.id);
      }
      return;
    }
    if (typing) return;
    if (event.key === "/") {
      event.preventDefault();
      at("by-text").focus();
    } else if (event.key === "ArrowDown" || event.key === "j") {
      event.preventDefault();
      move(1);
    } else if (event.key === "ArrowUp" || event.key === "k") {
      event.preventDefault();
      move(-1);
    }
  });
  addEventListener("hashchange", show);
  // On paper there is nothing to click, so every finding that is listed is printed in full.
  addEventListener("beforeprint", () => {
    const found = grouped(base().filter(matches)).flatMap(([, findings]) => findings);
    at("print").replaceChildren(...found.map((finding) => el("section", { class: "sheet" }, ...sheet(finding))));
  });
  addEventListener("afterprint", () => at("print").replaceChildren());
  overview();
  show();
})();
