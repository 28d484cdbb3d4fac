"""Chromium without a window, for tests of pages.

    from browser import Browser, main

    def test_it(browser):                     # one Chromium for all tests of a file
        browser.open(path_or_url)
        assert browser.text("h1") == "..."

    main(test_it, ...)                        # runs them; ends with 77 (skipped) where there is no Chromium

What the page wrote to the console as an error, such as a refusal by its policy, is in browser.errors().
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

from running import run_tests

K_SKIPPED = 77


def _first(*names):
    found = [path for path in map(shutil.which, names) if path]
    return found[0] if found else None


class Browser:
    """A Chromium with an empty profile. close() ends it and removes the profile."""

    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        self._folder = tempfile.mkdtemp(prefix="judge-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = _first("chromium", "chromium-browser")
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
                     "--disable-background-networking", "--no-first-run", "--force-color-profile=srgb",
                     f"--user-data-dir={self._folder}/profile"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # HOME is its own, too: it keeps files of crashes and certificates there.
        environment = dict(os.environ, HOME=self._folder)
        self.driver = webdriver.Chrome(options=options, service=Service(_first("chromedriver"), env=environment))
        self.driver.set_page_load_timeout(30)
        self.size(1280, 900)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, where):
        """A URL, or the path of a file."""
        text = str(where)
        self.errors()
        self.driver.get(text if "://" in text else pathlib.Path(text).resolve().as_uri())

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def size(self, width, height, scale=1):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, scheme="light", medium=""):
        """scheme: light or dark; medium: screen or print; empty = the screen."""
        self.cdp("Emulation.setEmulatedMedia", media=medium, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def offline(self):
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)

    def run(self, script, *arguments):
        """What the JavaScript returns, which begins with `return`."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        from selenium.webdriver.common.by import By
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        from selenium.webdriver.common.by import By
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def wait(self, script, seconds=10):
        """Until the JavaScript returns something true; returns that."""
        until = time.monotonic() + seconds
        while True:
            value = self.run(script)
            if value:
                return value
            assert time.monotonic() < until, f"not within {seconds} s: {script}"
            time.sleep(0.02)

    def errors(self):
        """What is new on the console and is an error."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def wait_for_errors(self, seconds=5):
        until = time.monotonic() + seconds
        while not (found := self.errors()) and time.monotonic() < until:
            time.sleep(0.02)
        return found

    def chart(self, canvas_script):
        """Labels and datasets of a chart that Chart.js drew; canvas_script: an expression for its canvas."""
        return json.loads(self.run(
            f"const chart = Chart.getChart({canvas_script}); return JSON.stringify("
            "{labels: chart.data.labels, datasets: chart.data.datasets.map(({label, data}) => ({label, data}))})"))

    def screenshot(self, file, whole_page=True):
        import base64
        shot = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=whole_page, **(
            {"clip": dict(x=0, y=0, scale=1, **self.run(
                "const r = document.documentElement; return {width: r.clientWidth, height: r.scrollHeight}"))} if whole_page else {}))
        pathlib.Path(file).write_bytes(base64.b64decode(shot["data"]))

    def pdf(self, file):
        import base64
        pathlib.Path(file).write_bytes(base64.b64decode(self.cdp("Page.printToPDF", printBackground=False)["data"]))


def missing():
    """What of a browser is not on this machine; empty = all is."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "python3-selenium"
    if not _first("chromium", "chromium-browser"):
        return "chromium"
    return "" if _first("chromedriver") else "chromium-driver"


def main(*tests, before=None):
    """`before` is called once, if there is a browser."""
    if lacking := missing():
        print(f"skipped: no {lacking} here")
        sys.exit(K_SKIPPED)
    if before:
        before()
    browser = Browser()
    try:
        status = run_tests(tests, browser)
    finally:
        browser.close()
    sys.exit(status)
