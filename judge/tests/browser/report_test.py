"""`judge report` in a browser: opened from disk without a network, each chart has the numbers of `judge report --json`, and nothing
that a submission says runs. Argument: the judge; a second one: a folder for screenshots."""

import copy
import hashlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import main  # noqa: E402

JUDGE = sys.argv[1]
ROOT = pathlib.Path(__file__).resolve().parents[3]
CACHE = pathlib.Path(JUDGE).parents[1] / "tests/cache"  # of the other tests as well
SHOTS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"


def judge(folder, *words):
    run = subprocess.run([JUDGE, "--root", folder, "--ledger", folder / "ledger.sqlite", "--cache", CACHE, *words],
                         capture_output=True, text=True, timeout=120, cwd=folder)
    assert run.returncode == 0, run.stderr
    return run.stdout


def attempt(name):
    """As its file in solutions/ is: the judge hashes the length and the bytes."""
    found = sorted((ROOT / "solutions").rglob(f"{name}.cu"))
    content = found[0].read_bytes() if found else b""
    return {"name": name, "path": str(found[0]) if found else "gone.cu", "content_hash": hashlib.sha256(len(content).to_bytes(8, "little") + content).hexdigest()}


def gpu_records():
    """What an H200 may have said: a ladder, a history, kernels, findings and a hostile wrong answer. Made of the record that the
    tests of the format have."""
    model = json.loads((ROOT / "judge/tests/data/record.json").read_text())["records"][0]
    device = dict(model["device"], runtime="cuda", id="GPU-browser", name="NVIDIA H200", compute_major=9, compute_minor=0, multiprocessors=132,
                  runtime_version=13000, driver_version=13000)
    timing = dict(model["measurements"][0], case="large", bracket="blocked", work_bytes=16777220.0, work_flops=4194304.0, arithmetic="fp32", note="", pieces=[])
    timing["device_state"] = dict(timing["device_state"], sm_clock_mhz=1980, memory_clock_mhz=3201, temperature_c=41, power_w=312.0, clock_limits="")

    def record(name, median_us, day, **more):
        one = copy.deepcopy(model)
        one.update(problem="reduction", problem_hash="of the browser test", run_id=f"run {day}", time=f"2026-03-{day:02}T12:{day:02}:00Z", device=dict(device, driver_version=12080 if day < 5 else 13000),
                   verdict="accepted", failed_case="", summary="accepted", details="", mismatch=None, fault=None, findings=[], judge_version="0.1.0",
                   attempt=attempt(name))
        median = median_us * 1e3
        samples = [median * (0.99 + 0.0004 * ((i * 37) % 60)) for i in range(120)]
        one["measurements"] = [dict(copy.deepcopy(timing), device=dict(median_ns=median, low_ns=median * 0.997, high_ns=median * 1.003, p10_ns=median * 0.992,
                                                                      p90_ns=median * 1.012, count=120),
                                    samples=dict(device_ns=samples, wall_ns=samples, sm_clock_mhz=[1980] * 120, throttled=[False] * 120))]
        one["cases"] = [dict(name="large", sizes="N=4194304", seed="1", passed=True, extra=False, wall_ns=1.0)]
        one.update(more)
        return one

    records = [record("red_best", 7.9, day) for day in (1, 2, 3)]
    for day, (name, median_us) in enumerate((("red_interleaved", 61.0), ("red_strided", 40.2), ("red_sequential", 36.5), ("red_shuffle", 14.1),
                                             ("red_grid_stride", 8.02), ("red_best", 7.1), ("red_cub", 7.12))):
        records.append(record(name, median_us, 6))
    records[-2]["measurements"][0]["pieces"] = [
        dict(what="reduce<256>(float const*, float*, int)", kernel=True, grid=[264, 1, 1], block=[256, 1, 1], registers=32, shared_bytes=1024, bytes=0, stream=0, count=1, gap_ns=0.0, duration_ns=5600.0),
        dict(what="cudaMemsetAsync", kernel=False, grid=[0, 0, 0], block=[0, 0, 0], registers=0, shared_bytes=0, bytes=4, stream=1, count=2, gap_ns=0.0, duration_ns=900.0),
        dict(what="add_up", kernel=True, grid=[1, 1, 1], block=[256, 1, 1], registers=24, shared_bytes=1024, bytes=0, stream=0, count=1, gap_ns=700.0, duration_ns=800.0)]
    records.append(record("red_hostile", 1, 7, verdict="wrong-answer", failed_case="large", summary="C[0] is wrong " + HOSTILE,
                          details="it printed:\n" + HOSTILE, measurements=[]))
    records[-1]["attempt"]["name"] = "red_" + HOSTILE
    return records


def sweep_study():
    cells = [dict(parameters=dict(BLOCK=str(block), LOADS=str(loads)), attempt=f"red_best BLOCK={block} LOADS={loads}",
                  verdict="accepted" if block * loads < 4096 else "compile-error", rank=None, reason="", device_median_ns=7000.0 + abs(block - 256) * 9 + abs(loads - 4) * 400)
             for block in (128, 256, 512, 1024) for loads in (1, 2, 4, 8)]
    for cell in cells:
        if cell["verdict"] != "accepted":
            del cell["device_median_ns"]
    return dict(schema="judge.sweep/1", parameters=["BLOCK", "LOADS"], combinations=cells, records=[])


