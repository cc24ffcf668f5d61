#!/usr/bin/env python3
"""Runs a program under mpirun and prints what each rank said to standard error, and its exit status:

    ranks.py [-n RANKS] [--kill R | --stop R] [--after PATH] [--as R=OPTION] [--limit R=BYTES] -- PROGRAM ARGUMENT…

--kill and --stop send a signal to that rank once rank 0 has said that a step is done, and PATH is there. --as replaces an option of one rank:
--as '1=--steps 7'. --limit: files of that rank cannot become larger, as on a full disk. What mpirun itself is told is in PARTITA_MPIRUN, too (hosts.py).
"""
import argparse
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time


def be_a_rank(folder, changes, limit, command):
    """In the place of the program: runs it, and writes down how it ended."""
    rank = os.environ["OMPI_COMM_WORLD_RANK"]
    for change in changes:
        whose, _, text = change.partition("=")
        if whose == rank:
            option, *rest = shlex.split(text)
            at = command.index(option)
            command[at:at + 1 + len(rest)] = [option, *rest]
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # mpirun's, to all; the program is to have its say

    def prepare():
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        whose, _, size = limit.partition("=")
        if whose == rank:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))

    child = subprocess.Popen(command, stderr=subprocess.PIPE, preexec_fn=prepare)
    with open(f"{folder}/pid{rank}", "w") as file:
        file.write(str(child.pid))
    with open(f"{folder}/error{rank}", "wb", buffering=0) as error:  # not the child's own file: it may be limited
        while said := os.read(child.stderr.fileno(), 4096):
            error.write(said)
    status = child.wait()
    with open(f"{folder}/status{rank}", "w") as file:
        file.write(str(status))
    sys.exit(status if status >= 0 else 1)


def read(path):
    try:
        with open(path, encoding="utf8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def wait_for(condition, seconds=60):
    end = time.time() + seconds
    while not condition() and time.time() < end:
        time.sleep(0.02)


def main():
    if sys.argv[1:2] == ["--rank"]:
        folder, limit, count = sys.argv[2], sys.argv[3], int(sys.argv[4])
        be_a_rank(folder, sys.argv[5:5 + count], limit, sys.argv[5 + count:])
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=2)
    parser.add_argument("--kill", type=int)
    parser.add_argument("--stop", type=int)
    parser.add_argument("--as", dest="changes", action="append", default=[])
    parser.add_argument("--limit", default="-")
    parser.add_argument("--after", default="/")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[0] == "--" else options.command
    with tempfile.TemporaryDirectory() as folder:
        start = ["mpirun", "--oversubscribe", "--allow-run-as-root", *shlex.split(os.environ.get("PARTITA_MPIRUN", "")),
                 "-n", str(options.n), sys.executable, os.path.abspath(__file__), "--rank", folder, options.limit,
                 str(len(options.changes)), *options.changes, *command]
        job = subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        began = time.time()
        stopped = None
        if options.kill is not None or options.stop is not None:
            victim = options.kill if options.kill is not None else options.stop
            wait_for(lambda: "step " in read(f"{folder}/error0") and read(f"{folder}/pid{victim}")
                     and os.path.exists(options.after))
            stopped = int(read(f"{folder}/pid{victim}"))
            os.kill(stopped, signal.SIGKILL if options.kill is not None else signal.SIGSTOP)
            began = time.time()
            if options.stop is not None:
                others = [r for r in range(options.n) if r != victim]
                wait_for(lambda: any(read(f"{folder}/status{r}") for r in others))
                time.sleep(1)
                try:
                    os.kill(stopped, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        try:
            output, _ = job.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            job.terminate()  # which ends its ranks
            output, _ = job.communicate()
            print("mpirun did not end")
        print(f"ended after {'less' if time.time() - began < 15 else 'more'} than 15 s, mpirun with "
              f"{'success' if job.returncode == 0 else 'failure'}")
        for rank in range(options.n):
            status = read(f"{folder}/status{rank}")
            print(f"rank {rank}: status {status or 'none'}")
            for line in read(f"{folder}/error{rank}").splitlines():
                print(f"  {line}")
        if os.environ.get("RANKS_SHOW_MPIRUN"):
            print(output.decode(errors="replace"))


if __name__ == "__main__":
    main()
