"""`judge serve` as people use it: a real server, real verdicts on the emulated runtime, a real browser.

    serve_pages_test.py JUDGE ROOT
"""

import json
import time

from browser import main
from running import tests_of
from serve_server import HANGS, RIGHT, Server, folder

server = Server()


def write(browser, text):
    browser.run("document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])", text)


def press(browser, *keys):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys
    chain = ActionChains(browser.driver)
    held = [getattr(Keys, key[1:]) for key in keys if key.startswith("+")]
    for key in held:
        chain.key_down(key)
    for key in keys:
        if not key.startswith("+"):
            chain.send_keys(getattr(Keys, key, key))
    for key in reversed(held):
        chain.key_up(key)
    chain.perform()


def judged(browser, click, seconds=40):
    """Clicks, and waits for the new result: its headline."""
    browser.run("document.querySelector('#result').replaceChildren()")
    browser.find(click).click()
    browser.wait("return document.querySelector('#result .headline') !== null", seconds)
    return browser.text("#result .headline")


def marked_lines(browser):
    return browser.run("const e = document.querySelector('.CodeMirror').CodeMirror; const found = [];"
                       "e.eachLine((line) => { const info = e.lineInfo(line); if (info.gutterMarkers) found.push(info.line + 1); }); return found")


def test_solves_a_problem_from_the_catalogue(browser):
    browser.open(server.address)
    browser.find("#filters [name=text]").send_keys("vector addition")
    browser.wait("return document.querySelectorAll('#problems tbody tr:not([hidden])').length < 10")
    browser.find("#problems a[href='/problems/vector-addition']").click()
    browser.wait("return document.querySelector('.CodeMirror')")
    assert "solve_kernel" in browser.run("return document.querySelector('.CodeMirror').CodeMirror.getValue()"), "the starter"
    assert not server.solutions.exists(), "nothing is written before something is changed"
    write(browser, RIGHT)
    seen = browser.run("window.seen = []; new MutationObserver(() => window.seen.push(document.querySelector('#progress-text').textContent))"
                       ".observe(document.querySelector('#progress-text'), {childList: true}); return true")
    assert seen and "accepted" in judged(browser, "#submit")
    seen = browser.run("return window.seen")
    assert any("case" in text for text in seen), f"progress by cases: {seen}"
    assert (server.solutions / "va_mine.cu").read_text() == RIGHT
    browser.open(server.address)
    assert browser.text("tr:has(a[href='/problems/vector-addition']) .state") == "✓ solved" or "solved" in browser.text("tr:has(a[href='/problems/vector-addition']) .state")
    assert browser.errors() == []


def test_shows_where_an_attempt_is_wrong(browser):
    browser.open(server.address + "/problems/vector-addition")
    write(browser, RIGHT.replace("if (i < N) C[i] = A[i] + B[i]", "if (i < N) C[i] = A[i] + missing"))
    assert "compile-error" in judged(browser, "#submit")
    assert marked_lines(browser) == [3], marked_lines(browser)
    assert "missing" in browser.text(".line-note")

    write(browser, RIGHT.replace("if (i < N) ", ""))
    assert "runtime-error" in judged(browser, "#submit")
    assert marked_lines(browser) == [3], marked_lines(browser)

    write(browser, RIGHT.replace("A[i] + B[i]", "A[i] - B[i]"))
    assert "wrong-answer" in judged(browser, "#run")
    cells = [cell.text for cell in browser.all("td.differs")]
    assert len(cells) == 4 and "-4" in cells[0], cells
    assert "expected" in browser.text(".units") and "input" in browser.text(".units")
    assert browser.errors() == []


def test_a_submission_says_nothing_to_the_browser(browser):
    browser.open(server.address + "/problems/vector-addition")
    evil = '<script>window.caught = 1</script><img src=x onerror="window.caught = 2">'
    write(browser, "#include <cstdio>\n" + RIGHT.replace("  add<<<", f"  printf(\"%s\\n\", R\"({evil})\");\n  int unused_thing = wrong; // {evil}\n  add<<<"))
    assert "compile-error" in judged(browser, "#submit")
    write(browser, "#include <cstdio>\n#error " + evil + "\n" + RIGHT)
    assert "compile-error" in judged(browser, "#submit")
    assert "<script>" in browser.text(".line-note"), "shown as text"
    write(browser, "#include <cstdio>\n" + RIGHT.replace("  add<<<", f"  printf(\"%s\\n\", R\"({evil})\");\n  add<<<").replace("A[i] + B", "B[i] - B"))
    assert "wrong-answer" in judged(browser, "#submit")
    browser.find("#result a").click()
    assert "<script>" in browser.text("pre.source")
    assert browser.run("return window.caught === undefined && document.querySelectorAll('main script:not([type]), img').length === 0")
    assert browser.errors() == []


