# The table of tools/matrix from lines "CONFIGURATION <tab> THING <tab> RESULT".
#
# What is right is what most trust can be put in: the build that is neither split nor optimised. Random kernels, feature files
# and verdicts are held against that of the first compiler; bits of an attempt's outputs against those of the same library
# with one worker, as sums of floats are fused and vectorised as each compiler likes.

$2 ~ /^split kernels of / { split_kernels[$1] += $3; next }
{ result[$1, $2] = $3; if (!($1 in configuration)) { configuration[$1] = ++configurations; names[configurations] = $1 }
  if (!($2 in thing)) { thing[$2] = ++things; words[things] = $2 } }

function expected(c, t,    part, i, list, n) {
    if (t ~ /^bits of /) {
        split(c, part, "/")
        return result[part[1] "/" part[2] "/1", t]
    }
    n = split(compilers, list, " ")
    for (i = 1; i <= n; i++)
        if ((list[i] "/exact/1", t) in result && result[list[i] "/exact/1", t] != "refused") return result[list[i] "/exact/1", t]
    # Too slow for its limit unoptimised: then the others are compared with each other.
    for (i = 1; i <= configurations; i++)
        if ((names[i], t) in result && result[names[i], t] != "refused") return result[names[i], t]
    return ""
}

END {
    for (i = 1; i <= configurations; i++) {
        c = names[i]
        for (k = 1; k <= things; k++) {
            t = words[k]
            if (!((c, t) in result)) continue
            want = expected(c, t)
            if (result[c, t] == "refused") { refused[i]++; refusals[t] = refusals[t] " " c }
            else if (result[c, t] == want && want != "none") agree[i]++   # two judges that failed do not agree
            else { differ[i]++; all++; differences[t] = differences[t] " " c; if (!(t in wrong)) { wrong[t] = ++wrongs; order[wrongs] = t } }
        }
    }
    printf "%-28s %8s %8s %8s %14s\n", "compiler/build/run", "agree", "differ", "refused", "split kernels"
    for (i = 1; i <= configurations; i++) {
        c = names[i]
        printf "%-28s %8d %8d %8d %14s\n", c, agree[i], differ[i], refused[i], c in split_kernels ? split_kernels[c] : "-"
        if ((c in split_kernels) && split_kernels[c] == 0) { empty = 1; printf "%28s says nothing about split kernels: none was split\n", "" }
    }
    for (k = 1; k <= wrongs; k++) {
        t = order[k]
        printf "\n%s differs:%s\n", t, differences[t]
        n = split(t, part, " ")
        split(differences[t], list, " ")
        split(list[1], first, "/")
        if (part[1] == "people" || part[1] == "arithmetic")
            printf "    tools/differential --family %s --show %s %s; --words, --compiler %s --cucc '%s'\n", part[1], part[2], part[3], first[1],
                first[2] == "O0" ? "-O0" : first[2] == "split" ? "" : "--" first[2]
    }
    for (t in refusals) printf "\n%s is refused:%s\n", t, refusals[t]
    printf "\n%d things, %d configurations, %d differences\n", things, configurations, all
    exit things == 0 || all > 0 || empty
}
