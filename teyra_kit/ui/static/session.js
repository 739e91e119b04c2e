/* Is the session behind this page still there? If not, say so and offer a reload. Shared by all widgets; acts once a page. */

function watchSession(model) {
  const kernel = model.widget_manager?.kernel;
  if (!kernel || !document.body.dataset.voila || window.teyraSession === kernel) return;
  window.teyraSession = kernel;
  let offline = 0;

  async function check() {
    const base = document.body.dataset.baseUrl?.replace(/voila\/$/, "") ?? "/";
    let there = false;
    try { there = (await fetch(`${base}api/kernels/${kernel.id}`, { cache: "no-store" })).ok; } catch { /* the server does not answer */ }
    if (kernel.connectionStatus === "connected" && there) return;
    if (!there || ++offline > 2) showLost(!there);
    setTimeout(check, 2000);
  }
  kernel.statusChanged.connect((_, status) => {
    if (["dead", "restarting", "autorestarting", "terminating"].includes(status)) showLost(true);
  });
  kernel.connectionStatusChanged.connect((_, status) => {
    if (status === "connected") { offline = 0; hideLost(); } else setTimeout(check, 500);
  });
  kernel.disposed?.connect(() => showLost(true));
}

/* `forGood`: the other side is gone, so a connection that comes back cannot help. */
function showLost(forGood) {
  if (window.teyraLeaving) return;
  let notice = document.querySelector(".tk-lost");
  if (!notice) {
    notice = document.createElement("div");
    notice.className = "tk tk-lost";
    notice.setAttribute("role", "alert");
    notice.innerHTML = `<p><strong>This page has lost its connection.</strong>
      <span>Nothing you press here will do anything now. Reload to go on with a fresh page.</span></p>
      <button type="button" class="tk-btn tk-btn--main">Reload the page</button>`;
    notice.querySelector("button").addEventListener("click", () => location.reload());
    document.body.append(notice);
  }
  if (forGood) notice.dataset.forGood = "";
}

function hideLost() {
  const notice = document.querySelector(".tk-lost");
  if (notice && !("forGood" in notice.dataset)) notice.remove();
}

/* Send, and say so when nobody is there to receive. */
function tell(model, message) {
  try { model.send(message); } catch (error) { console.warn(error); if (document.body.dataset.voila) showLost(true); }
}

function addStyle(text, id = "") {
  if (!text || (id && document.getElementById(id))) return;
  const known = (window.teyraStyles ??= new Set());
  if (known.has(text)) return;
  known.add(text);
  const style = document.createElement("style");
  if (id) style.id = id;
  style.textContent = text;
  document.head.append(style);
}

/* Outside the tabs: a browser does not draw patterns that stand in a part of the page which is hidden. */
function addDrawings(text) {
  const known = (window.teyraDrawings ??= new Set());
  if (!text || known.has(text)) return;
  known.add(text);
  const box = document.createElement("div");
  box.className = "tk tk-drawings";
  box.setAttribute("aria-hidden", "true");
  box.innerHTML = text;
  document.body.append(box);
}
