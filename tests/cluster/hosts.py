#!/usr/bin/env python3
"""Two hosts on one machine: network namespaces with a cable between them. Runs a command in the first, with

    PARTITA_MPIRUN   the options by which mpirun starts ranks on both, as many on each as `hosts.py N` says

Where they cannot be made it says so and exits with status 77. `hosts.py --can` does nothing else.
"""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def main():
    name = f"partita{os.getpid()}-"
    if shutil.which("ip") is None:
        print("no program ip (iproute2): no two hosts")
        return 77
    first, second = name + "0", name + "1"
    try:
        try:
            run("ip", "netns", "add", first)
            run("ip", "netns", "add", second)
            run("ip", "-n", first, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", second)
            for host, address in ((first, "10.77.0.1/24"), (second, "10.77.0.2/24")):
                run("ip", "-n", host, "addr", "add", address, "dev", "cable")
                run("ip", "-n", host, "link", "set", "cable", "up")
                run("ip", "-n", host, "link", "set", "lo", "up")
        except (subprocess.CalledProcessError, OSError) as error:
            said = getattr(error, "stderr", None)
            print(f"no network namespaces here: no two hosts ({(said or str(error).encode()).decode().strip()})")
            return 77
        if sys.argv[1] == "--can":
            return 0
        each = sys.argv[1]
        # mpirun's default is one second from SIGTERM to SIGKILL, of which the ranks take half: too near on a busy machine. (It waits for
        # all of this several times before it ends.)
        patience = "--mca odls_base_sigkill_timeout 3"
        net = "--mca oob_tcp_if_include cable --mca btl_tcp_if_include cable --mca btl tcp,vader,self"
        environment = dict(os.environ, PARTITA_HOSTS=name, PARTITA_MPIRUN=(
            f"--mca plm_rsh_agent {HERE}/on_host.sh --host 10.77.0.1:{each},10.77.0.2:{each} {net} {patience}"))
        return subprocess.run(["ip", "netns", "exec", first, *sys.argv[2:]], env=environment, check=False).returncode
    finally:
        for host in (first, second):
            subprocess.run(["ip", "netns", "del", host], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
