# Defines only_we_write FILE...: whether all of them belong to root or to the user who runs this, and no group and no other user may write to them.
# Output of find, also an error, means no.
only_we_write() {
    [ -z "$(find "$@" -prune \( ! -user 0 ! -user "$(id -u)" -o -perm -020 -o -perm -002 \) 2>&1)" ]
}

# Sets $java, the JVM that runs the release in $here, and $native, the options with which it loads native libraries from there.
# Without these options the libraries are unpacked into the temporary directory at each start, which must then allow execution.
java=$here/runtime/bin/java
native=
if [ -d "$here/native" ]; then
    native="-Djava.library.path=$here/native -Dorg.sqlite.lib.path=$here/native"
fi
if [ ! -x "$java" ]; then
    java=${JAVA_HOME:+$JAVA_HOME/bin/}java
    version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
    if [ "${version:-0}" -lt 25 ]; then
        echo "latchkey: Java 25 is needed: install it, set JAVA_HOME to it, or use the release that contains a runtime" >&2
        exit 1
    fi
fi
