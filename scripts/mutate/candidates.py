"""Where a source can be mutated, found in Clang's syntax tree.

    candidates_of(job) -> [Candidate]     one translation unit; only places below the chosen paths

The kinds, each with what stands where `COND`, `a < b`, … stood while the mutant is on:

    negate   if (COND), while, for, do, COND ? a : b, each side of && and ||      !(COND)
    bound    a < b, <=, >, >= of integers                                         a <= b, <, >=, >
    literal  an integer N                                                         N + 1 or N - 1
    drop     a statement that is an expression                                    nothing
    swap     two neighbouring arguments of equal types                            in the other order

Nothing is offered where a constant must stand (constexpr, static_assert, case labels, template arguments, array
bounds), inside a macro's expansion, or where the effect is known beforehand to be none: reserve(), min(a, b).
Offsets are bytes; texts are read as Latin-1, so that one character is one byte.
"""
import dataclasses
import os
import random
import re

from clang.cindex import BinaryOperator, CursorKind, TranslationUnit

from syntax import extent, is_below, is_integer, parse, type_of

FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
             CursorKind.CONVERSION_FUNCTION, CursorKind.FUNCTION_TEMPLATE}
SCOPES = {CursorKind.NAMESPACE, CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE,
          CursorKind.UNEXPOSED_DECL, CursorKind.LINKAGE_SPEC}
NOT_ENTERED = {CursorKind.STATIC_ASSERT, CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPEDEF_DECL, CursorKind.ENUM_DECL,
               CursorKind.CXX_UNARY_EXPR, CursorKind.PARM_DECL, CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF}
BOUNDS = {BinaryOperator.LT: ("<", "<="), BinaryOperator.LE: ("<=", "<"),
          BinaryOperator.GT: (">", ">="), BinaryOperator.GE: (">=", ">")}
SYMMETRIC = {"min", "max", "swap", "gcd", "lcm"}  # in their order of arguments, or nearly: a swap says nothing
CAPACITY = re.compile(r"\b(reserve|shrink_to_fit)\s*\(")


@dataclasses.dataclass
class Candidate:
    file: str      # below the root
    begin: int
    end: int
    kind: str
    mutated: str   # what stands there while the mutant is on; of a dropped statement, nothing
    function: str  # the one around it
    function_begin: int
    function_end: int


def candidates_of(job):
    unit = parse(job, TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)  # with the places of macros
    errors = [d for d in unit.diagnostics if d.severity >= d.Error]
    if errors:
        raise RuntimeError(f"clang cannot read {job.source}: {errors[0]}")
    walks, chosen, macros, tops = {}, {}, {}, []
    for cursor in unit.cursor.get_children():
        file = cursor.location.file
        name = file.name if file else ""
        if name not in chosen:
            chosen[name] = bool(file) and is_below(os.path.realpath(name), job.paths)
        if not chosen[name]:
            continue
        if cursor.kind == CursorKind.MACRO_INSTANTIATION:
            macros.setdefault(name, []).append((cursor.extent.start.offset, cursor.extent.end.offset))
        else:
            tops.append((name, cursor))
    for name, cursor in tops:
        if name not in walks:
            walks[name] = Walk(job, os.path.realpath(name), macros.get(name, []))
        walks[name].scope(cursor, "")
    return [candidate for walk in walks.values() for candidate in walk.found.values()]


