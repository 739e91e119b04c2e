/* Shows a picture of the game, tells Python what was pointed at, and keeps the visitor's place when it is redrawn. */

const TARGET = "[data-id], [data-move]";
const NATIVE = "button, a[href], input, select, textarea, summary";
const idOf = element => element.dataset.id ?? element.dataset.move;
const MOST = 2_000_000;                                          // bytes of a file that are read
const isChoice = element => element.matches("input[type=radio], input[type=checkbox]");

/* ---------- redraw: change only what differs ---------- */

const keyOf = node => node.nodeType === 1 ? node.dataset?.id ?? node.dataset?.move ?? node.id ?? "" : "";

function morph(from, to) {
  const olds = [...from.childNodes], byKey = new Map();
  for (const old of olds) if (keyOf(old)) byKey.set(keyOf(old), old);
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    const key = keyOf(next);
    let old = key ? byKey.get(key) : at;
    while (!key && old && keyOf(old)) old = old.nextSibling;
    if (old && old.parentNode === from && old.nodeName === next.nodeName && keyOf(old) === key) {
      if (old !== at) from.insertBefore(old, at); else at = at.nextSibling;
      update(old, next);
    } else {
      from.insertBefore(next, at);
    }
  }
  while (at) { const rest = at.nextSibling; at.remove(); at = rest; }
}

