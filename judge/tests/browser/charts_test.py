"""charts.js draws each kind of chart from plain data, under a policy without eval, with the numbers beside it as a table.
Arguments: the folder of charts.js and style.css, and Chart.js."""

import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import main  # noqa: E402

ASSETS, CHART_JS = map(pathlib.Path, sys.argv[1:3])
POLICY = "default-src 'none'; script-src file:; style-src file:"


def timed(name, median, **more):
    return dict(name=name, median_ns=median, low_ns=median * 0.97, high_ns=median * 1.04, p10_ns=median * 0.9, p90_ns=median * 1.3, **more)


CHARTS = [
    {"kind": "board", "title": "Board", "entries": [
        timed("va_float4", 7.3e5, rank=1, tied=True, percent_of_limit=91.2), timed("<b>va_naive</b>", 7.6e5, rank=1, tied=True, percent_of_limit=88),
        timed("va_coarsen2", 2.58e6, rank=3, tied=False, percent_of_limit=None)]},
    {"kind": "ladder", "title": "Ladder", "limit_ns": 4e4, "steps": [
        timed("red_interleaved", 8.56e5, rung=1, yardstick=False, idea="A tree", gain=None),
        timed("red_strided", 1.036e5, rung=2, yardstick=False, idea="The first threads", gain=8.26),
        timed("red_cub", 5e4, rung=0, yardstick=True, idea="CUB", gain=None)]},
    {"kind": "scale", "title": "Bandwidth", "metric": "bytes", "parameter": "N", "limits": [{"size": 1024, "value": 4e12}, {"size": 4194304, "value": 4e12}],
     "series": [{"name": name, "points": [dict(timed(name, 2000 + size * f), size=size, bytes_per_s=12 * size / (2000 + size * f) * 1e9, flops_per_s=None)
                                          for size in (1024, 65536, 4194304)]} for name, f in (("va_float4", 0.004), ("va_naive", 0.006))]},
    {"kind": "sweep", "title": "Sweep", "parameters": ["BLOCK", "LOADS"], "cells": [
        {"values": ["128", "2"], "median_ns": 1e5, "verdict": "accepted"}, {"values": ["128", "4"], "median_ns": 9e4, "verdict": "accepted"},
        {"values": ["256", "2"], "median_ns": 2e5, "verdict": "accepted"}, {"values": ["256", "4"], "median_ns": None, "verdict": "compile-error"}]},
    {"kind": "roofline", "title": "Roofline", "bytes_per_s": 4e12, "flops_per_s": 6e13, "arithmetic": "fp32", "points": [
        {"name": "mm_naive", "flop_per_byte": 100, "flops_per_s": 5e12}, {"name": "mm_best", "flop_per_byte": 100, "flops_per_s": 4.4e13}]},
    {"kind": "history", "title": "History", "attempt": "va_float4", "points": [
        dict(timed("", 8e5), time="2026-01-30T12:00:00Z", judge_version="0.1.0", driver=12040, verdict="accepted"),
        dict(timed("", 7.4e5), time="2026-02-05T08:00:00Z", judge_version="0.2.0", driver=13000, verdict="accepted"),
        dict(time="2026-02-06T08:00:00Z", judge_version="0.2.0", driver=13000, verdict="wrong-answer", median_ns=None, low_ns=None, high_ns=None)]},
    {"kind": "timeline", "title": "Time line", "operations": [
        {"what": "partial_sums", "stream": 0, "start_ns": 0, "duration_ns": 5e4, "count": 1, "grid": "(128, 1, 1)", "block": "(256, 1, 1)"},
        {"what": "cudaMemcpyAsync", "stream": 1, "start_ns": 0, "duration_ns": 9e3, "count": 2}]},
    {"kind": "samples", "title": "Samples", "name": "va_float4", "median_ns": 7.3e5, "p10_ns": 7e5, "p90_ns": 8e5,
     "bins": [{"from_ns": 6.5e5 + i * 2e4, "to_ns": 6.7e5 + i * 2e4, "count": n} for i, n in enumerate((2, 9, 20, 31, 12, 5, 3, 0, 1))]},
]


def page(folder):
    file = folder / "charts.html"
    file.write_text(f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}"><title>Charts</title>