class Walk:
    """Through the declarations of one file."""

    def __init__(self, job, path, macros):
        with open(path, encoding="latin-1") as file:
            self.text = file.read()
        self.path = os.path.relpath(path, job.root)
        self.seed = job.seed
        self.macros = macros
        self.found = {}
        self.function = ("", 0, 0)

    # ---- declarations ----------------------------------------------------------------------------------------------

    def scope(self, cursor, name):
        if cursor.kind in FUNCTIONS:
            self.enter_function(cursor, name)
        elif cursor.kind in SCOPES:
            inner = name if cursor.kind in (CursorKind.NAMESPACE, CursorKind.UNEXPOSED_DECL) else \
                f"{name}{cursor.spelling}::"
            for child in cursor.get_children():
                self.scope(child, inner)

    def enter_function(self, cursor, name):
        children = list(cursor.get_children())
        bodies = [child for child in children if child.kind == CursorKind.COMPOUND_STMT]
        if not bodies:
            return
        begin, end = extent(cursor)
        if re.search(r"\b(constexpr|consteval)\b", self.text[begin:extent(bodies[-1])[0]]):
            return
        parent = cursor.semantic_parent
        if not name and parent is not None and parent.kind in SCOPES and parent.kind != CursorKind.NAMESPACE:
            name = f"{parent.spelling}::"
        outer, self.function = self.function, (f"{name}{cursor.spelling}", begin, end)
        if cursor.kind == CursorKind.CONSTRUCTOR:
            for child in children:  # the initializers of members
                if child.kind.is_expression():
                    self.visit(child, cursor)
        self.visit(bodies[-1], cursor)
        self.function = outer

    # ---- statements and expressions --------------------------------------------------------------------------------

    def visit(self, cursor, parent):
        kind = cursor.kind
        if kind in NOT_ENTERED:
            return
        if kind in FUNCTIONS or kind in SCOPES:  # a class inside a function
            self.scope(cursor, "")
            return
        children = list(cursor.get_children())
        if kind == CursorKind.VAR_DECL:
            begin, name = extent(cursor)[0], cursor.location.offset
            if re.search(r"\bconstexpr\b", self.text[begin:name]):
                return
            # What stands before the name are arguments of templates, what stands in [] directly behind it a bound.
            children = [child for child in children if extent(child)[0] >= name and
                        not re.match(r"\s*\w+\s*\[", self.text[name:extent(child)[0]])]
        elif kind == CursorKind.LAMBDA_EXPR:
            children = [child for child in children if child.kind == CursorKind.COMPOUND_STMT]
        elif kind == CursorKind.CASE_STMT:
            children = children[1:]
        elif kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR):  # f<1>
            children = [child for child in children if child.kind != CursorKind.INTEGER_LITERAL]
        self.offer_conditions(cursor, children)
        self.offer_drops(cursor, children)
        if kind == CursorKind.BINARY_OPERATOR:
            self.offer_bound(cursor, children)
        elif kind == CursorKind.INTEGER_LITERAL:
            self.offer_literal(cursor)
        elif kind == CursorKind.CALL_EXPR:
            self.offer_swaps(cursor, parent)
        for child in children:
            self.visit(child, cursor)

    def offer(self, kind, begin, end, mutated):
        """Unless a macro is entered: one may stand inside the place, whole, but the place in no macro."""
        for macro_begin, macro_end in self.macros:
            if begin < macro_end and macro_begin < end and not (begin <= macro_begin and macro_end <= end and
                                                                 (begin, end) != (macro_begin, macro_end)):
                return
        line = self.text[self.text.rfind("\n", 0, begin) + 1:begin] + self.text[begin:end]
        if CAPACITY.search(line) and kind in ("drop", "literal"):
            return
        self.found.setdefault((kind, begin, end, mutated), Candidate(self.path, begin, end, kind, mutated,
                                                                     *self.function))

    def offer_negation(self, condition):
        begin, end = extent(condition)
        if condition.kind.is_expression() and self.text[begin:end] not in ("true", "false", "0", "1"):
            self.offer("negate", begin, end, f"!({self.text[begin:end]})")

    def offer_conditions(self, cursor, children):
        kind = cursor.kind
        if kind == CursorKind.CONDITIONAL_OPERATOR:
            self.offer_negation(children[0])
        elif kind == CursorKind.BINARY_OPERATOR and cursor.binary_operator in (BinaryOperator.LAnd, BinaryOperator.LOr):
            for side in children:
                self.offer_negation(side)
        elif kind == CursorKind.DO_STMT:
            self.offer_negation(children[-1])
        elif kind in (CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.FOR_STMT):
            condition = self.condition_in_header(cursor, children)
            if condition is not None:
                self.offer_negation(condition)

    def condition_in_header(self, cursor, children):
        """The expression that alone fills its part of if (…; COND), while (COND) or for (…; COND; …)."""
        begin = extent(cursor)[0]
        head = re.compile(r"(if|while|for)\s*\(").match(self.text, begin)  # if constexpr has none
        if not head:
            return None
        parts = parts_of_parentheses(self.text, head.end() - 1)
        index = 1 if cursor.kind == CursorKind.FOR_STMT else len(parts) - 1
        if index >= len(parts):
            return None  # for (a : b)
        part_begin, part_end = parts[index]
        for child in children:
            child_begin, child_end = extent(child)
            if (child_begin >= part_begin and child_end <= part_end and
                    not self.text[part_begin:child_begin].strip() and not self.text[child_end:part_end].strip()):
                return child
        return None

    def offer_drops(self, cursor, children):
        kind = cursor.kind
        if kind == CursorKind.COMPOUND_STMT:
            statements = children
        elif kind == CursorKind.IF_STMT:
            head = re.compile(r"if\s*(constexpr)?\s*\(").match(self.text, extent(cursor)[0])
            close = parts_of_parentheses(self.text, head.end() - 1)[-1][1] if head else len(self.text)
            statements = [child for child in children if extent(child)[0] > close]
        elif kind in (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.CXX_FOR_RANGE_STMT, CursorKind.CASE_STMT,
                      CursorKind.DEFAULT_STMT):
            statements = children[-1:]
        elif kind == CursorKind.DO_STMT:
            statements = children[:1]
        else:
            return
        for statement in statements:
            begin, end = extent(statement)
            if (statement.kind.is_expression() and re.match(r"\s*;", self.text[end:]) and
                    not self.text.startswith("throw", begin)):
                self.offer("drop", begin, end, "")

    def offer_bound(self, cursor, children):
        if cursor.binary_operator not in BOUNDS or any(not is_integer(child) for child in children):
            return
        written, other = BOUNDS[cursor.binary_operator]
        (begin, left_end), (right_begin, end) = extent(children[0]), extent(children[1])
        if self.text[left_end:right_begin].strip() == written:
            self.offer("bound", begin, end, f"{self.text[begin:left_end]} {other} {self.text[right_begin:end]}")

    def offer_literal(self, cursor):
        begin, end = extent(cursor)
        number = re.fullmatch(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9']+)([uUlLzZ]*)", self.text[begin:end])
        if not number:
            return
        digits = number[1].replace("'", "")
        value = int(digits, 8 if re.fullmatch(r"0[0-7]+", digits) else 0)
        # Which of the two is the place's own affair: it must not change when another place comes or goes.
        up = value == 0 or random.Random(f"{self.seed} {self.path} {begin}").random() < 0.5
        if value < 1 << 30:
            self.offer("literal", begin, end, f"{value + 1 if up else value - 1}{number[2]}")

    def offer_swaps(self, cursor, parent):
        begin, end = extent(cursor)
        arguments = list(cursor.get_arguments())
        if cursor.spelling == "operator()":
            arguments = arguments[1:]  # the object
        elif cursor.spelling.startswith("operator") or cursor.spelling in SYMMETRIC:
            return
        # T x(a, b), member_(a, b) and new T(a, b) are no expressions that could stand in parentheses.
        if parent.kind in (CursorKind.CONSTRUCTOR, CursorKind.CXX_NEW_EXPR) or (
                parent.kind == CursorKind.VAR_DECL and parent.location.offset == begin):
            return
        places = [extent(argument) for argument in arguments]
        inside = [begin < place[0] < place[1] < end for place in places]
        if not self.text[begin:end].endswith(")"):
            return
        for i in range(len(arguments) - 1):
            if not (inside[i] and inside[i + 1]):
                continue
            (a_begin, a_end), (b_begin, b_end) = places[i], places[i + 1]
            a, b = self.text[a_begin:a_end], self.text[b_begin:b_end]
            neighbours = self.text[a_end:b_begin].strip() == ","
            if neighbours and a != b and type_of(arguments[i]) == type_of(arguments[i + 1]):
                self.offer("swap", begin, end, self.text[begin:a_begin] + b + self.text[a_end:b_begin] + a +
                           self.text[b_end:end])


def parts_of_parentheses(text, open_at):
    """The ranges between the semicolons of (a; b; c), whose ( stands at open_at."""
    depth, begin, parts, at = 0, open_at + 1, [], open_at
    while at < len(text):
        char = text[at]
        if char in "\"'" and not (char == "'" and text[at - 1].isalnum()):  # 1'000
            at += 1
            while text[at] != char:
                at += 2 if text[at] == "\\" else 1
        elif text.startswith("//", at):
            at = text.find("\n", at)
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return parts + [(begin, at)]
        elif char == ";" and depth == 1:
            parts.append((begin, at))
            begin = at + 1
        at += 1
    return parts