def scale_study(records):
    points = [dict(size=1 << power, attempt=name, median_ns=(base := latency + (1 << power) * 4 / speed), low_ns=base * 0.99, high_ns=base * 1.02,
                   work_bytes=4.0 * (1 << power) + 4, work_flops=float(1 << power), percent_of_limit=None)
              for power in range(10, 29, 2) for name, latency, speed in (("red_best", 2900, 4000), ("red_sequential", 3600, 520))]
    chosen = [one for one in records if one["attempt"]["name"] in ("red_best", "red_sequential") and "06T" in one["time"]]
    return dict(schema="judge.scale/1", parameter="N", case="large", points=points, left_out=[], records=chosen)


def ledger_for(folder):
    """A ledger of the judge's own making, and the GPU's records put into it."""
    (folder / "problems").symlink_to(ROOT / "problems")
    (folder / "solutions").symlink_to(ROOT / "solutions")
    hostile = folder / "<img src=x onerror=document.title=1>.cu"  # the name, the source and what the compiler says of it
    hostile.write_text(f'// <script>document.title="owned"</script>\n#error {HOSTILE}\n'
                       'extern "C" void solve(const float* A, const float* B, float* C, int N) {}\n')
    run = subprocess.run([JUDGE, "--root", folder, "--ledger", folder / "ledger.sqlite", "--cache", CACHE, "--runtime", "emulated",
                          "run", "vector-addition", hostile, "--no-timing", "--no-check"], capture_output=True, text=True, timeout=120)
    assert run.returncode == 1, run.stderr
    records = gpu_records()
    with sqlite3.connect(folder / "ledger.sqlite") as ledger:
        for one in records:
            median = one["measurements"][0]["device"]["median_ns"] if one["measurements"] else None
            ledger.execute("INSERT INTO records (run_id, time, problem, problem_hash, attempt, content_hash, device_id, runtime, verdict, device_median_ns, document) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)",
                           (one["run_id"], one["time"], one["problem"], one["problem_hash"], one["attempt"]["name"], one["attempt"]["content_hash"], one["device"]["id"],
                            1 if one["verdict"] == "accepted" else 2, median, json.dumps(one)))
        ledger.execute("INSERT INTO ceilings (device_id, time, bytes_per_s, flops_per_s, fp16_flops_per_s, int8_flops_per_s) VALUES ('GPU-browser', '2026-03-01T12:00:00Z', 4.2e12, 6.0e13, 8e14, 1.6e15)")
        for kind, study in (("sweep", sweep_study()), ("scale", scale_study(records))):
            ledger.execute("INSERT INTO studies (key, kind, time, problem, problem_hash, device_id, document) VALUES (?, ?, '2026-03-08T12:00:00Z', 'reduction', 'of the browser test', 'GPU-browser', ?)",
                           (kind, kind, json.dumps(study)))
    ledger.close()


def at(document, pointer):
    for key in pointer.split("/")[1:]:
        document = document[int(key) if isinstance(document, list) else key]
    return document


# What each kind of chart must hold, of its JSON: dataset by dataset, as Chart.js has them.
def expected(chart):
    kind = chart["kind"]
    if kind == "board":
        entries = chart["entries"]
        return [[one["median_ns"] for one in entries], [[one["low_ns"], one["high_ns"]] for one in entries], [[one["p10_ns"], one["p90_ns"]] for one in entries]]
    if kind == "ladder":
        rungs = [one for one in chart["steps"] if not one["yardstick"]]
        lines = [one["median_ns"] for one in chart["steps"] if one["yardstick"]] + ([chart["limit_ns"]] if chart["limit_ns"] else [])
        return [[one["median_ns"] for one in rungs], [[one["low_ns"], one["high_ns"]] for one in rungs]] + [[value] * len(rungs) for value in lines]
    if kind == "scale":
        field = {"time": "median_ns", "bytes": "bytes_per_s", "flops": "flops_per_s"}[chart["metric"]]
        limits = [[(one["size"], one["value"]) for one in chart["limits"]]] if chart["limits"] else []
        return [[(one["size"], one[field]) for one in series["points"]] for series in chart["series"]] + limits
    if kind == "roofline":
        return [None, [(one["flop_per_byte"], one["flops_per_s"]) for one in chart["points"]]]
    if kind == "history":
        return [[one["median_ns"] for one in chart["points"] if one["median_ns"]]]
    if kind == "timeline":
        streams = list(dict.fromkeys(one["stream"] for one in chart["operations"]))
        return [[[one["start_ns"], one["start_ns"] + one["duration_ns"]] if one["stream"] == stream else None for one in chart["operations"]] for stream in streams]
    return [[one["count"] for one in chart["bins"]]]


