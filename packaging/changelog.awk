# CHANGELOG.md as a Debian changelog.
#   awk -v package=judge -v revision=1 -v maintainer='NAME <ADDRESS>' -v date="$(date -R)" -f changelog.awk CHANGELOG.md
# A heading is "## VERSION, not yet released" or "## VERSION, 2026-12-31". `date` is that of what is not yet released.

# Filled to 76 columns.
function fill(text, first, rest,    words, count, i, line) {
    count = split(text, words, " ")
    line = first
    for (i = 1; i <= count; ++i) {
        if (length(line) + 1 + length(words[i]) > 76 && line != first && line != rest) {
            print line
            line = rest
        }
        line = line (line ~ / $/ ? "" : " ") words[i]
    }
    print line
}
function end_entry() {
    if (entry != "") fill(entry, "  * ", "    ")
    entry = ""
}
function end_release() {
    end_entry()
    if (is_open) printf "\n -- %s  %s\n", maintainer, when
}

/^## / {
    if (is_open) { end_release(); print "" }
    version = $2
    sub(/,$/, "", version)
    is_released = $3 ~ /^[0-9]+-[0-9]+-[0-9]+$/
    when = date
    if (is_released) {
        ask = "date --utc --rfc-email --date=" $3 "T12:00:00Z"
        ask | getline when
        close(ask)
    }
    printf "%s (%s-%s) %s; urgency=medium\n\n", package, version, revision, is_released ? "unstable" : "UNRELEASED"
    is_open = 1
    next
}
!is_open { next }
/^- / { end_entry(); entry = substr($0, 3); next }
/^ / { entry = entry " " $0; next }
END { end_release() }
