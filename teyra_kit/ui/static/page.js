/* The bar above every page: where am I, what can I do here, light or dark. */

const isDark = () => {
  const chosen = document.documentElement.dataset.theme, jupyters = document.body.dataset.jpThemeLight;
  return chosen ? chosen === "dark" : jupyters ? jupyters === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function render({ model, el }) {
  addStyle(THEME, "tk-theme");
  watchSession(model);
  const voila = Boolean(document.body.dataset.voila), tabs = model.get("tabs"), name = model.get("game_title");
  el.classList.add("tk-widget");
  el.dataset.lmSuppressShortcuts = "true";
  el.innerHTML = `<header class="tk tk-bar"><div>
    <a class="tk-brand"><svg viewBox="0 0 28 28" aria-hidden="true"><path d="M14 2 26 25H2Z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M8 13.6h12L14 25Z" fill="var(--game)" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/></svg>Teyra Kit <span></span></a>
    <nav class="tk-tabs"></nav>
    <div class="tk-bar-end"><button class="tk-btn tk-btn--bare" type="button" aria-label="Switch between light and dark"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M10 2.5a7.5 7.5 0 0 1 0 15Z" fill="currentColor"/></svg></button></div>
  </div></header>`;
  const header = el.firstChild, nav = el.querySelector("nav"), switcher = el.querySelector("button"), brand = el.querySelector(".tk-brand");
  brand.href = model.get("home");
  brand.querySelector("span").textContent = name;
  if (tabs.length < 2) nav.remove();
  else {
    nav.setAttribute("aria-label", name || "Pages");
    nav.append(...tabs.map(tab => { const a = document.createElement("a"); a.href = `#${tab.id}`; a.textContent = tab.title; return a; }));
  }

  if (voila) document.title = model.get("title");
  if (!voila) switcher.hidden = true;                            // JupyterLab has its own light and dark
  else try { const kept = localStorage.getItem("teyra-theme"); if (kept) document.documentElement.dataset.theme = kept; } catch { /* not remembered */ }
  switcher.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem("teyra-theme", theme); } catch { /* not remembered, still switched */ }
  });

  const fromHash = (hash = location.hash) => {                  // "#play:link" -> the tab, and what its room is to open
    const [, id, link] = hash.match(/^#([^:]*):?(.*)$/s) ?? [];
    return tabs.some(tab => tab.id === id) ? { id, link } : { id: "", link: "" };
  };
  function mark() {
    const open = model.get("tab");
    header.dataset.open = open;
    for (const a of nav.children) if (a.hash === `#${open}`) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
  }
  function ask({ id, link = "" }) { if (id && (link || id !== model.get("tab"))) tell(model, { event: "open", id, link }); }
  function visit(asked) {                                        // a link inside a room leads to another: the visitor starts at its top
    ask(asked);
    if (asked.link) { nav.querySelector(`a[href="#${asked.id}"]`)?.focus({ preventScroll: true }); scrollTo(0, 0); }
  }
  nav.addEventListener("click", event => {
    const a = event.target.closest("a");
    if (!a || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (voila && location.hash !== a.hash) history.pushState(null, "", a.hash);
    ask({ id: a.hash.slice(1) });
  });
  if (voila && tabs.length > 1) {
    const read = () => { if (location.hash.includes(":")) history.replaceState(null, "", location.hash.split(":")[0]); };   // a reload does not open the link again
    const follow = () => { const asked = fromHash(); visit(asked.id ? asked : { id: tabs[0].id }); read(); };
    window.addEventListener("popstate", follow);
    window.addEventListener("hashchange", follow);
    ask(fromHash());
    read();
  }
  model.on("change:tab", mark);
  mark();

  queueMicrotask(function landmark() {                           // the boxes below the bar are the page's main part
    const main = el.closest(".tk-app")?.querySelector(":scope > .tk-main");
    if (!main) { requestAnimationFrame(landmark); return; }
    if (model.get("color")) el.closest(".tk-app").style.setProperty("--game", `var(${model.get("color")})`);
    if (voila) main.setAttribute("role", "main");
    else main.addEventListener("click", event => {               // JupyterLab keeps the address to itself
      const asked = fromHash(event.target.closest("a[href^='#']")?.hash ?? "");
      if (asked.id) { event.preventDefault(); visit(asked); }
    });
    const wanted = voila ? fromHash().id : "";                   // not ready before the tab is open that the address names
    if (!wanted || model.get("tab") === wanted) header.dataset.ready = "";
    else model.on("change:tab", () => { header.dataset.ready = ""; });
  });
}

export default { render };
