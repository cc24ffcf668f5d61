# run_commands.sh PROGRAM ROOT FILE: runs every command of FILE in ROOT, and prints each as a document shows it.
cd "$2" || exit 1
while read -r arguments; do
  printf '$ partita %s\n' "$arguments"
  # shellcheck disable=SC2086 # words are arguments
  "$1" $arguments </dev/null || exit 1
done <"$3"