def test_cancels_and_other_tabs_see_it(browser):
    browser.open(server.address + "/problems/vector-addition?file=va_hangs")
    write(browser, HANGS)
    browser.run("document.querySelector('#result').replaceChildren()")
    browser.find("#submit").click()
    browser.wait("return /checking|case|building/i.test(document.querySelector('#progress-text').textContent)", 20)
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open(server.address + "/queue")
    browser.wait("return document.querySelector('.cancel-order')")
    waiting = server.submit(RIGHT + "// waits\n", "va_waits")["id"]
    browser.wait("return /begins in/.test(document.querySelector('#queue').textContent)")
    row = browser.text(f"#queue tr:has(.cancel-order[data-id='{waiting}'])")
    assert str(waiting) in row and "va_waits.cu" in row, row
    browser.find(f".cancel-order[data-id='{waiting}']").click()
    browser.wait("return document.querySelectorAll('.cancel-order').length === 1")
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.find("#cancel").click()
    browser.wait("return document.querySelector('#result .headline')", 10)
    assert browser.text("#result .headline") == "cancelled"
    assert server.result(waiting)[0] == "cancelled"


def test_files_are_shared_with_other_editors(browser):
    file = server.solutions / "va_shared.cu"
    file.write_text(RIGHT)
    browser.open(server.address + "/problems/vector-addition?file=va_shared")
    file.write_text("// by vim\n" + RIGHT)
    browser.wait("return document.querySelector('.CodeMirror').CodeMirror.getValue().startsWith('// by vim')")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open(server.address + "/problems/vector-addition?file=va_shared")
    write(browser, "// by the second tab\n" + RIGHT)
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'")
    assert file.read_text().startswith("// by the second tab")
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.wait("return document.querySelector('.CodeMirror').CodeMirror.getValue().startsWith('// by the second tab')")
    # Both at once: nothing is written until one of the two is chosen.
    file.write_text("// by vim again\n" + RIGHT)
    write(browser, "// by the page\n" + RIGHT)
    browser.wait("return !document.querySelector('#conflict').hidden")
    time.sleep(1.2)
    assert file.read_text().startswith("// by vim again")
    browser.find("#conflict button").click()
    browser.wait("return document.querySelector('#conflict .diff')")
    assert "by vim again" in browser.text("#conflict .diff tr.removed") and "by the page" in browser.text("#conflict .diff tr.added")
    browser.all("#conflict button")[2].click()
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'")
    assert file.read_text().startswith("// by the page")


def editor_text(browser):
    return browser.run("return document.querySelector('.CodeMirror').CodeMirror.getValue()")


def test_a_text_of_a_time_without_a_server_is_saved_afterwards(browser):
    one = Server("away")
    browser.open(one.address + "/problems/vector-addition?file=va_away")
    write(browser, RIGHT)
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'")
    one.kill()
    write(browser, "// while it was away\n" + RIGHT)
    browser.wait("return /does not answer/.test(document.querySelector('#save-state').textContent)")
    two = Server("away", "--port", str(one.port))
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'", 15)
    assert (two.solutions / "va_away.cu").read_text().startswith("// while it was away")
    # A submission for which there is no room has saved its text, and the next one is no conflict.
    numbers = [two.submit(HANGS + "//" + str(i), f"va_full{i}")["id"] for i in range(8)]
    write(browser, "// refused\n" + RIGHT)
    browser.find("#submit").click()
    browser.wait("return /wait already/.test(document.querySelector('#result').textContent)")
    assert (two.solutions / "va_away.cu").read_text().startswith("// refused")
    for number in numbers:
        assert two.request("POST", "/api/cancel", {"id": number})[0] == 200
    write(browser, "// and again\n" + RIGHT)
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'")
    assert browser.run("return document.querySelector('#conflict').hidden")
    assert (two.solutions / "va_away.cu").read_text().startswith("// and again")
    two.kill()
    browser.open(server.address)


def test_the_ends_of_lines_stay(browser):
    file = server.solutions / "va_crlf.cu"
    file.write_bytes(RIGHT.replace("\n", "\r\n").encode())
    browser.open(server.address + "/problems/vector-addition?file=va_crlf")
    changed = ("// by another editor\n" + RIGHT).replace("\n", "\r\n").encode()
    file.write_bytes(changed)
    browser.wait("return document.querySelector('.CodeMirror').CodeMirror.getValue().startsWith('// by another')", 15)
    time.sleep(1.5)   # longer than a page waits before it saves
    assert file.read_bytes() == changed
    write(browser, "// by hand\n" + RIGHT)
    browser.wait("return document.querySelector('#save-state').textContent === 'Saved'")
    assert file.read_bytes() == ("// by hand\n" + RIGHT).replace("\n", "\r\n").encode()


