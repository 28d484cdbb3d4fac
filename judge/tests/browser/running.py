"""Runs the test functions of a file and says how each ended."""

import time
import traceback


def tests_of(names):
    """What globals() has of functions test_*, in the order in which they are defined."""
    return [thing for name, thing in names.items() if name.startswith("test_")]


def run_tests(tests, *given):
    """Calls each with what is given. The exit status: 1 where one failed, else 0."""
    failed = 0
    for test in tests:
        begin = time.monotonic()
        try:
            test(*given)
            print(f"ok      {test.__name__} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception:  # each test is reported, whatever went wrong in one
            failed += 1
            print(f"FAILED  {test.__name__}\n{traceback.format_exc()}", flush=True)
    return 1 if failed else 0
