// What all pages of `judge serve` share: asking the server, the stream of events, and the small parts that a page may have.
"use strict";

const Judge = (() => {
  const by_id = (id) => document.getElementById(id);

  function made(name, text, attributes = {}) {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  // For a screen reader; says the same text again where it comes again.
  function announce(text) {
    const announcer = by_id("announcer");
    announcer.textContent = "";
    setTimeout(() => { announcer.textContent = text; }, 30);
  }

  // {ok, status, data}; data.error says why it is not ok. Never throws.
  async function post(path, body) {
    try {
      const reply = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
      const text = await reply.text();
      const is_json = (reply.headers.get("Content-Type") || "").startsWith("application/json");
      return {ok: reply.ok, status: reply.status, data: is_json ? JSON.parse(text) : {html: text}};
    } catch {
      return {ok: false, status: 0, data: {error: "The server does not answer. Is `judge serve` still running?"}};
    }
  }

  async function get(path) {
    try {
      const reply = await fetch(path);
      return {ok: reply.ok, text: await reply.text()};
    } catch {
      return {ok: false, text: ""};
    }
  }

  // Calls on_state with what the server tells, whole each time. A browser keeps six connections to a server, for all tabs together:
  // a tab that is not seen gives its own back.
  function watch(query, on_state) {
    let source = null, retry = null;
    const live = by_id("live");
    const close = () => {
      clearTimeout(retry);
      if (source) source.close();
      source = null;
    };
    const open = () => {
      close();
      if (document.hidden) return;
      source = new EventSource(`/events?${new URLSearchParams(query)}`);
      source.onmessage = (event) => {
        const state = JSON.parse(event.data);
        show_live(state);
        on_state(state);
      };
      source.onerror = () => {
        if (live) live.textContent = "not connected";
        close();
        retry = setTimeout(open, 1500);
      };
    };
    const show_live = (state) => {
      if (!live) return;
      const waiting = state.waiting ? `, ${state.waiting} waiting` : "";
      live.textContent = state.running ? `judging ${state.running.problem}${waiting}` : "";
    };
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", (event) => event.persisted && open());
    open();
    return {reopen(next) { query = next; open(); }};
  }

  // One sentence on an order that waits or runs.
  function progress_text(order) {
    if (order.state === "queued") return `Waits: place ${order.position}, begins in ${order.wait}`;
    const cases = order.of ? `, case ${order.done} of ${order.of}` : "";
    const failed = order.failed ? `, ${order.failed} failed` : "";
    return `${order.stage[0].toUpperCase()}${order.stage.slice(1)}${cases}${failed}`;
  }

  function filter_catalogue(form) {
    const rows = [...document.querySelectorAll("#problems tbody tr")].map((row) => ({row, text: row.dataset.text.toLowerCase()}));
    const apply = () => {
      const wish = Object.fromEntries(new FormData(form));
      const words = wish.text.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const {row, text} of rows) {
        const number = text.split(" ")[0];
        const fits = (!wish.difficulty || row.dataset.difficulty === wish.difficulty) && (!wish.tag || row.dataset.tags.includes(`|${wish.tag}|`)) &&
          (!wish.state || row.dataset.state === wish.state) && words.every((word) => (/^\d+$/.test(word) ? number === word : text.includes(word)));
        row.hidden = !fits;
        shown += fits;
      }
      by_id("shown").textContent = `${shown} of ${rows.length} problems`;
      const query = new URLSearchParams(Object.entries(wish).filter(([, value]) => value)).toString();
      history.replaceState(null, "", query ? `/?${query}` : "/");
    };
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
  }

  function sign_in(form) {
    const [name, token] = location.hash.slice(1).split(":");
    const send = async () => {
      const reply = await post("/api/sign-in", {name: form.elements.name.value, token: form.elements.token.value});
      if (reply.ok) location.replace("/");
      else by_id("trouble").textContent = reply.data.error;
    };
    form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
    if (!token) return;
    history.replaceState(null, "", "/sign-in");   // a token does not stay in the address
    form.elements.name.value = name;
    form.elements.token.value = token;
    send();
  }

  function follow_one(box) {
    const id = Number(box.dataset.id);
    const text = made("p", "", {role: "status"}), cancel = made("button", "Cancel", {type: "button"});
    cancel.addEventListener("click", () => post("/api/cancel", {id}));
    box.append(text, cancel);
    watch({}, (state) => {
      const order = state.mine.find((one) => one.id === id);
      if (!order) location.reload();
      else text.textContent = progress_text(order);
    });
  }

  function follow_queue() {
    let last = "";
    watch({}, async (state) => {
      const now = JSON.stringify([state.mine.map(({id, state: of}) => [id, of]), state.waiting, state.running]);
      if (now === last) return;
      last = now;
      const reply = await get("/queue");
      if (!reply.ok) return;
      const next = new DOMParser().parseFromString(reply.text, "text/html").getElementById("queue");
      const focused = document.activeElement && document.activeElement.dataset.id;
      by_id("queue").replaceWith(next);
      if (focused) document.querySelector(`.cancel-order[data-id="${focused}"]`)?.focus();
    });
  }

  function show_hints_one_by_one() {
    const hints = [...document.querySelectorAll("details.hint")];
    hints.forEach((hint, i) => hint.addEventListener("toggle", () => { if (hint.open && hints[i + 1]) hints[i + 1].hidden = false; }));
  }

  function start() {
    if (by_id("filters")) filter_catalogue(by_id("filters"));
    if (by_id("sign-in")) sign_in(by_id("sign-in"));
    if (by_id("watch")) follow_one(by_id("watch"));
    if (by_id("queue")) follow_queue();
    show_hints_one_by_one();
    by_id("sign-out")?.addEventListener("click", async () => { await post("/api/sign-out", {}); location.replace("/sign-in"); });
    by_id("side-by-side")?.addEventListener("click", async (event) => {
      const {a, b} = event.target.dataset;
      const reply = await post("/api/compare", {a, b});
      if (reply.ok) location.assign(`/submissions/${reply.data.id}`);
      else announce(reply.data.error);
    });
    document.addEventListener("click", (event) => {
      if (event.target.classList.contains("cancel-order")) post("/api/cancel", {id: Number(event.target.dataset.id)});
    });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  return {announce, by_id, get, made, post, progress_text, watch};
})();
