# Defines build_quickly ROOT MODULE: compiles a module and packages its jar and libraries, without checks and tests, and prints each step on standard error.

# Prints the steps of Maven's output, the number of files that it fetches, and its errors. On a terminal the number counts up in one line.
print_progress() {
    local line step module fetched=0
    while IFS= read -r line; do
        case $line in
            *'Downloaded from '*)
                fetched=$((fetched + 1))
                [ -t 2 ] && printf '\r  libraries: %d files fetched' "$fetched" >&2
                continue ;;
            *'Downloading from '*) continue ;;
        esac
        case $line in
            *'--- '*jte*:generate*) step=pages ;;
            *'--- '*:compile*) step=classes ;;
            *'--- '*:copy-dependencies*) step=libraries ;;
            *'--- '*:jar*) step=program ;;
            *ERROR*) echo "$line" >&2; continue ;;
            *) continue ;;
        esac
        if [ "$fetched" -gt 0 ]; then
            [ -t 2 ] && printf '\n' >&2 || echo "  libraries: $fetched files fetched" >&2
            fetched=0
        fi
        module=${line##* @ }
        echo "  ${module% ---}: $step" >&2
    done
}

build_quickly() {
    # The pages of templates that an update moved or removed would be compiled again, and fail.
    [ "$2" = site ] || rm -rf "$1/server/target/generated-sources"
    # The JIT compiler's second stage does not pay for itself in a process of a few seconds.
    (cd "$1" && MAVEN_OPTS="${MAVEN_OPTS:-} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC" mvn -B -Dstyle.color=never -Dquick -pl "$2" -am package 2>&1 | print_progress)
}
