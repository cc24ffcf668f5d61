# run_page.sh PROGRAM ROOT FILE: runs every command of FILE in ROOT, and prints each as a document shows it.
program=$1
cd "$2" || exit 1
partita() { "$program" "$@"; }
while IFS= read -r line; do
  printf '$ %s\n' "$line"
  eval "$line" </dev/null 2>&1 || exit 1
done <"$3"
