"""The copy of the project that is mutated."""
import os
import shutil
import subprocess


def write_tree(root, tree, texts, added):
    """Writes the files of ROOT to TREE, TEXTS in place of those of that name and ADDED beside them. Only files that
    differ are written, so that a second build does only what is new."""
    wanted = {}
    for file in files_of(root):
        source = os.path.join(root, file)
        if os.path.isfile(source):
            wanted[file] = texts[file].encode("latin-1") if file in texts else None
    wanted.update((file, text.encode("utf8")) for file, text in added.items())
    for folder, _, files in os.walk(tree):
        for file in files:
            if os.path.relpath(os.path.join(folder, file), tree) not in wanted:
                os.remove(os.path.join(folder, file))
    for file, content in wanted.items():
        source, target = os.path.join(root, file), os.path.join(tree, file)
        if content is None:
            with open(source, "rb") as original:
                content = original.read()
        if os.path.isfile(target):
            with open(target, "rb") as old:
                if old.read() == content:
                    continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(content)
        if os.path.isfile(source):
            shutil.copymode(source, target)


def files_of(root):
    """What Git knows and does not ignore; all files but those of builds where there is no Git."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=False, capture_output=True)
    if listed.returncode == 0 and listed.stdout:
        return [file for file in listed.stdout.decode().split("\0") if file]
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(("build", ".", "__pycache__"))]
        found += [os.path.relpath(os.path.join(folder, file), root) for file in files]
    return found
