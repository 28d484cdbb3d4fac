# shellcheck shell=bash
# The cells of tools/matrix: each builds and runs some things in all configurations, and appends lines
# "CONFIGURATION <tab> THING <tab> RESULT" to $scratch/lines. Sourced, never run.
#
# A configuration is COMPILER/BUILD/RUN. Builds: `split` (the default), `O0` (the same unoptimised), `fibers` (no kernel is
# split), `exact` (neither split nor optimised). Runs: a number of worker threads, or `fibers`, where the library of a split
# build runs every thread on a stack of its own.

# cell_build BUILD COMPILER SOURCE LIBRARY [OPTION ...]: messages to LIBRARY.log, and to LIBRARY.splits how many kernels it
# splits: where the split code of one does not compile, cucc falls back on fibers without a word, and what was compared
# then would be fibers with fibers. One launch_split< is the header's own.
cell_build() {
    local options=() splits
    case $1 in
        O0) options=(-O0) ;;
        fibers) options=(--fibers) ;;
        exact) options=(--exact) ;;
    esac
    "$prefix/libexec/judge/judge-cucc" --compiler "$2" --keep "${options[@]}" "${@:5}" "$3" -o "$4" 2>"$4.log" || return
    splits=$(grep -o 'launch_split<' "$4.ii" | wc -l)
    echo "$((splits > 0 ? splits - 1 : 0))" >"$4.splits"
    rm "$4.ii"
}

# cell_note CONFIGURATION THING LIBRARY: how many kernels of it run split in this configuration
cell_note() {
    [[ $1 == */fibers || $1 == */fibers/* || $1 == */exact/* ]] || printf '%s\tsplit kernels of %s\t%s\n' "$1" "$2" "$(cat "$3.splits")"
}

cell_runs_of() {
    case $1 in
        split) echo 1 2 7 fibers ;;
        exact) echo 1 ;;
        *) echo 2 ;;
    esac
}

cell_environment() {
    if [[ $1 == fibers ]]; then echo JUDGE_EMULATED_FIBERS=1 JUDGE_EMULATED_THREADS=2; else echo "JUDGE_EMULATED_THREADS=$1"; fi
}

# ---- Random kernels

# cell_kernels BUILD COMPILER FAMILY SEED NUMBER,NUMBER,... Where the compiler refuses a file, its halves, and theirs.
cell_kernels() {
    local library=$scratch/kernels.so run number result numbers half
    IFS=, read -ra numbers <<<"$5"
    half=$((${#numbers[@]} / 2))
    "$program" file "$3" "$4" "$5" >"$scratch/kernels.cu"
    if ! cell_build "$1" "$2" "$scratch/kernels.cu" "$library" -I "$sources"; then
        if ((half > 0)); then
            cell_kernels "$1" "$2" "$3" "$4" "$(cell_list "${numbers[@]:0:half}")"
            cell_kernels "$1" "$2" "$3" "$4" "$(cell_list "${numbers[@]:half}")"
            return
        fi
        for run in $(cell_runs_of "$1"); do
            printf '%s/%s/%s\t%s %s %s\trefused\n' "$2" "$1" "$run" "$3" "$4" "$5"
        done >>"$scratch/lines"
        return
    fi
    for run in $(cell_runs_of "$1"); do
        : >"$scratch/results"
        # shellcheck disable=SC2046
        env $(cell_environment "$run") "$program" run "$library" "$scratch/results" "$prefix/lib/judge/libjudge-cudart.so" \
            2>>"$scratch/messages" || true
        while read -r _ number result; do
            printf '%s/%s/%s\t%s %s %s\t%s\n' "$2" "$1" "$run" "$3" "$4" "$number" "$result"
        done <"$scratch/results" >>"$scratch/lines"
        cell_note "$2/$1/$run" "$3 $4 $5" "$library" >>"$scratch/lines"
    done
}

cell_list() {
    local IFS=,
    echo "$*"
}

# cell_groups FAMILY SEED NUMBER,NUMBER,...: prints these in groups, one a line. The kernels of a group are split in one file; one
# that cannot be split is a group of its own, so that it keeps no other from it. Two may do that to each other by their names alone.
cell_groups() {
    local library=$scratch/group.so numbers half
    IFS=, read -ra numbers <<<"$3"
    half=$((${#numbers[@]} / 2))
    "$program" file "$1" "$2" "$3" >"$scratch/group.cu"
    if ((half == 0)) || cell_build O0 "${compilers##* }" "$scratch/group.cu" "$library" -I "$sources" --split; then
        echo "$3"
        return
    fi
    cell_groups "$1" "$2" "$(cell_list "${numbers[@]:0:half}")"
    cell_groups "$1" "$2" "$(cell_list "${numbers[@]:half}")"
}

# random_cell FAMILY SEED FIRST COUNT COMPILERS: the compilers' names with commas between them. Every tenth cell is built with --fibers
# too: what that gives, the run on fibers gives as well, so a sample goes without it.
random_cell() {
    local compiler build builds='split O0 exact' group groups compilers=${5//,/ }
    [[ -n $is_sample ]] || (($3 % (10 * $4) != 0)) || builds+=' fibers'
    mapfile -t groups < <(cell_groups "$1" "$2" "$(seq -s, "$3" "$(($3 + $4 - 1))")")
    for compiler in $compilers; do
        for build in $builds; do
            for group in "${groups[@]}"; do cell_kernels "$build" "$compiler" "$1" "$2" "$group"; done
        done
    done
}

# ---- Feature files

# feature_cell FILE COMPILERS: each checks itself; what it prints and how it ends is its result.
feature_cell() {
    local compiler build run library=$scratch/feature.so links status compilers=${2//,/ }
    read -ra links <<<"$(sed -n 's#^// judge: link ##p' "$root/$1")"
    for compiler in $compilers; do
        for build in split O0 fibers exact; do
            if ! cell_build "$build" "$compiler" "$root/$1" "$library" -I "$root/judge/tests/data/emulator" "${links[@]/#/-l}"; then
                for run in $(cell_runs_of "$build"); do printf '%s/%s/%s\t%s\trefused\n' "$compiler" "$build" "$run" "$1"; done
                continue
            fi
            for run in $(cell_runs_of "$build"); do
                status=0
                # shellcheck disable=SC2046
                env $(cell_environment "$run") timeout 120 "$runner" "$prefix/lib/judge/libjudge-cudart.so" "$library" run \
                    >"$scratch/said" 2>&1 || status=$?
                printf '%s/%s/%s\t%s\t%s-%s\n' "$compiler" "$build" "$run" "$1" "$status" "$(sha256sum <"$scratch/said" | cut -c 1-16)"
                cell_note "$compiler/$build/$run" "$1" "$library"
            done
        done
    done >>"$scratch/lines"
}

# ---- Attempts

# cell_prefix COMPILER BUILD: an installed judge whose judge-cucc compiles so. The same one for all cells, so that a problem's reference is
# compiled once; made by whoever needs it first.
cell_prefix() {
    local other=$state/judge.$1.$2 options=
    exec 8>"$other.lock"
    flock 8
    [[ ! -e $other/made ]] || { exec 8>&-; echo "$other/bin/judge"; return; }
    case $2 in
        O0) options=-O0 ;;
        fibers | exact) options=--$2 ;;
    esac
    mkdir -p "$other"/{bin,libexec/judge}
    cp "$prefix/bin/judge" "$other/bin/"
    ln -s "$prefix"/{lib,share} "$other/"
    find "$prefix/libexec/judge" -mindepth 1 -not -name judge-cucc -exec ln -s {} "$other/libexec/judge/" \;
    cp "$prefix/libexec/judge/judge-cucc" "$other/libexec/judge/cucc"   # compilers may run nothing of another folder
    printf '#!/bin/sh\nexec "%s/libexec/judge/cucc" --compiler %s %s "$@"\n' "$other" "$1" "$options" >"$other/libexec/judge/judge-cucc"
    chmod +x "$other/libexec/judge/judge-cucc"
    touch "$other/made"
    exec 8>&-
    echo "$other/bin/judge"
}

cell_problem_of() {
    local problem stem
    problem=$(sed -n 's#^// exam: .*problem=\([^ ]*\).*#\1#p' "$root/$1" | head -n 1)
    stem=$(basename "$1")
    [[ -n $problem ]] || problem=$(basename "$(dirname "$(grep -l "\"prefix\": *\"${stem%%_*}\"" "$root"/problems/*/*/problem.json | head -n 1)")")
    echo "$problem"
}

