"""Clang's syntax tree as the rest of this folder asks for it: one Job is one translation unit."""
import dataclasses
import os
import re

from clang.cindex import Config, Cursor, Index, TranslationUnit, TypeKind

INTEGERS = {TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG,
            TypeKind.SHORT, TypeKind.USHORT, TypeKind.UCHAR, TypeKind.SCHAR, TypeKind.CHAR_S}


@dataclasses.dataclass
class Job:
    root: str
    source: str        # absolute
    arguments: list    # of the compiler
    paths: list        # absolute: only what lies below is mutated
    seed: int
    contents: dict = dataclasses.field(default_factory=dict)  # texts instead of those of the disk, by absolute path


def parse(job, options=TranslationUnit.PARSE_NONE):
    contents = [(path, text.encode("latin-1")) for path, text in job.contents.items()]
    return Index.create().parse(job.source, args=job.arguments, unsaved_files=contents, options=options)


def use_libclang(llvm):
    """Takes the library of this LLVM (/usr/lib/llvm-19), whose version is that of the Python module."""
    if not Config.loaded:
        Config.set_library_path(os.path.join(llvm, "lib"))


def is_below(path, paths):
    return any(path == other or path.startswith(other + os.sep) for other in paths)


def extent(cursor: Cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


def type_of(expression):
    """Its name, without const and &; where a template leaves it open, something equal to nothing."""
    kind = expression.type.get_canonical()
    if kind.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
        kind = kind.get_pointee()
    if kind.kind in (TypeKind.INVALID, TypeKind.DEPENDENT, TypeKind.UNEXPOSED):
        return object()
    return re.sub(r"\b(const|volatile) ", "", kind.spelling)


def is_integer(expression):
    return expression.type.get_canonical().kind in INTEGERS
