"""same_bits.py PARTITA RANKS FOLDER FILE…: each program in one process and on 2 ranks or 4."""
import filecmp
import os
import shutil
import subprocess
import sys

partita, ranks, folder, *files = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
good = 0
for number, file in enumerate(files):
    alone, together = f"{folder}/alone{number}.npz", f"{folder}/together{number}.npz"
    command = [partita, "run", "--random", "5", file, "--outputs"]
    subprocess.run([*command, alone], check=True)
    n = 2 if number % 2 else 4
    said = subprocess.run([sys.executable, ranks, "-n", str(n), "--", *command, together], capture_output=True, text=True)
    if os.path.exists(together) and filecmp.cmp(alone, together, shallow=False):
        good += 1
    else:
        print(f"{file} on {n} ranks differs:\n{said.stdout}{said.stderr}")
print(f"{good} programs give the same bits")
