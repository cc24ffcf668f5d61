"""A page with parts that a command writes.

    <!-- ./dev paper: tables -->
    whatever was there
    <!-- end -->
"""
import re

PART = re.compile(r"(<!-- \./dev paper: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


class NoMarks(Exception):
    pass


def parts(path):
    """The text, after a look that it has parts."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not PART.search(text):
        raise NoMarks(f"{path} has no part between '<!-- ./dev paper: NAME -->' and '<!-- end -->'")
    return text


def refresh(path, contents):
    """Writes contents[NAME] into each part."""
    text = parts(path)
    for name in {match[2] for match in PART.finditer(text)}:
        if name not in contents:
            raise NoMarks(f"{path}: no part is called '{name}'; there are {' '.join(contents)}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PART.sub(lambda match: match[1] + "\n" + contents[match[2]].strip() + "\n\n" + match[3], text))