<link rel="stylesheet" href="{(ASSETS / 'style.css').as_uri()}"></head><body><div class="page"><div class="charts"></div></div>
<script src="{CHART_JS.as_uri()}"></script><script src="{(ASSETS / 'charts.js').as_uri()}"></script></body></html>""", encoding="utf-8")
    return file


def draws_each_kind(browser):
    with tempfile.TemporaryDirectory() as folder:
        browser.open(page(pathlib.Path(folder)))
        browser.run("""for (const chart of arguments[0]) {
            const figure = document.createElement("figure");
            document.querySelector(".charts").append(figure);
            JudgeCharts.draw(figure, chart);
        }""", CHARTS)
        if len(sys.argv) > 3:
            for name, scheme, width in (("light", "light", 1280), ("dark", "dark", 1280), ("narrow", "light", 360)):
                browser.size(width, 900)
                browser.media(scheme)
                browser.wait("return new Promise((done) => setTimeout(() => done(true), 300))")
                browser.screenshot(f"{sys.argv[3]}/charts-{name}.png")
        assert browser.errors() == []
        figures = browser.all("figure")
        assert [figure.find_element("css selector", "figcaption").text for figure in figures] == [chart["title"] for chart in CHARTS]
        assert sorted(browser.run("return JudgeCharts.kinds")) == sorted(chart["kind"] for chart in CHARTS)
        board = browser.chart("document.querySelectorAll('canvas')[0]")
        assert [point["x"] for point in board["datasets"][0]["data"]] == [7.3e5, 7.6e5, 2.58e6]
        assert board["datasets"][1]["data"][0] == [7.3e5 * 0.97, 7.3e5 * 1.04]
        assert board["labels"][:2] == ["1=  va_float4", "1=  <b>va_naive</b>"]
        rows = browser.run("return [...document.querySelectorAll('figure:first-child tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))")
        assert rows[0] == ["1=", "va_float4", "730 us", "708 us", "759 us", "657 us", "949 us", "91.2%"], rows[0]
        assert rows[2][-1] == "-"
        heat = browser.run("return [...document.querySelectorAll('table.heat td')].map((cell) => [cell.textContent, cell.className])")
        assert heat == [["100.0 us", "heat-1"], ["90.0 us best", "heat-0 best"], ["200 us", "heat-9"], ["compile-error", "none"]], heat


def draws_many_when_they_are_near(browser):
    with tempfile.TemporaryDirectory() as folder:
        file = page(pathlib.Path(folder))
        figures = "".join(f'<figure data-chart="/charts/{i}"></figure>' for i in range(60))
        data = json.dumps({"charts": [CHARTS[7]] * 60})
        file.write_text(file.read_text().replace('<div class="charts"></div>', f'{figures}<script type="application/json" id="judge-data">{data}</script>'))
        browser.size(1280, 900)
        browser.open(file)
        has_chart = "return Boolean(Chart.getChart(document.querySelectorAll('canvas')[{}]))"
        browser.wait(has_chart.format(0))
        assert not browser.run(has_chart.format(59))
        assert browser.run("return document.querySelectorAll('figure table').length") == 60
        browser.run("document.querySelectorAll('canvas')[30].scrollIntoView()")
        browser.wait(has_chart.format(30))
        assert not browser.run(has_chart.format(59))
        browser.run("window.dispatchEvent(new Event('beforeprint'))")
        assert browser.run("return [...document.querySelectorAll('canvas')].every((canvas) => Chart.getChart(canvas))")
        assert browser.errors() == []


def follows_the_colour_scheme(browser):
    with tempfile.TemporaryDirectory() as folder:
        browser.media("light")
        browser.open(page(pathlib.Path(folder)))
        browser.run("JudgeCharts.draw(document.querySelector('.charts'), arguments[0])", CHARTS[0])
        colour = "return Chart.getChart(document.querySelector('canvas')).data.datasets[1].backgroundColor"
        light = browser.run(colour)
        browser.media("dark")
        browser.wait(f"return (() => {{ {colour} }})() !== '{light}'")
        browser.media("dark", "print")
        browser.wait(f"return (() => {{ {colour} }})() === '{light}'")
        browser.media("light")


main(draws_each_kind, draws_many_when_they_are_near, follows_the_colour_scheme)
