# shellcheck shell=bash disable=SC2034
# What tools/judge and tools/test share: the packages, the lock, configuring and building. Sourced, never run.
# Standard output belongs to the program that is started in the end, so all words here go to standard error.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
program=$build/bin/judge   # what tools/judge starts
stamps=("$build/.built.first" "$build/.built.judge" "$build/.built.server")   # of what a build has made; the last is the one that counts
export CCACHE_SLOPPINESS=pch_defines,time_macros   # without it, ccache keeps nothing that precompiled headers go into

build_packages=(g++ cmake ninja-build pkg-config binutils clang nlohmann-json3-dev libcli11-dev libcpp-httplib-dev libfmt-dev libffi-dev
                libjs-chart.js libjs-codemirror libmd4c-dev libmd4c-html0-dev libpq-dev libseccomp-dev libsqlite3-dev libssl-dev)
# OpenBLAS: what attempts that link cublas run on without a GPU, and so what the tests of that need. PostgreSQL: the tests of ledgers on
# a server start one of their own. Slurm and munge: tools/cluster-test does. groff and mandoc read the manual.
test_packages=(libgtest-dev libgmock-dev libopenblas0-pthread postgresql slurm-wlm munge groff-base mandoc zsh fish)
# A browser for the tests of pages. Ubuntu has none as a package: those tests are skipped there.
browser_packages=(chromium chromium-driver python3-selenium)
# More of the compilers that judge-cucc accepts, for the sample of tools/matrix; and what tools/format needs.
more_compilers=(clang-14 clang-16 clang-19 clang-format-14)

say() { printf 'judge: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 2
}

# Does the build lack nothing that was changed since? Directories count too, so a removed file is noticed. Sources of tests
# don't: the judge that tools/judge starts holds none of them.
is_current() {
    local stamp=${stamps[-1]}
    [[ -e $stamp && -x $program ]] &&
        [[ -z $(find "$root/CMakeLists.txt" "$root/judge" -path "$root/judge/tests" -prune -o -newer "$stamp" -print -quit) ]]
}

# One builder at a time in this tree; the lock is descriptor 9 and goes with this process.
take_lock() {
    mkdir -p "$root/build" || die "$root/build cannot be made: is the clone yours to write in?"
    exec 9>"$root/build/.lock" || die "$root/build/.lock cannot be written: is the clone yours to write in?"
    flock --nonblock 9 && return
    say "another tools/judge or tools/test is building here, waiting for it ..."
    flock 9
}

missing_packages() {
    local installed package
    installed=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) || true
    for package in "$@"; do
        [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || printf '%s\n' "$package"
    done
}

# apt's status lines ("pmstatus:g++:45.2:...") as a percentage: one line that changes on a terminal, else one a tenth. All
# else goes to the file LOG. show_percent LOG TERMINAL
show_percent() {
    awk -F: -v log_file="$1" -v terminal="$2" '
        $1 != "dlstatus" && $1 != "pmstatus" { print >log_file; next }
        { step = ($1 == "dlstatus" ? "downloading" : "installing"); percent = int($3) }
        terminal { printf "\r\033[Kjudge: %s packages: %d%%", step, percent; fflush(); next }
        step != last_step || percent >= last + 10 {
            printf "judge: %s packages: %d%%\n", step, percent; fflush(); last = percent; last_step = step
        }
        END { if (terminal) printf "\r\033[K" }' >&2
}

# As root, or by sudo, which may ask for a password only where somebody can see it.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif [[ -t 0 && -t 2 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=1 "$@" 2>&1 9>&-
}

install_packages() {
    local terminal='' log=$root/build/apt.log
    local by_hand="  apt-get update && apt-get install --no-install-recommends $*"
    [[ $(id -u) == 0 ]] || command -v sudo >/dev/null ||
        die "packages are missing, and only root or sudo can install them. As root, run:"$'\n'"$by_hand"
    [[ -t 2 ]] && terminal=1
    say "installing what is missing: $*"
    mkdir -p "$root/build"
    : >"$log"
    if ! { apt_get update && apt_get install --yes --no-install-recommends "$@"; } |
        show_percent "$log" "$terminal"; then
        tail -n 15 "$log" >&2
        die "apt-get failed (no network? no right?): see above and $log. Try again later, or as root:"$'\n'"$by_hand"
    fi
}

ensure_packages() {
    local missing
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "no Debian or Ubuntu: taking for granted that the counterparts of these packages are there: $*"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
}

# Where this system's packages have a browser with its driver.
ensure_browser() {
    local package
    command -v apt-cache >/dev/null || return 0
    for package in "${browser_packages[@]}"; do
        apt-cache pkgnames "$package" | grep -xF "$package" >/dev/null || return 0   # -q would end apt-cache, and the pipe, by a signal
    done
    ensure_packages "${browser_packages[@]}"
}

# Where JUDGE_MORE_COMPILERS asks for them, as .ci/run does: those that this system's packages have.
ensure_more_compilers() {
    local found
    [[ -n ${JUDGE_MORE_COMPILERS:-} ]] && command -v apt-cache >/dev/null || return 0
    mapfile -t found < <(apt-cache pkgnames clang- | grep -xF -f <(printf '%s\n' "${more_compilers[@]}"))
    ((${#found[@]} == 0)) || ensure_packages "${found[@]}"
}

# configure ON|OFF: with or without tests. Does nothing where that is what was configured last. JUDGE_SANITIZED=OFF leaves out the
# tests under sanitizers, a minute of the build.
configure() {
    local launcher=() log=$build/configure.log sanitized=${JUDGE_SANITIZED:-$1} cache=$build/CMakeCache.txt
    if [[ -e $build/build.ninja ]] && grep -q "^JUDGE_TESTS:BOOL=$1\$" "$cache" &&
        grep -q "^JUDGE_SANITIZED:BOOL=$sanitized\$" "$cache"; then return; fi
    command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    mkdir -p "$build"
    say "configuring in ${build#"$PWD/"} ..."
    # Many files at a time: less than half the work of compiling each by itself.
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DJUDGE_TESTS=$1" "-DJUDGE_SANITIZED=$sanitized" \
        "${launcher[@]}" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=20 \
        >"$log" 2>&1 9>&- && return
    cat "$log" >&2
    die "cmake failed (above, and in $log). A broken build folder is mended by: rm -r $build"
}

# ninja's progress: on a terminal its own one line, else a line for each tenth of the way. Errors are shown in full.
show_steps() {
    awk '
        /^ninja: (Entering|no work)|^-- / { next }
        !/^judge: building \[/ { print; fflush(); next }
        { split($3, step, /[][\/]/); tenth = int(10 * step[2] / step[3]) }
        tenth > last { print "judge: building [" step[2] "/" step[3] "]"; fflush(); last = tenth }' >&2
}

run_ninja() {
    local status_line='judge: building [%f/%t] '
    if [[ -t 2 ]]; then
        NINJA_STATUS=$status_line ninja -C "$build" "$@" >&2 9>&-
    else
        NINJA_STATUS=$status_line ninja -C "$build" "$@" 2>&1 9>&- | show_steps
    fi
}

# build_targets [TARGET ...]: all where none is named. Stamps have the time at which the build began: what is edited meanwhile is newer.
build_targets() {
    touch "$build/.building"
    run_ninja "$@" || die "the build failed (above)"
    touch -r "$build/.building" "${stamps[@]}"
}
