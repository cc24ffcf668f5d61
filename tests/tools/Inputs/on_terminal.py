"""on_terminal.py COMMAND…: runs it on a terminal of its own, and prints what it says there."""
import os
import pty
import sys

process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text = b""
try:
    while chunk := os.read(terminal, 4096):
        text += chunk
except OSError:  # the end of a terminal
    pass
os.waitpid(process, 0)
sys.stdout.write(text.decode(errors="replace").replace("\r", ""))