def plain(data, chart):
    if not data or not isinstance(next((one for one in data if one is not None), None), dict):
        return data
    if chart["kind"] in ("scale", "roofline"):
        return [(one["x"], one["y"]) for one in data]
    return [one["y" if chart["kind"] in ("history", "samples") else "x"] for one in data]


def rows_of(chart):
    lists = {"board": "entries", "roofline": "points", "history": "points", "timeline": "operations", "samples": "bins"}
    if chart["kind"] == "ladder":
        return len(chart["steps"]) + bool(chart["limit_ns"])
    if chart["kind"] == "scale":
        return sum(len(series["points"]) for series in chart["series"])
    return len(chart[lists[chart["kind"]]])


def every_chart_has_the_numbers(browser):
    browser.offline()
    browser.media("light")
    browser.open(FOLDER / "gpu.html")
    document = json.loads(judge(FOLDER, "report", "--device", "GPU-browser", "--json"))
    figures = browser.run("""return [...document.querySelectorAll("figure")].map((figure) => ({
        pointer: figure.dataset.chart, canvas: [...document.querySelectorAll("canvas")].indexOf(figure.querySelector("canvas")),
        rows: figure.querySelectorAll("tbody tr").length, title: figure.querySelector("figcaption").textContent}))""")
    kinds = {at(document, figure["pointer"])["kind"] for figure in figures}
    assert kinds == {"board", "ladder", "scale", "sweep", "roofline", "history", "timeline", "samples"}, kinds
    for figure in figures:
        chart = at(document, figure["pointer"])
        assert figure["title"] == chart["title"]
        if chart["kind"] == "sweep":
            assert figure["canvas"] == -1
            continue
        drawn = browser.chart(f"document.querySelectorAll('canvas')[{figure['canvas']}]")
        wanted = expected(chart)
        assert len(drawn["datasets"]) == len(wanted), chart["title"]
        for dataset, values in zip(drawn["datasets"], wanted):
            assert values is None or plain(dataset["data"], chart) == values, (chart["title"], dataset["label"])
        assert figure["rows"] == rows_of(chart), chart["title"]
    cells = browser.run("return [...document.querySelectorAll('table.heat td')].map((cell) => cell.textContent)")
    study = sweep_study()["combinations"]
    assert len(cells) == len(study)
    assert "7.00 us best" in cells and cells.count("compile-error") == sum(one["verdict"] == "compile-error" for one in study), cells
    board = browser.run("return [...document.querySelectorAll('figure[data-kind=board] tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert [row[:3] for row in board[:2]] == [["1=", "red_best", "7.10 us"], ["1=", "red_cub", "7.12 us"]], board
    assert browser.errors() == []


def nothing_that_a_submission_says_runs(browser):
    for name in ("gpu", "emulated"):
        browser.open(FOLDER / f"{name}.html")
        browser.wait("return document.readyState === 'complete'")
        assert browser.run("return document.title").startswith("judge: "), name
        assert browser.run("return document.images.length") == 0
        assert browser.run("return document.querySelectorAll('body script').length") == 3  # the data, Chart.js, charts.js
        assert HOSTILE in browser.run("return document.body.textContent"), name
        assert browser.errors() == [], name
    assert 'document.title="owned"' in browser.run("return document.querySelector('pre.source').textContent")


def asks_no_network(browser):
    browser.open(FOLDER / "gpu.html")
    browser.run("const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image)")
    assert any("Content Security Policy" in message for message in browser.wait_for_errors()), "the policy lets an image through"
    assert browser.run("return performance.getEntriesByType('resource').filter(({name}) => !name.startsWith('http://127.0.0.1:9')).length") == 0


def reads_without_scripts_and_on_every_screen(browser):
    for name, scheme, width, medium in (("light", "light", 1280, ""), ("dark", "dark", 1280, ""), ("narrow", "light", 360, ""), ("paper", "light", 794, "print")):
        browser.size(width, 900)
        browser.media(scheme, medium)
        browser.open(FOLDER / "gpu.html")
        wide = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name}: {wide} pixels wider than the screen"
        empty = browser.run("return [...document.querySelectorAll('canvas')].filter((canvas) => canvas.width < 100 || canvas.height < 50).length")
        assert empty == 0, name
        if SHOTS:
            browser.wait("return new Promise((done) => setTimeout(() => done(true), 300))")
            browser.screenshot(SHOTS / f"report-{name}.png")
    browser.size(1280, 900)
    browser.media("light")
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(FOLDER / "gpu.html")
    browser.cdp("Emulation.setScriptExecutionDisabled", value=False)
    assert len(browser.all("figure table")) > 8 and not browser.all("canvas")


with tempfile.TemporaryDirectory(prefix="judge-report-test-") as path:
    FOLDER = pathlib.Path(path)

    def prepared():
        ledger_for(FOLDER)
        judge(FOLDER, "report", "--device", "GPU-browser", "-o", "gpu.html")
        judge(FOLDER, "--runtime", "emulated", "report", "-o", "emulated.html")

    main(every_chart_has_the_numbers, nothing_that_a_submission_says_runs, asks_no_network, reads_without_scripts_and_on_every_screen, before=prepared)
