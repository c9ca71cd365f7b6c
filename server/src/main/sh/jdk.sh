# Defines find_jdk. It prints the home of a JDK 25 or newer. It tries JAVA_HOME first, then the javac on PATH, and then the usual directories.
is_jdk_25() {
    [ -x "$1/bin/javac" ] || return 1
    # To read the file is a hundred times faster than to ask each compiler.
    major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    [ "${major:-0}" -ge 25 ]
}

find_jdk() {
    on_path=$(command -v javac 2>/dev/null) && on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
    for home in "${JAVA_HOME:-}" "${on_path:-}" /usr/lib/jvm/* /opt/*jdk* "$HOME"/.sdkman/candidates/java/* \
        "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [ -n "$home" ] && is_jdk_25 "$home"; then
            echo "$home"
            return 0
        fi
    done
    echo "latchkey: a JDK 25 is needed: install one (for example Temurin 25) or set JAVA_HOME to it" >&2
    return 1
}
