/* Keeps a text in the visitor's browser, under a name, and brings it back when the page is opened again. */

function render({ model, el }) {
  watchSession(model);
  el.hidden = true;
  el.style.display = "none";
  const read = name => { try { return localStorage.getItem(name) ?? ""; } catch { return ""; } };
  const found = Object.fromEntries(model.get("names").map(name => [name, read(name)]));
  model.on("change:kept", () => {
    for (const [name, text] of Object.entries(model.get("kept"))) {
      try { if (text) localStorage.setItem(name, text); else localStorage.removeItem(name); } catch { /* a browser that keeps nothing */ }
    }
  });
  tell(model, { event: "found", texts: found });
  window.addEventListener("storage", event => {                  // another tab of the same browser has gone on
    if (found[event.key] !== undefined && event.newValue) tell(model, { event: "found", texts: { [event.key]: event.newValue } });
  });
}

export default { render };
