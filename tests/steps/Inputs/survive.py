"""survive.py PARTITA PROGRAM DIR WHAT: training runs of 12 steps that something happens to. Whatever it is, the run ends
with a message and status 1, or goes on to the same bits."""

import filecmp
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

partita, program, folder, what = sys.argv[1:]
STEPS = 12
random.seed(11)


def command(*more, steps=STEPS):
    return [partita, "run", "--random", "3", "--steps", str(steps), *more, program]


def run(*more, steps=STEPS, **how):
    return subprocess.run(command(*more, steps=steps), capture_output=True, text=True, **how)


def expect_error(done, *words):
    assert done.returncode == 1, (done.returncode, done.stderr)
    for word in words:
        assert word in done.stderr, (word, done.stderr)


whole = f"{folder}/whole.npz"
if not os.path.exists(whole):
    started = time.time()
    assert run("--outputs", whole).returncode == 0


def same_as_whole(*more):
    out = f"{folder}/again.npz"
    done = run("--outputs", out, *more)
    assert done.returncode == 0, done.stderr
    assert filecmp.cmp(whole, out, shallow=False), more


def killed():
    """kill -9 at moments all over the run; what is started again goes on from what is whole."""
    saved, out = f"{folder}/killed", f"{folder}/killed.npz"
    line = command("--save-every", "1", "--keep", "2", "--save-to", saved, "--resume", saved, "--outputs", out)
    took = time.time()
    subprocess.run(line, capture_output=True, check=True)
    took = time.time() - took
    shutil.rmtree(saved)
    os.remove(out)
    kills = 0
    for attempt in range(60):
        process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True)
        if kills < 8:
            time.sleep(random.uniform(0.3, 1.0) * took)
            process.send_signal(signal.SIGKILL)
        _, said = process.communicate()
        if process.returncode == 0 and kills == 0:  # it was quicker than the one that was measured
            shutil.rmtree(saved)
            os.remove(out)
            took *= 0.7
            continue
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL, said
        kills += 1
        names = sorted(n for n in os.listdir(saved) if n.startswith("step-")) if os.path.isdir(saved) else []
        assert all(os.path.exists(f"{saved}/{n}/manifest.json") for n in names), names
    assert process.returncode == 0 and kills > 0, (kills, said)
    assert filecmp.cmp(whole, out, shallow=False)
    left = [n for n in os.listdir(saved) if not n.startswith("step-")]
    assert len(left) <= 1, left  # what the last process that was killed left is removed by the next that saves


def full():
    """No room for a shard: the run ends, what was saved before is whole."""
    saved = f"{folder}/full"
    assert run("--save-to", saved, steps=4).returncode == 0
    for limit in (0, 100, 700):  # bytes that a file may have
        limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        done = run("--save-every", "2", "--save-to", saved, "--resume", saved, preexec_fn=limits)
        expect_error(done, "cannot write", "File too large", "[P502]")
        assert os.listdir(saved) == ["step-0000000004"], os.listdir(saved)
    same_as_whole("--resume", saved)
    expect_error(run("--save-to", whole, steps=2), "whole.npz", "[P502]")


def damaged():
    """Truncated files, single bits flipped in them, files that are missing or another's."""
    saved = f"{folder}/damaged"
    assert run("--save-every", "4", "--save-to", saved, steps=8).returncode == 0
    last, kept = f"{saved}/step-0000000008", f"{folder}/kept"
    shutil.copytree(last, kept)
    advice = "another one is --resume " + f"{saved}/step-0000000004"

    def again():
        shutil.rmtree(last)
        shutil.copytree(kept, last)

    errors = 0
    for name in ("manifest.json", "device0.npz", "device2.npz"):
        path = f"{last}/{name}"
        data = open(path, "rb").read()
        places = [random.randrange(len(data)) for _ in range(6)]
        changed = [data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :] for at in places]
        changed += [data[: len(data) // 2], data[:-1], b"", None]
        for bad in changed:
            if bad is None:
                os.remove(path)
            else:
                open(path, "wb").write(bad)
            done = run("--resume", saved, "--outputs", f"{folder}/again.npz")
            if done.returncode == 0:  # bytes between the members of an .npz, and dates, say nothing
                assert filecmp.cmp(whole, f"{folder}/again.npz", shallow=False), name
            else:
                expect_error(done, "step-0000000008", "checkpoint")
                errors += 1
            again()
    assert errors >= 20, errors
    os.remove(f"{last}/device0.npz")
    expect_error(run("--resume", saved), "device0.npz: error: the checkpoint is damaged: arg0: cannot read", advice, "[P501]")
    again()
    shutil.copy(f"{saved}/step-0000000004/device0.npz", f"{last}/device0.npz")  # whole, but of another step
    expect_error(run("--resume", saved), "its checksum is not that of the manifest", advice)
    again()
    os.remove(f"{last}/manifest.json")
    expect_error(run("--resume", saved), "manifest.json: error: the checkpoint is damaged", advice)
    same_as_whole("--resume", f"{saved}/step-0000000004")


def foreign():
    """A checkpoint of another program, of another run; none at all."""
    saved = f"{folder}/foreign"
    assert run("--save-to", saved, steps=4).returncode == 0
    text = open(program).read()
    global_program = globals()
    other = f"{folder}/other.mlir"
    for old, new, words in (
        ("dense<0.05>", "dense<0.06>", ["the checkpoint is of another program", "--any-program", "[P404]"]),
        ("8x6xf32", "8x7xf32", ["another program"]),
        ("tf.aliasing_output = 1 : i32", "a = 1 : i32", ["into which no result is fed here"]),
    ):
        changed = text.replace(old, new)
        assert changed != text
        if "16x6" in changed and new == "8x7xf32":
            changed = changed.replace("16x6", "16x7")
        open(other, "w").write(changed)
        global_program["program"], mine = other, program
        more = ["--feed", "out2=arg1"] if "aliasing" in old else []
        if "aliasing" in old:
            open(other, "w").write(changed.replace("%new_w", "%renamed"))
        expect_error(run("--resume", saved, *more), *words)
        if new == "dense<0.06>":
            assert run("--resume", saved, "--any-program").returncode == 0
        if new == "8x7xf32":
            expect_error(run("--resume", saved, "--any-program"), "arg0 of the checkpoint is tensor<8x6xf32>")
        global_program["program"] = mine
    hinted = text.replace('[{}, {"y"}]', '[{"y"}, {}]')
    assert hinted != text
    open(other, "w").write(hinted)  # other shardings are no other program
    mine, global_program["program"] = program, other
    assert run("--resume", saved).returncode == 0
    global_program["program"] = mine
    done = subprocess.run([partita, "run", "--random", "4", "--steps", "9", "--resume", saved, program], capture_output=True, text=True)
    expect_error(done, "the checkpoint is of a run with --random 3")
    os.makedirs(f"{folder}/empty")
    expect_error(run("--resume", f"{folder}/empty"), "no checkpoint lies there", "[P501]")
    expect_error(run("--resume", f"{folder}/nowhere"), "there is no such folder of checkpoints", "[P501]")
    expect_error(run("--resume", whole), "no checkpoint lies there", "[P501]")


globals()[what]()