def test_the_starter_replaces_nothing_unasked(browser):
    browser.open(server.address + "/problems/vector-addition?file=va_starter")
    browser.find("#starter").click()   # the starter for the starter: no question
    write(browser, RIGHT)
    browser.run("window.asked = 0; window.confirm = () => { window.asked += 1; return window.asked > 1; }")
    browser.find("#starter").click()
    assert browser.run("return window.asked") == 1 and editor_text(browser) == RIGHT
    browser.find("#starter").click()
    assert browser.run("return window.asked") == 2 and "solve_kernel" in editor_text(browser)


def test_a_case_is_shown_with_the_inputs_of_the_run(browser):
    browser.open(server.address + "/problems/vector-addition?file=va_shown")
    write(browser, RIGHT.replace("C[i] = A[i] + B[i]", "C[i] = A[i] + B[i] + (i == 28 && N > 28 ? 1.0f : 0.0f)"))
    assert "wrong-answer" in judged(browser, "#submit")
    details = browser.text("#result .details")
    browser.find("#result .try-case").click()
    browser.wait("return document.querySelector('#result td.differs')", 40)
    assert browser.text("#result tr:has(td.differs) th") == "[28]"
    got = browser.text("#result td.differs").split()[0]
    assert got in details, (got, details)
    captions = [one.text for one in browser.all("#result table.grid caption")]
    assert len(captions) == 3 and len({one.split("[")[-1] for one in captions}) == 1, f"the same rows of inputs and output: {captions}"


def test_selected_text_is_readable(browser):
    for scheme in ("light", "dark"):
        browser.media(scheme)
        browser.open(server.address + "/problems/vector-addition")
        colors = browser.run("const line = document.querySelector('.CodeMirror-line'); return [getComputedStyle(line, '::selection').backgroundColor, getComputedStyle(line).color,"
                             " getComputedStyle(document.querySelector('.CodeMirror')).backgroundColor]")
        numbers = [[float(part) for part in color[color.index("(") + 1:-1].replace("/", ",").replace(",", " ").split()] for color in colors]
        share = numbers[0][3] if len(numbers[0]) > 3 else 1
        behind = [share * over + (1 - share) * under for over, under in zip(numbers[0][:3], numbers[2][:3])]
        light = lambda color: sum(weight * ((part / 255 + 0.055) / 1.055) ** 2.4 for weight, part in zip((0.2126, 0.7152, 0.0722), color))
        low, high = sorted((light(behind), light(numbers[1][:3])))
        assert (high + 0.05) / (low + 0.05) > 4.5, (scheme, colors)
    browser.media()


def test_shows_history_differences_board_and_charts(browser):
    server.result(server.submit(RIGHT.replace("255", "127").replace("256", "128"), "va_other")["id"])
    browser.open(server.address + "/problems/vector-addition/history")
    browser.wait("return document.querySelector('canvas')")
    accepted = [row.get_attribute("value") for row in browser.all("tr:has(.verdict-accepted) input[name=a]")]
    for side, number in (("a", accepted[-1]), ("b", accepted[0])):
        browser.run("arguments[0].click()", browser.find(f"input[name={side}][value='{number}']"))
    browser.find("#history button").click()
    browser.wait("return location.pathname === '/compare'")
    assert "127" in browser.text("tr.added") and "255" in browser.text("tr.removed")
    assert "A took" in browser.text(".sentence")
    browser.find("#side-by-side").click()
    browser.wait("return location.pathname.startsWith('/submissions/') && document.querySelector('.sentence')", 60)
    sentence = browser.text(".sentence")
    assert any(words in sentence for words in ("faster", "slower", "no difference", "too few blocks")), sentence
    browser.open(server.address + "/problems/vector-addition/board")
    browser.wait("return document.querySelector('canvas')")
    assert len(browser.all("main .scroll tbody tr")) >= 2
    assert browser.errors() == []


def test_another_site_reads_nothing(browser):
    """Nor can it show a page of ours in a frame."""
    browser.open("about:blank")
    assert browser.driver.execute_async_script("const done = arguments[1]; fetch(arguments[0] + '/api/file?problem=vector-addition').then(() => done('read'), () => done('refused'))", server.address) == "refused"


