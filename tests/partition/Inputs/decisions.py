"""decisions.py PROGRAM FOLDER: an op in two sizes, one on each side of where dividing it, or dividing it otherwise, begins to
pay on a machine.

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


def convolution(n):
    a, k, on = tensor(8, n, n, 8), tensor(3, 3, 8, 8), ("", "", "", "")
    return function([("a", a, on), ("k", k, on), ("c", tensor(8), ["x"])], a, on, f"""  %y = stablehlo.convolution(%a, %k)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = [[1, 1], [1, 1]]}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({a}, {k}) -> {a}""")


def reduce_window(n):
    a = tensor(n, 64)
    return function([("a", a, REPLICATED), ("c", tensor(8), ["x"])], a, REPLICATED, f"""  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%a, %zero) <{{
    window_dimensions = array<i64: 65, 33>, padding = dense<[[32, 32], [16, 16]]> : tensor<2x2xi64>
  }}> {ADD} : ({a}, tensor<f32>) -> {a}""")


def select_and_scatter(n):
    a, s = tensor(2 * n + 1, 16), tensor(n, 16)
    return function([("a", a, ROWS), ("s", s, ROWS)], a, ROWS, f"""  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.select_and_scatter"(%a, %s, %zero) ({{
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}, {ADD[1:-1]}) {{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}} : ({a}, {s}, tensor<f32>) -> {a}""")


def fft(n):
    a = tensor(64, n, element="complex<f32>")
    return function([("a", a, COLUMNS)], a, COLUMNS, f"  %y = stablehlo.fft %a, type = FFT, length = [{n}] : ({a}) -> {a}")


# Rows of the operand, 3 a device, are no rows of the result, one a device on six of them.
def reshape(n):
    a, y = tensor(24, n), tensor(6, 4 * n)
    return function([("a", a, ROWS)], y, ROWS, f"  %y = stablehlo.reshape %a : ({a}) -> {y}")


def dynamic_update_slice(n):
    a, u = tensor(n, 64), tensor(n - 8, 64)
    return function([("a", a, ROWS), ("u", u, ROWS), ("i", "tensor<i32>", None)], a, ROWS,
                    f"""  %zero = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dynamic_update_slice %a, %u, %i, %zero : ({a}, {u}, tensor<i32>, tensor<i32>) -> {a}""")


def ragged_dot(n):
    a, b, g = tensor(n, n), tensor(4, n, n), tensor(4, element="i64")
    return function([("a", a, REPLICATED), ("b", b, ("", "", "")), ("g", g, [""]), ("c", tensor(8), ["x"])], a, REPLICATED,
                    f"""  %y = "chlo.ragged_dot"(%a, %b, %g) <{{ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
    rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}}> : ({a}, {b}, {g}) -> {a}""")


def scan(n):
    a, z = tensor(65536, n), tensor(65536)
    return function([("a", a, COLUMNS), ("z", z, [""])], a, COLUMNS, f"""  %y, %last = chlo.scan(%a) inits(%z) dimension=1 {{
  ^bb0(%p: {z}, %q: {z}):
    %s = stablehlo.add %p, %q : {z}
    stablehlo.return %s, %s : {z}, {z}
  }} : ({a}, {z}) -> ({a}, {z})""")


# Ops that only read and write, of replicated values. Where links are slower than memory, as on all machines known, that
# is never divided, to be gathered again; on "fast links" it is once there is enough of it.
def moving(name, result_of, text):
    def make(n):
        a, y = tensor(n, 512), result_of(n)
        return function([("a", a, REPLICATED), ("c", tensor(8), ["x"])], y, REPLICATED,
                        f"  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n  %y = stablehlo.{text.format(n=n, a=a, y=y)}")

    make.__name__ = name
    return make


transpose = moving("transpose", lambda n: tensor(512, n), "transpose %a, dims = [1, 0] : ({a}) -> {y}")
tanh = moving("tanh", lambda n: tensor(n, 512), "tanh %a : {a}")
reverse = moving("reverse", lambda n: tensor(n, 512), "reverse %a, dims = [0] : {a}")
pad = moving("pad", lambda n: tensor(n + 8, 512),
             "pad %a, %zero, low = [8, 0], high = [0, 0], interior = [0, 0] : ({a}, tensor<f32>) -> {y}")
concatenate = moving("concatenate", lambda n: tensor(2 * n, 512), "concatenate %a, %a, dim = 0 : ({a}, {a}) -> {y}")


def fast_links():
    hardware = json.loads(subprocess.run([program, "hardware", "show", "h100"], check=True, capture_output=True, text=True).stdout)
    hardware["levels"] = [{"name": "fast", "devices": 8, "bandwidth": 2e13, "latency": 3e-6}]
    with open(f"{folder}/fast_links.json", "w") as file:
        json.dump(hardware, file)
    return f"{folder}/fast_links.json"


FAST = fast_links()

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
    (convolution, "[-, -, -, -] · [-, -, -, -] -> [-, -, -, -]", "[-, -, -, -] · [-, -, -, x] -> [-, -, -, x]", {"cpu": (8, 128)}),
    # Windows that reach into other shards: halos of 32 rows.
    (reduce_window, "[-, -], [] -> [-, -]", "[x, -], [] -> [x, -]", {"h100": (32768, 1048576), "tpu_v3": (32, 1024)}),
    (select_and_scatter, "[-, -], [-, -], [] -> [-, -]", "[x, -], [x, -], [] -> [x, -]", {"tpu_v3": (2, 512)}),
    (fft, "[-, -]", "[-, x]", {"tpu_v3": (32, 2048)}),
    (reshape, "[-, -]", "[x, -]", {"tpu_v3": (512, 16384)}),
    (ragged_dot, "[-, -], [-, -, -], [-] -> [-, -]", "[x, -], [-, -, -], [-] -> [x, -]",
     {"h100": (1024, 32768), "tpu_v3": (512, 32768), "cpu": (64, 1024)}),
    # The rows of an update that moves are gathered, or all is turned to columns, which stay where they are.
    (dynamic_update_slice, "[x, -], [-, -], [], [] -> [x, -]", "[-, x], [-, x], [], [] -> [-, x]",
     {"h100": (4096, 65536), "tpu_v3": (64, 16384), "cpu": (1024, 16384)}),
    # Few columns are turned to rows; of many, each device adds up its own, and the totals are gathered.
    (scan, "[x, -], [x] -> [x, -], [x]", "[-, x], [-] -> [-, x], [-]", {"tpu_v3": (8, 128), "cpu": (8, 128)}),
    (top_k, "[-, -]", "[-, x] -> [-, -], [-, -]", {"tpu_v3": (128, 16384)}),
    (transpose, GATHERED, "[-, x] -> [x, -]", {FAST: (512, 16384)}),
    (tanh, GATHERED, "[x, -]", {FAST: (512, 32768)}),
    (reverse, GATHERED, "[-, x]", {FAST: (512, 32768)}),
    (pad, "[-, -], [] -> [-, -]", "[-, x], [] -> [-, x]", {FAST: (512, 32768)}),
    (concatenate, GATHERED, "[-, x]", {FAST: (512, 32768)}),
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
