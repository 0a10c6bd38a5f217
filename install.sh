#!/bin/sh
# Builds callgate, installs it, registers it with Claude Code, and shows it at work.
set -eu

usage() {
    cat <<'TEXT'
usage: ./install.sh [--prefix DIR] [--dry-run] [--uninstall] [--help]

Builds callgate with cargo, puts it into DIR/bin, and registers it in Claude Code's user settings
where Claude Code is set up. Run it again to update.

  --prefix DIR   install below DIR (default: ~/.cargo)
  --dry-run      show what would be done and do nothing
  --uninstall    take the registration and the program out again
TEXT
}

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 2
}

prefix=
prefix_given=false
dry_run=false
action=install
while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -ge 2 ] || fail "\`--prefix\` needs a directory"
        prefix=$2
        prefix_given=true
        shift
        ;;
    --prefix=*)
        prefix=${1#--prefix=}
        prefix_given=true
        ;;
    --dry-run) dry_run=true ;;
    --uninstall) action=uninstall ;;
    --help | -h)
        usage
        exit 0
        ;;
    *) fail "\`$1\` is not understood; \`./install.sh --help\` shows what is" ;;
    esac
    shift
done
[ -n "${HOME:-}" ] || fail "\`HOME\` is not set, so where to install and register is not known; set it"
$prefix_given || prefix=${CARGO_HOME:-$HOME/.cargo}
case $prefix in
'') fail "\`--prefix\` needs a directory" ;;
/*) ;;
*) prefix=$PWD/$prefix ;;
esac

repository=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
program=$prefix/bin/callgate
claude=${CLAUDE_CONFIG_DIR:-$HOME/.claude}

# Runs a command, or only shows it.
run() {
    printf '+ %s\n' "$*"
    $dry_run || "$@"
}

# The target for a program without shared libraries, which starts faster, where the toolchain has it.
static_target() {
    [ "$(uname -s)" = Linux ] || return 0
    target=$(uname -m)-unknown-linux-musl
    [ ! -d "$(rustc --print sysroot 2>/dev/null)/lib/rustlib/$target/lib" ] || printf '%s' "$target"
}

install_callgate() {
    command -v cargo >/dev/null || fail "cargo is needed to build; see https://rustup.rs"
    target=$(static_target)
    run cargo install --locked --force --path "$repository" --root "$prefix" ${target:+--target "$target"}
    if [ -d "$claude" ]; then
        run "$program" setup
    else
        printf 'Claude Code has no settings in %s; once it has, register with: %s setup\n' "$claude" "$program"
    fi
    printf '\nA recorded session, judged again:\n'
    run "$program" replay "$repository/fixtures/session.jsonl"
    printf '\nTry it on a command of your own: %s explain '\''git push --force'\''\n' "$program"
}

uninstall_callgate() {
    if [ -x "$program" ]; then
        run "$program" uninstall
        run cargo uninstall --root "$prefix" callgate
    else
        printf 'callgate is not installed in %s\n' "$prefix/bin"
    fi
}

"${action}_callgate"
