"""Runs one command under limits: processor time, time by the clock, memory. A mutant may loop, wait or take all."""
import dataclasses
import os
import signal
import subprocess
import time

LIMITS = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; shift 2; exec "$@"'


@dataclasses.dataclass
class Ended:
    status: int      # of the process; negative: the signal that ended it
    timed_out: bool
    seconds: float   # of processor time, with all its threads and children
    output: str


def limited(command, seconds, memory_gib):
    """The command as words, held to these limits."""
    return ["sh", "-c", LIMITS, "sh", str(max(1, int(seconds))), str(int(memory_gib * (1 << 20))), *command]


def run(command, folder, environment, seconds, memory_gib):
    """SECONDS are of processor time, so that a busy machine does not look like a loop; one that sleeps gets four
    times as many by the clock."""
    log = os.path.join(folder, "output")
    with open(log, "wb") as out:
        process = subprocess.Popen(limited(command, seconds + 1, memory_gib), stdout=out, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, cwd=folder, env={**os.environ, **environment},
                                   start_new_session=True)
    deadline, pause = time.monotonic() + 4 * seconds + 20, 0.002
    timed_out = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() > deadline and not timed_out:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    process.returncode = os.waitstatus_to_exitcode(status)
    timed_out |= process.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU) or (
        process.returncode == -signal.SIGKILL and usage.ru_utime + usage.ru_stime >= seconds)
    with open(log, encoding="utf8", errors="replace") as text:
        output = text.read()
    return Ended(process.returncode, timed_out, usage.ru_utime + usage.ru_stime, output)
