"""decisions.py PROGRAM FOLDER: an op in two sizes, one on each side of where dividing it begins to pay on a machine.

What is chosen must change between the two, to what is expected, and be the cheaper one by its own prices: the price of
the next best is not below that of what was chosen.
"""
import json
import subprocess
import sys

program, folder = sys.argv[1:]
REPLICATED, ROWS, COLUMNS = ("", ""), ("x", ""), ("", "x")


def hint(axes):
    dims = ", ".join("{%s}" % (f'"{axis}"' if axis else "") for axis in axes)
    return "{sdy.sharding = #sdy.sharding<@mesh, [%s]>}" % dims


def tensor(*dims, element="f32"):
    return "tensor<%sx%s>" % ("x".join(map(str, dims)), element)


def function(arguments, result, axes, body):
    listed = ", ".join(f"%{name}: {kind} {hint(on) if on is not None else ''}" for name, kind, on in arguments)
    return ('sdy.mesh @mesh = <["x"=8]>\n'
            f"func.func @main({listed}) -> ({result} {hint(axes)}) {{\n{body}\n  return %y : {result}\n}}\n")


ADD = """({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %both = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %both : tensor<f32>
  })"""


def reduce(n):
    a = tensor(64, n)
    return function([("a", a, COLUMNS)], tensor(64), [""], f"""  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : ({a}, tensor<f32>) -> {tensor(64)}""")


def dot_general(n):
    a = tensor(n, n)
    return function([("a", a, REPLICATED), ("b", a, REPLICATED), ("c", tensor(8), ["x"])], a, REPLICATED,
                    f"  %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {a}) -> {a}")


def gather(n):
    a, i, y = tensor(n, 64), tensor(256, 1, element="i32"), tensor(256, 64)
    return function([("a", a, ROWS), ("i", i, REPLICATED)], y, REPLICATED, f"""  %y = "stablehlo.gather"(%a, %i) {{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
                                          index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>
  }} : ({a}, {i}) -> {y}""")


def scatter(n):
    a, i, u = tensor(256, 64), tensor(n, 1, element="i32"), tensor(n, 64)
    return function([("a", a, REPLICATED), ("i", i, ROWS), ("u", u, ROWS)], a, REPLICATED,
                    f"""  %y = "stablehlo.scatter"(%a, %i, %u) <{{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }}> {ADD} : ({a}, {i}, {u}) -> {a}""")


def dynamic_slice(n):
    a, y = tensor(n, 256), tensor(8, 256)
    return function([("a", a, ROWS), ("i", "tensor<i32>", None)], y, REPLICATED,
                    f"""  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dynamic_slice %a, %i, %zero, sizes = [8, 256] : ({a}, tensor<i32>, tensor<i32>) -> {y}""")


def sort(n):
    a = tensor(n)
    return function([("a", a, ["x"])], a, [""], f"""  %y = "stablehlo.sort"(%a) <{{dimension = 0 : i64}}> ({{
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}) : ({a}) -> {a}""")


def top_k(n):
    a, y = tensor(4, n), tensor(4, 8)
    return function([("a", a, COLUMNS)], y, REPLICATED,
                    f"  %y, %where = chlo.top_k(%a, k = 8) : {a} -> ({y}, {tensor(4, 8, element='i32')})")


# What is chosen for the smaller and the larger size, and the machines with these sizes: a factor of 4 or more on each
# side of the crossing.
GATHERED = "[-, -]"
CASES = [
    (reduce, "[-, -], [] -> [-]", "[-, x], [] -> [-] unreduced sum(x)",
     {"h100": (256, 8192), "tpu_v3": (16, 1024), "cpu": (64, 2048)}),
    (dot_general, "[-, -] · [-, -] -> [-, -]", "[x, -] · [-, -] -> [x, -]", {"h100": (1024, 16384), "tpu_v3": (1024, 16384)}),
    (dot_general, "[-, -] · [-, -] -> [-, -]", "[-, -] · [-, x] -> [-, x]", {"cpu": (64, 2048)}),
    (gather, GATHERED, "[x, -], [-, -] -> [-, -] unreduced sum(x)",
     {"h100": (512, 32768), "tpu_v3": (256, 8192), "cpu": (128, 32768)}),
    (scatter, GATHERED, "[-, -], [x, -], [x, -] -> [-, -] unreduced sum(x)",
     {"h100": (64, 4096), "tpu_v3": (64, 4096), "cpu": (64, 4096)}),
    (dynamic_slice, "[-, -], [], [] -> [-, -]", "[x, -], [], [] -> [-, -] unreduced sum(x)",
     {"h100": (32, 4096), "tpu_v3": (32, 1024), "cpu": (32, 4096)}),
    (sort, "[-]", "[x]", {"cpu": (16384, 2097152)}),
    (top_k, "[-, -]", "[-, x] -> [-, -], [-, -]", {"tpu_v3": (128, 16384)}),
]

wrong = 0
for make, small, large, machines in CASES:
    for hardware, sizes in machines.items():
        for size, expected in zip(sizes, (small, large)):
            path = f"{folder}/{make.__name__}_{size}.mlir"
            with open(path, "w") as file:
                file.write(make(size))
            shown = subprocess.run([program, "partition", "--show", "--json", "--hardware", hardware, path], check=True,
                                   capture_output=True, text=True).stdout
            (op,) = [op for op in json.loads(shown)["ops"] if op["op"].split(".")[-1] == make.__name__]
            # Gathered operands are all replicated, and so is the result.
            chosen = op["chosen"]
            cheaper = op["next"] is not None and op["next"]["price"] < op["price"] * 0.999
            if chosen != expected or cheaper:
                wrong += 1
                print(f"{make.__name__} of {size} on {hardware}: {chosen}, expected {expected}; next {op['next']}, "
                      f"price {op['price']}")
print("wrong:", wrong)
sys.exit(wrong > 0)