def test_users_have_tokens(browser):
    one = Server("users", "--user", "anna", "--user", "ben")
    links = dict(line.split(": ", 1) for line in one.lines(3)[1:])
    assert one.request("GET", "/")[0] == 303 and one.request("GET", "/api/file?problem=vector-addition")[0] == 401
    assert one.request("POST", "/api/sign-in", {"name": "anna", "token": "0" * 32})[0] == 403
    browser.open(links["anna"])
    browser.wait("return document.querySelector('#problems')")
    assert "anna" in browser.text(".user") and "#" not in browser.driver.current_url
    anna, ben = (f"judge={name}.{links[name].rsplit(':', 1)[1]}" for name in ("anna", "ben"))
    status, reply = one.request("POST", "/api/submit", {"problem": "vector-addition", "file": "va_a", "base": "", "text": RIGHT, "kind": "try"}, Cookie=anna)
    assert status == 200 and (one.solutions / "anna" / "va_a.cu").exists()
    number = json.loads(reply)["id"]
    assert one.request("GET", f"/submissions/{number}", Cookie=ben)[0] == 404 and one.request("GET", f"/submissions/{number}", Cookie=anna)[0] == 200
    assert one.request("POST", "/api/cancel", {"id": number}, Cookie=ben)[0] == 404
    browser.find("#sign-out").click()
    browser.wait("return location.pathname === '/sign-in'")
    one.kill()


def focused(browser):
    return browser.run("const e = document.activeElement; return e.id || e.getAttribute('href') || e.name || e.tagName")


def test_works_by_keyboard_alone(browser):
    browser.open(server.address)
    press(browser, "TAB")
    assert focused(browser) == "#main", "the first stop skips the navigation"
    press(browser, "ENTER", "TAB")
    assert focused(browser) == "text"
    press(browser, *"no. such thing")
    assert browser.text("#shown").startswith("0 of")
    for _ in range(20):
        press(browser, "BACKSPACE")
    press(browser, *"vector addition")
    for _ in range(12):
        press(browser, "TAB")
        if focused(browser) == "/problems/vector-addition":
            break
    press(browser, "ENTER")
    browser.wait("return document.querySelector('.CodeMirror')")
    for _ in range(60):
        press(browser, "TAB")
        if browser.run("return document.activeElement.closest('.CodeMirror') !== null"):
            break
    label = browser.run("return document.activeElement.getAttribute('aria-label')")
    assert label and label.startswith("Source of va_"), label
    press(browser, "+CONTROL", "a")
    press(browser, "DELETE", *"int", "TAB", "x")
    assert browser.run("return document.querySelector('.CodeMirror').CodeMirror.getValue()").startswith("int "), "Tab indents"
    press(browser, "ESCAPE", "TAB")
    assert focused(browser) == "run", focused(browser)
    write(browser, RIGHT + "// by keyboard\n")
    browser.run("document.querySelector('#result').replaceChildren()")
    press(browser, "ENTER")
    browser.wait("return document.querySelector('#result .headline')", 30)
    assert "right in this case" in browser.text("#result .headline")
    browser.wait("return document.querySelector('#announcer').textContent.includes('right in this case')")


def test_has_names_for_everything(browser):
    """The accessibility tree: what a screen reader is told."""
    for path in ("/", "/problems/vector-addition", "/problems/vector-addition/history", "/problems/vector-addition/board", "/queue", "/submissions"):
        browser.open(server.address + path)
        time.sleep(0.2)
        nodes = [node for node in browser.cdp("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        role = lambda node: node.get("role", {}).get("value", "")
        name = lambda node: node.get("name", {}).get("value", "")
        nameless = [role(node) for node in nodes if role(node) in ("button", "link", "textbox", "searchbox", "combobox", "radio", "checkbox", "progressbar", "progressIndicator", "dialog", "image", "img", "form", "region") and not name(node).strip()]
        assert nameless == [], (path, nameless)
        roles = [role(node) for node in nodes]
        assert roles.count("main") == 1 and "navigation" in roles and "banner" in roles, (path, roles[:12])
        levels = [int(tag[1]) for tag in browser.run("return [...document.querySelectorAll('h1, h2, h3, h4')].filter((e) => e.checkVisibility()).map((e) => e.tagName)")]
        assert levels.count(1) == 1 and levels[0] == 1, (path, levels)
        assert browser.run("return document.documentElement.lang") == "en" and browser.run("return document.title")
        assert browser.run("const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.length === new Set(ids).size"), path
        assert browser.errors() == [], path


def test_fits_small_and_large_screens(browser):
    for width, height in ((360, 740), (3840, 2160)):
        browser.size(width, height)
        for path in ("/", "/problems/vector-addition", "/problems/vector-addition/history", "/problems/vector-addition/board", "/queue"):
            browser.open(server.address + path)
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{path} is {wide} wide at {width}"
    browser.size(1280, 900)


def test_paints_at_once(browser):
    browser.open(server.address)
    times = []
    for path in ("/", "/problems/vector-addition") * 3:
        browser.open(server.address + path)
        times.append(browser.wait("const paint = performance.getEntriesByType('paint')[0]; return paint && paint.startTime"))
    print(f"        first paint: {', '.join(f'{value:.0f}' for value in times)} ms")
    assert min(times) < 1000   # under 100 ms on a machine that does nothing else


try:
    main(*tests_of(globals()))
finally:
    server.kill()
    folder.cleanup()