function update(old, next) {
  if (old.nodeType !== 1) { if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue; return; }
  if (!old.isEqualNode(next)) {
    for (const { name } of [...old.attributes]) {
      const ours = name === "tabindex" && old.closest("[data-arrows]") || name === "open" && old.nodeName === "DETAILS";
      if (!ours && !next.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of next.attributes) if (!(name === "open" && old.nodeName === "DETAILS") && old.getAttribute(name) !== value) old.setAttribute(name, value);
    morph(old, next);
  }
  if (old.nodeName === "INPUT") {
    if (isChoice(old)) old.checked = next.hasAttribute("checked");
    else if (document.activeElement !== old || old.getAttribute("value") !== null) old.value = next.getAttribute("value") ?? "";
  }
}

/* ---------- arrow keys: the nearest neighbour in that direction ---------- */

const inGroup = group => [...group.querySelectorAll(TARGET)].filter(
  item => item.closest("[data-arrows]") === group && !item.disabled && item.getClientRects().length);

function neighbour(items, here, key) {
  const index = items.indexOf(here);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const across = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const middle = element => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(here);
  let best = null, least = Infinity;
  for (const item of items) {
    if (item === here) continue;
    const [a, b] = middle(item), along = sign * (across ? a - x : b - y), beside = Math.abs(across ? b - y : a - x);
    if (along < 4 || beside > 2.5 * along) continue;
    const far = along + 2 * beside;
    if (far < least) { least = far; best = item; }
  }
  if (!best && across) best = items[index + sign] ?? null;
  return best;
}

/* ---------- what is wider than a phone: its frame scrolls sideways, the page stays where it is ---------- */

function middle(place) {
  const frame = place.closest(".tk-across");
  if (!frame || frame.scrollWidth <= frame.clientWidth) return;
  const at = place.getBoundingClientRect(), box = frame.getBoundingClientRect();
  frame.scrollLeft += at.x + at.width / 2 - box.x - box.width / 2;
}

function fade(frame) {                                          // an edge is pale where there is more behind it
  const least = 4, left = frame.scrollLeft > least, right = frame.scrollLeft + frame.clientWidth < frame.scrollWidth - least;
  frame.classList.toggle("is-more-left", left); frame.classList.toggle("is-more-right", right);
}

/* ---------- a list longer than its frame: the current row is in sight, the page stays where it is ---------- */

function follow(list) {
  const row = list.querySelector("[aria-current]")?.getBoundingClientRect(), frame = list.getBoundingClientRect();
  if (row) list.scrollTop += Math.min(0, row.top - frame.top) + Math.max(0, row.bottom - frame.bottom);
}

/* ---------- what changes within a frame is drawn together: the page is laid out and painted once, however many boards ---------- */

const nextFrame = window.teyraNextFrame ??= (() => {
  let boards = [];
  const each = (all, deed) => { for (const board of all) try { board[deed](); } catch (error) { reportError(error); } };
  function frame() { const now = boards; boards = []; each(now, "draw"); each(now, "settle"); }
  return board => { if (boards.push(board) === 1) requestAnimationFrame(frame); };
})();

/* ---------- the widget ---------- */

function render({ model, el }) {
  addStyle(THEME, "tk-theme");
  watchSession(model);
  el.classList.add("tk-widget");
  el.dataset.lmSuppressShortcuts = "true";                      // in JupyterLab the keys are ours while the focus is here
  el.innerHTML = `<div tabindex="-1"><div class="tk-error" role="alert" hidden></div><div class="tk-content"></div><p class="tk-hidden" aria-live="polite"></p></div>`;
  const root = el.firstChild, [alert, content, live] = root.children;
  const places = new Map();                                     // group name -> the id Tab comes back to
  let told = 0, waiting = false;

  function speak(text) { live.textContent = ""; setTimeout(() => { live.textContent = text; }, 40); }
  const find = id => [...content.querySelectorAll(TARGET)].find(item => idOf(item) === id);
  const groupName = group => group.dataset.arrows || group.id || group.getAttribute("aria-label") || String([...content.querySelectorAll("[data-arrows]")].indexOf(group));
  const focusable = item => item.matches("label") ? item.querySelector("input") ?? item : item;

  function touchable() {                                        // what can be pointed at can be reached by key
    for (const item of content.querySelectorAll(TARGET)) {
      if (item.matches(NATIVE) || item.matches("label")) continue;
      if (!item.hasAttribute("role")) item.setAttribute("role", "button");
      if (!item.hasAttribute("tabindex")) item.setAttribute("tabindex", "0");
    }
  }

  function rove() {                                             // one stop of the Tab key a group
    for (const group of content.querySelectorAll("[data-arrows]")) {
      const items = inGroup(group);
      const here = items.find(item => idOf(item) === places.get(groupName(group)))
        ?? items.find(item => item.matches("[aria-pressed=true], [aria-selected=true], [aria-current]")) ?? items[0];
      for (const item of items) focusable(item).setAttribute("tabindex", item === here ? "0" : "-1");
    }
  }

  const edges = () => content.querySelectorAll(".tk-across").forEach(fade);

  function settle() {                                           // what has to know where things stand
    for (const story of content.querySelectorAll("[data-tail]")) if (story.shownTail !== story.dataset.tail) { story.shownTail = story.dataset.tail; story.scrollTop = story.scrollHeight; }
    edges();
    rove();
  }

  function place() {
    const active = document.activeElement;
    if (!content.contains(active)) return null;
    const item = active.closest(TARGET), group = item?.closest("[data-arrows]");
    const items = group ? inGroup(group) : item ? [...content.querySelectorAll(TARGET)] : [];
    return { active, id: item ? idOf(item) : null, group: group ? groupName(group) : null, index: items.indexOf(item) };
  }

  function restore(was) {
    const target = model.get("focus");
    if (target) {
      const item = find(target);
      if (item) focusable(item).focus({ preventScroll: false });
      model.set("focus", ""); model.save_changes();
      if (item) return;
    }
    if (!was || content.contains(document.activeElement)) return;
    const group = was.group && [...content.querySelectorAll("[data-arrows]")].find(each => groupName(each) === was.group);
    const items = group ? inGroup(group) : [...content.querySelectorAll(TARGET)];
    const item = find(was.id) ?? items[Math.min(was.index, items.length - 1)];
    (item ? focusable(item) : root).focus({ preventScroll: true });
  }

  function draw() {
    waiting = false;
    addStyle(model.get("css"));
    addDrawings(model.get("drawings"));
    root.className = `tk tk-board ${model.get("css_class")}`;
    const label = model.get("label");
    if (label) { root.setAttribute("role", "group"); root.setAttribute("aria-label", label); }
    else { root.removeAttribute("role"); root.removeAttribute("aria-label"); }
    const was = place(), next = document.createElement("template");
    next.innerHTML = model.get("html");
    morph(content, next.content);
    for (const field of content.querySelectorAll("[data-link]")) field.value = new URL(field.dataset.link, location.href).href;
    for (const place of content.querySelectorAll("[data-middle]")) if (place.middled !== place.dataset.middle) { place.middled = place.dataset.middle; setTimeout(() => middle(place), 60); }
    for (const list of content.querySelectorAll("[data-follow]")) if (list.followed !== list.dataset.follow) { list.followed = list.dataset.follow; setTimeout(() => follow(list), 60); }
    for (const place of content.querySelectorAll("[data-show]")) if (place.shown !== place.dataset.show) { place.shown = place.dataset.show; setTimeout(() => place.scrollIntoView({ block: "nearest" }), 60); }
    touchable();
    restore(was);
    const error = model.get("error");
    alert.hidden = !error;
    if (!error) alert.replaceChildren();
    else if (alert.dataset.text !== error) {
      alert.innerHTML = `<p><strong>That did not work.</strong> <span></span></p><button type="button" class="tk-btn">Dismiss</button>`;
      alert.querySelector("span").textContent = error;
    }
    alert.dataset.text = error;
    if (model.get("_spoken") !== told) {
      told = model.get("_spoken");
      speak(model.get("say"));
    } else if (!model.get("say") && live.textContent) live.textContent = "";
    root.dataset.ready = "";
    root.dataset.drawn = Number(root.dataset.drawn ?? 0) + 1;
  }

  const later = () => { if (!waiting) { waiting = true; nextFrame({ draw, settle }); } };
  for (const name of ["html", "css", "label", "say", "_spoken", "css_class", "error"]) model.on(`change:${name}`, later);
  model.on("change:focus", () => { if (model.get("focus")) later(); });   // not when it has been given
  const pick = item => { remember(item); tell(model, { event: "pick", id: idOf(item) }); };

  function remember(item) {
    const group = item.closest("[data-arrows]");
    if (group) { places.set(groupName(group), idOf(item)); rove(); }
  }

  async function readFile(input, id) {
    const file = input.files[0];
    if (!file) return;
    const value = await file.slice(0, MOST).text();
    input.value = "";
    tell(model, { event: "input", id, value });
  }

  async function copy(item) {
    const text = new URL(item.dataset.copy, location.href).href;
    try { await navigator.clipboard.writeText(text); speak("Copied."); item.dataset.copied = ""; setTimeout(() => delete item.dataset.copied, 2000); }
    catch { const field = content.querySelector("[data-link]"); field?.focus(); field?.select?.(); speak("Press Control C to copy."); }
  }

  root.addEventListener("scroll", event => { if (event.target.matches?.(".tk-across")) fade(event.target); }, true);
  new ResizeObserver(edges).observe(root);
  root.addEventListener("click", event => {
    if (alert.contains(event.target)) {
      if (event.target.closest("button")) { model.set("error", ""); model.save_changes(); root.focus({ preventScroll: true }); }
      return;
    }
    const copier = event.target.closest("[data-copy]");
    if (copier) { copy(copier); return; }
    const item = event.target.closest(TARGET);
    if (!item || !content.contains(item)) return;
    if (item.matches("label, input, select, textarea") || event.target.closest("label")) return;   // these answer to "change"
    if (event.detail > 1 && item.matches("[data-once]")) return;   // the second half of a double click would skip a step
    if (item.matches("a[href]")) { if (event.ctrlKey || event.metaKey || event.shiftKey) return; event.preventDefault(); }
    pick(item);
  });
  root.addEventListener("change", event => {
    const item = event.target.closest(TARGET);
    if (!item) return;
    if (event.target.type === "file") readFile(event.target, idOf(item));
    else if (isChoice(event.target)) pick(item);
    else tell(model, { event: "input", id: idOf(item), value: event.target.value });
  });
  root.addEventListener("focusin", event => { const item = event.target.closest(TARGET); if (item && content.contains(item)) remember(item); });
  root.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = event.target.closest?.(TARGET);
    if (event.key === "Escape") {
      const closer = event.target.closest?.("[data-escape]") ?? null, group = event.target.closest?.("[data-arrows]");
      if (closer && content.contains(closer)) { event.preventDefault(); tell(model, { event: "pick", id: closer.dataset.escape }); }
      else if (group) { event.preventDefault(); root.focus({ preventScroll: true }); }
      return;
    }
    if (!item || !content.contains(item)) return;
    if ((event.key === "Enter" || event.key === " ") && !event.target.matches(NATIVE) && !event.repeat) { event.preventDefault(); pick(item); return; }
    const group = item.closest("[data-arrows]");
    if (!group || event.target.matches("input, select, textarea") || !/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    const next = neighbour(inGroup(group), item, event.key);
    if (next) focusable(next).focus();
  });
  draw();
  settle();
}

export default { render };
