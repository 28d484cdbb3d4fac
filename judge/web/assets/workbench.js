// A problem's page: the editor, its file on the disk, and what becomes of what is submitted.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const {announce, by_id, get, made, post, progress_text, watch} = Judge;
  const bench = JSON.parse(by_id("workbench").textContent);
  const k_save_delay_ms = 1000, k_retry_delay_ms = 3000;

  // CUDA is C++ with more words.
  const cuda_words = (text) => Object.fromEntries(text.split(" ").map((word) => [word, true]));
  const one_of = (known, more) => (word) => more[word] === true || (typeof known === "function" ? known(word) : known[word] === true);
  const cpp = CodeMirror.resolveMode("text/x-c++src");
  CodeMirror.defineMIME("text/x-cuda", {
    ...cpp,
    keywords: {...cpp.keywords, ...cuda_words("__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __launch_bounds__ __forceinline__ __noinline__ __grid_constant__")},
    types: one_of(cpp.types, cuda_words("dim3 half half2 __half __half2 __nv_bfloat16 float2 float3 float4 double2 int2 int3 int4 uint2 uint3 uint4 char4 uchar4 cudaError_t cudaStream_t cudaEvent_t " +
      "size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t")),
    builtin: {...cpp.builtin, ...cuda_words("threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __shfl_sync __shfl_down_sync __shfl_up_sync __shfl_xor_sync __ballot_sync " +
      "__any_sync __all_sync __popc __ffs __ldg atomicAdd atomicMax atomicMin atomicCAS atomicExch")},
  });

  let leaving = false;   // after Esc, the next Tab leaves the editor
  const editor = CodeMirror.fromTextArea(by_id("source"), {
    mode: "text/x-cuda", lineNumbers: true, indentUnit: /^ {2}\S/m.test(by_id("source").value) ? 2 : 4, tabSize: 4, matchBrackets: true, autoCloseBrackets: true, styleActiveLine: true,
    inputStyle: "contenteditable", screenReaderLabel: `Source of ${bench.attempt}.cu`, gutters: ["CodeMirror-linenumbers", "mark-gutter"], viewportMargin: 40,
    extraKeys: {
      "Ctrl-Enter": () => submit("try"), "Shift-Ctrl-Enter": () => submit("judge"), "Cmd-Enter": () => submit("try"), "Shift-Cmd-Enter": () => submit("judge"),
      "Ctrl-S": () => save(), "Cmd-S": () => save(), "Ctrl-/": "toggleComment", "Cmd-/": "toggleComment",
      "Esc": () => { leaving = true; },
      "Tab": (cm) => {
        if (leaving) return CodeMirror.Pass;
        if (cm.somethingSelected()) cm.indentSelection("add");
        else cm.replaceSelection(" ".repeat(cm.getOption("indentUnit")), "end");
      },
      "Shift-Tab": (cm) => (leaving ? CodeMirror.Pass : cm.indentSelection("subtract")),
    },
  });
  editor.on("keydown", (cm, event) => {
    if (leaving && event.key === "Tab") { event.codemirrorIgnore = true; return; }
    if (event.key !== "Escape" && event.key !== "Shift") leaving = false;
  });
  new ResizeObserver(() => editor.refresh()).observe(by_id("editor"));
  editor.on("blur", () => { leaving = false; });

  // ---- The file ----------------------------------------------------------------------------------------------------------

  // The editor has lines; which characters end them in the file, it forgets.
  const file = {version: bench.version, line_end: bench.line_end, saved: editor.getValue(bench.line_end), saving: null, timer: null, conflict: false};
  const text_now = () => editor.getValue(file.line_end);
  const save_state = by_id("save-state");
  const is_changed = () => text_now() !== file.saved;

  function show_save_state(text, is_bad = false) {
    save_state.textContent = text;
    save_state.classList.toggle("bad-text", is_bad);
  }
  function show_file_state() {
    show_save_state(file.conflict ? "Not saved: changed on the disk" : is_changed() ? "Not saved yet" : file.version ? "Saved" : "Not saved: the starter", file.conflict);
  }

  function take_text(text, version) {
    const cursor = editor.getCursor(), scroll = editor.getScrollInfo();
    file.line_end = text.includes("\r\n") ? "\r\n" : "\n";
    file.saved = text.replace(/\r\n?|\n/g, file.line_end);   // first: the change below is none of the user's
    file.version = version;
    editor.setValue(text);
    editor.setCursor(cursor);
    editor.scrollTo(scroll.left, scroll.top);
    end_conflict();
  }

  function end_conflict() {
    file.conflict = false;
    by_id("conflict").hidden = true;
    show_file_state();
  }

  // Somebody else saved the file while it was being changed here. Nothing is written until one of the two is chosen.
  function show_conflict(now) {
    if (file.conflict === now.version) return;
    file.conflict = now.version;
    const box = by_id("conflict");
    const difference = made("div");
    const button = (text, action) => {
      const node = made("button", text, {type: "button"});
      node.addEventListener("click", action);
      return node;
    };
    const row = made("div", undefined, {class: "row"});
    row.append(
      button("Show the differences", async () => {
        const reply = await post("/api/diff", {problem: bench.problem, file: bench.attempt, text: text_now()});
        if (reply.ok) difference.innerHTML = reply.data.html;   // escaped by the server
      }),
      button("Take the file's text", () => { take_text(now.text, now.version); announce("The editor has the file's text"); }),
      button("Keep the editor's text", () => { file.version = now.version; file.saved = now.text; end_conflict(); save(); }));
    box.replaceChildren(made("p", `${bench.attempt}.cu was changed on the disk while you changed it here. Neither is lost; which one stays?`), row, difference);
    box.hidden = false;
    show_file_state();
  }

  // True where the disk has what the editor has.
  async function save() {
    clearTimeout(file.timer);
    if (file.saving) await file.saving;
    if (file.conflict) { announce("Not saved: the file was changed on the disk. Choose which text stays."); return false; }
    const text = text_now();
    if (text === file.saved && file.version) return true;
    show_save_state("Saving");
    file.saving = post("/api/save", {problem: bench.problem, file: bench.attempt, base: file.version, text});
    const reply = await file.saving;
    file.saving = null;
    return taken_as_saved(reply, text);
  }

  function taken_as_saved(reply, text) {
    if (reply.status === 409) { show_conflict(reply.data); return false; }
    if (!reply.ok && typeof reply.data.version !== "string") {
      show_save_state(reply.data.error || "Not saved", true);
      if (reply.status === 0 || reply.status === 429 || reply.status >= 500) save_again();
      return false;
    }
    file.saved = text;
    file.version = reply.data.version;
    show_file_state();
    return reply.ok;   // a refused submission has saved its text all the same
  }

  // Until the server answers again. A change starts another wait.
  function save_again() {
    clearTimeout(file.timer);
    file.timer = setTimeout(() => { if (is_changed() && !file.conflict) save(); else show_file_state(); }, k_retry_delay_ms);
  }

  editor.on("change", () => {
    clear_marks_of_changed_text();
    show_file_state();
    clearTimeout(file.timer);
    if (is_changed() && !file.conflict) file.timer = setTimeout(save, k_save_delay_ms);
  });

  async function look_at_the_disk(version) {
    if (file.saving || version === file.version) return;
    if (version === "") { file.version = ""; show_save_state("The file was removed; a save makes it anew"); return; }
    const known = file.version;
    const reply = await get(`/api/file?${new URLSearchParams({problem: bench.problem, file: bench.attempt})}`);
    if (!reply.ok || file.saving || file.version !== known) return;
    const now = JSON.parse(reply.text);
    if (now.version === file.version) return;
    if (now.text === text_now()) { file.saved = now.text; file.version = now.version; end_conflict(); }
    else if (is_changed()) show_conflict(now);
    else { take_text(now.text, now.version); announce("The file was changed on the disk; the editor has its new text"); }
  }

  // ---- What was found in lines ---------------------------------------------------------------------------------------------

  let marked = {text: null, widgets: [], lines: []};

  function clear_marks() {
    for (const widget of marked.widgets) widget.clear();
    for (const line of marked.lines) editor.removeLineClass(line, "background", "marked-line");
    editor.clearGutter("mark-gutter");
    marked = {text: null, widgets: [], lines: []};
  }
  // A mark stays beside its line while the text around it changes; it goes with the next result.
  function clear_marks_of_changed_text() { for (const widget of marked.widgets) widget.node.classList.add("old"); }

  function show_marks(marks) {
    clear_marks();
    for (const mark of marks) {
      const line = mark.line - 1;
      if (line >= editor.lineCount()) continue;
      const sign = made("span", mark.error ? "\u2717" : "!", {class: mark.error ? "mark-sign" : "mark-sign warning", title: mark.text});
      editor.setGutterMarker(line, "mark-gutter", sign);
      marked.lines.push(editor.addLineClass(line, "background", "marked-line"));
      const note = made("div", mark.text, {class: mark.error ? "line-note" : "line-note warning", role: "note", "aria-label": `Line ${mark.line}: ${mark.text}`});
      marked.widgets.push(editor.addLineWidget(line, note));
    }
    const first = marks.find(({error}) => error) || marks[0];
    if (first) setTimeout(() => editor.scrollIntoView({line: Math.min(first.line, editor.lineCount()) - 1, ch: 0}, 100), 50);   // when the layout stands
  }

  // ---- What was submitted --------------------------------------------------------------------------------------------------

  let current = bench.orders.length ? {id: bench.orders[bench.orders.length - 1], text: null, asked: false} : null;
  let told_stage = "";

  async function submit(kind, case_name = "", seed = "") {
    clearTimeout(file.timer);
    if (file.saving) await file.saving;
    if (file.conflict) { by_id("conflict").scrollIntoView(); announce("First choose which text stays."); return; }
    const text = text_now();
    show_progress({state: "queued", position: 1, wait: "a moment"}, null);
    file.saving = post("/api/submit", {problem: bench.problem, file: bench.attempt, base: file.version, text, kind, case: case_name, seed});
    const reply = await file.saving;
    file.saving = null;
    if (!taken_as_saved(reply, text)) {
      by_id("progress").hidden = true;
      if (reply.data.error) show_trouble(reply.data.error);
      return;
    }
    clear_marks();
    by_id("result").replaceChildren();
    current = {id: reply.data.id, text, asked: false};
    if (last_state) take_state(last_state);
  }

  function show_trouble(text) {
    by_id("result").replaceChildren(made("p", text, {class: "note bad", role: "alert"}));
  }

  function show_progress(order) {
    by_id("progress").hidden = false;
    const text = progress_text(order), bar = by_id("progress-bar");
    by_id("progress-text").textContent = text;
    if (order.of) { bar.max = order.of; bar.value = order.done; }
    else bar.removeAttribute("value");
    by_id("progress-notes").replaceChildren(...(order.messages || []).map((line) => made("li", line)));
    const stage = order.state === "queued" ? `place ${order.position} in the queue` : order.stage;
    if (stage !== told_stage) announce(stage);
    told_stage = stage;
  }

  async function show_result_of(order) {
    if (order.asked) return;
    order.asked = true;
    const reply = await get(`/submissions/${order.id}/result`);
    order.asked = false;
    if (order !== current || !reply.ok) return;
    const part = new DOMParser().parseFromString(reply.text, "text/html").body.firstElementChild;   // escaped by the server
    if (!part || part.dataset.state === "queued" || part.dataset.state === "running") return;
    current = null;
    by_id("progress").hidden = true;
    by_id("result").replaceChildren(part);
    const headline = part.querySelector(".headline").textContent, summary = part.querySelector(".summary");
    announce(`${headline}${summary ? `: ${summary.textContent}` : ""}`);
    const marks = JSON.parse(part.dataset.marks);
    if (order.text === null || order.text === text_now()) show_marks(marks);
    by_id("output").scrollTop = 0;
    if (!matchMedia("(min-width: 60.01rem)").matches) by_id("result").scrollIntoView({block: "nearest"});
  }

  let last_state = null;
  function take_state(state) {
    last_state = state;
    if (state.version !== undefined) look_at_the_disk(state.version);
    if (!current) return;
    const order = state.mine.find(({id}) => id === current.id);
    if (order) show_progress(order);
    else show_result_of(current);
  }
  watch({problem: bench.problem, file: bench.attempt}, take_state);

  // ---- Controls ------------------------------------------------------------------------------------------------------------

  by_id("run").addEventListener("click", () => submit("try"));
  by_id("submit").addEventListener("click", () => submit("judge"));
  by_id("cancel").addEventListener("click", () => { if (current) post("/api/cancel", {id: current.id}); });
  by_id("result").addEventListener("click", (event) => {
    if (event.target.classList.contains("try-case")) submit("try", event.target.dataset.case, event.target.dataset.seed);
  });
  by_id("starter").addEventListener("click", () => {
    const text = text_now();
    if (text.trim() && text !== bench.starter && !confirm(`Replace the text of ${bench.attempt}.cu with the starter?`)) return;
    editor.setValue(bench.starter);
    editor.focus();
    announce("The editor has the starter. Control Z brings your text back.");
  });
  const open_file = async (name) => {
    if (!is_changed() || await save()) location.assign(`/problems/${bench.problem}?file=${encodeURIComponent(name)}`);
    else by_id("file").value = bench.attempt;
  };
  by_id("file").addEventListener("change", (event) => open_file(event.target.value));
  const dialog = by_id("new-dialog");
  by_id("new-file").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => {
    const name = by_id("new-name").value.trim();
    if (dialog.returnValue === "make" && name) open_file(`${bench.prefix}_${name}`);
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (event.key === "Enter") { event.preventDefault(); submit(event.shiftKey ? "judge" : "try"); }
    else if (event.key === "s") { event.preventDefault(); save(); }
  });
  window.addEventListener("beforeunload", (event) => { if (is_changed() && file.version + file.saved !== "") event.preventDefault(); });
  show_file_state();
});