# cell_bits FOLDER: for each file of it, "NAME <tab> hash of what all these files have cases for". How many cases there is time for differs.
cell_bits() {
    local file files=("$1"/*) lines
    awk '{ file = FILENAME; name = $0; sub(/ [0-9a-f]+$/, "", name) } !seen[file, name]++ { if (++files[name] == ARGC - 1) print name }' "${files[@]}" >"$1.common"
    for file in "${files[@]}"; do
        lines=$(awk 'NR == FNR { common[$0]; next } { name = $0; sub(/ [0-9a-f]+$/, "", name) } name in common' "$1.common" "$file" | sort -u)
        printf '%s\t%s\n' "$(basename "$file")" "$(sha256sum <<<"$lines" | cut -c 1-16)"
    done
}

# attempt_cell FILE COMPILERS: its verdict, `none` where the judge gave none, `refused` where unoptimised code takes too long. And the bits of its
# outputs where it is accepted and nothing of it, as by atomics, may come in another order: those of the same code with 1, 2 and 7 workers, as compilers may
# fuse sums of floats differently each time; see docs/differential.md. Attempts that are right by their lanes' lockstep are so only where the judge may try it.
attempt_cell() {
    local compiler build run judge verdict problem compilers=${2//,/ } digests=$scratch/digests check=--no-check is_in_order=1
    problem=$(cell_problem_of "$1")
    [[ $1 != */accepted/* ]] || check=
    ! grep -qiE 'atomic|volatile|red\.|atom\.|__syncwarp|barrier|thrust|cub/' "$root/$1" || is_in_order=
    for compiler in $compilers; do
        for build in split O0 fibers exact; do
            judge=$(cell_prefix "$compiler" "$build")
            rm -rf "$digests"
            mkdir "$digests"
            for run in $(cell_runs_of "$build"); do
                verdict=$(env $(cell_environment "$run") JUDGE_OUTPUT_DIGESTS="$digests/$run" timeout 300 "$judge" run "$problem" "$root/$1" \
                    --json --no-timing $check --seed 1 --runtime emulated --root "$root" --ledger "$scratch/ledger" \
                    --cache "$state/cache" 2>>"$scratch/messages" | sed -n 's/^ *"verdict": "\(.*\)",*$/\1/p' | head -n 1) || true
                [[ $verdict == accepted && $run != fibers ]] || rm -f "$digests/$run"
                [[ $verdict != time-limit || ($build != O0 && $build != exact) ]] || verdict=refused
                printf '%s/%s/%s\tverdict of %s\t%s\n' "$compiler" "$build" "$run" "$1" "${verdict:-none}"
            done
            [[ -z $is_in_order || $build != split || -z $(ls "$digests") ]] || cell_bits "$digests" | sed "s#^\([^\t]*\)#$compiler/$build/\1\tbits of $1#"
        done
    done >>"$scratch/lines"
}
