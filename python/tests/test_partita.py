"""The Python package, as a user has it: installed, with nothing beside it. NumPy's part is skipped where NumPy is not."""

import gzip
import html
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import partita
from partita import Program, Tensor

LAYER = """
module @layer {
  func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %y : tensor<8x4xf32>
  }
}
"""
TWICE = """
module {
  func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %y = stablehlo.custom_call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %y : tensor<8xf32>
  }
}
"""


def contracted():
    """The layer with its contracting dimension divided: one all-reduce."""
    return Program.parse(LAYER, "layer.mlir").shard(0, "-,x").shard(1, "x,-").shard_result(0, "-,-")


class Programs(unittest.TestCase):
    def test_says_what_it_has(self):
        program = Program.parse(LAYER)
        self.assertEqual([(v.name, v.dtype, v.shape) for v in program.arguments],
                         [("%x", "f32", (8, 16)), ("%w", "f32", (16, 4))])
        self.assertEqual(program.results[0].shape, (8, 4))
        self.assertEqual(program.values[-1].line, 4)
        self.assertEqual(program.functions, ["main"])

    def test_refuses_what_is_no_seed(self):
        program = Program.parse(LAYER, "layer.mlir")
        for seed in (-1, 1 << 64):
            with self.assertRaises(ValueError):
                program.random_arguments(seed)

    def test_goes_through_both_texts(self):
        program = Program.parse(Program.parse(LAYER).text("hlo"))
        self.assertTrue(program.text().startswith("HloModule"))
        self.assertIn("stablehlo.dot_general", program.text("stablehlo"))

    def test_bytes_of_a_text(self):
        self.assertEqual(Program.parse(gzip.compress(LAYER.encode())).functions, ["main"])
        with self.assertRaises(partita.Error):
            Program.parse(b"ML\xefR\x0d")

    def test_bytes_in_every_encoding(self):
        program = Program.parse(LAYER)
        for format, start in (("bytecode", b"ML\xefR"), ("vhlo=1.9", b"ML\xefR"), ("proto", b"\n"), ("hlo", b"HloModule")):
            data = program.encode(format)
            self.assertTrue(data.startswith(start), format)
            self.assertEqual(len(Program.parse(data).arguments), 2, format)
        local = contracted().compile("x=4").encode("bytecode")
        self.assertIn("all_reduce", Program.parse(local).text("stablehlo"))
        with self.assertRaisesRegex(partita.Error, "none of stablehlo,hlo,bytecode,vhlo,proto"):
            program.encode("onnx")

    def test_dynamic_dimensions_get_sizes(self):
        text = LAYER.replace("8x16", "?x16").replace("8x4", "?x4")
        with self.assertRaises(partita.Error):
            Program.parse(text)
        program = Program.specialize(text, {"x": (8, 16)})
        self.assertEqual(program.results[0].shape, (8, 4))
        with self.assertRaises(partita.Error):
            Program.specialize(text, {"x": (8, 15)})

    def test_several_in_a_text(self):
        self.assertEqual(len(Program.parse_all(LAYER + "// -----\n" + TWICE)), 2)

    def test_hints_on_a_copy_stay_there(self):
        program = Program.parse(LAYER).shard(0, "x,-")
        program.copy().shard(0, "-,x")
        self.assertEqual(program.compile("x=4").argument_sharding(0), "[x, -]")

    def test_every_spelling_of_a_hint(self):
        for spelling in ("x,-", "[x, -]", '[{"x"}, {}]', "P('x', None)"):
            self.assertEqual(Program.parse(LAYER).shard("%x", spelling).compile("x=4").argument_sharding(0), "[x, -]")

    def test_mistakes_have_codes_and_places(self):
        with self.assertRaises(partita.Error) as caught:
            Program.parse("module {\n  oops\n}", "bad.mlir")
        first = caught.exception.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line), ("error", "bad.mlir", 2))
        self.assertEqual(first.code, caught.exception.code)
        self.assertIn("bad.mlir:2:", str(caught.exception))
        with self.assertRaises(partita.Error):
            Program.load("/nowhere/model.mlir")
        with self.assertRaises(partita.Error):
            Program.parse(LAYER).shard(5, "x,-")
        with self.assertRaises(ValueError):
            Program.parse(LAYER).compile("x=4", plan="best")

    def test_gradient(self):
        gradient = Program.parse(LAYER).grad(wrt=["arg1"], value=True)
        self.assertEqual([v.shape for v in gradient.results], [(8, 4), (16, 4)])


class Compiling(unittest.TestCase):
    def test_report(self):
        compiled = contracted().compile("x=4")
        report = compiled.report
        self.assertEqual((report.devices, compiled.num_devices, compiled.mesh), (4, 4, "x=4"))
        self.assertEqual([(c.kind, c.axes) for c in report.collectives], [("all-reduce", ("x",))])
        self.assertEqual(report.collectives[0].number, 1)
        self.assertEqual(report.wire_bytes, compiled.report_json()["programs"][0]["wire"]["bytes"])
        self.assertIn("all-reduce", compiled.report_table())
        self.assertLessEqual(report.time_least, report.time_step)

    def test_options_reach_the_compiler(self):
        over = contracted().compile("x=4", max_bytes=1, forbid=["all-reduce"])
        self.assertEqual(len([d for d in over.report.over_budget if d.depth == 0]), 2)
        slow, fast = (contracted().compile("x=4", hardware=h).report.time_step for h in ("cpu", "b200"))
        self.assertGreater(slow, fast)
        with self.assertRaises(partita.Error) as caught:
            contracted().compile("x=4", skip=["nothing"])
        self.assertIn("'nothing'", str(caught.exception))
        hinted = Program.parse(LAYER).compile(hints="mesh x=4\n%w = x, ...\n")
        self.assertEqual((hinted.mesh, hinted.sharding("%w")), ("x=4", "[x, -]"))
        self.assertIn("arg1 = [x, -]", hinted.hints())

    def test_explanations(self):
        compiled = contracted().compile("x=4")
        self.assertIn("%x", compiled.explain("%x"))
        self.assertEqual(compiled.sharding("%w"), "[x, -]")
        self.assertIn("%y", compiled.listing())
        self.assertIn("all-reduce", compiled.why(compiled.report.collectives[0]).text)

    def test_page_of_the_report(self):
        compiled = contracted().compile("x=4")
        page = compiled.report_page()
        self.assertTrue(page.lstrip().lower().startswith("<!doctype html"))
        shown = compiled._repr_html_()
        self.assertEqual(shown.count("<"), 2)  # all of the page is inside of an attribute
        self.assertEqual(html.unescape(shown[shown.index('srcdoc="') + 8:shown.rindex('"')]), page)

    def test_text_is_what_a_device_runs(self):
        self.assertIn("all-reduce", contracted().compile("x=4").text("hlo"))
        self.assertIn("stablehlo.all_reduce", contracted().compile("x=4").text())


class Running(unittest.TestCase):
    def test_all_devices_agree_with_one(self):
        program = contracted()
        arguments = program.random_arguments(3)
        alone = program.evaluate(*arguments)[0].tolist()
        together = program.compile("x=4").run(*arguments)[0].tolist()
        for row, other in zip(alone, together):
            for a, b in zip(row, other):
                self.assertAlmostEqual(a, b, places=5)

    def test_takes_numbers(self):
        result = Program.parse(LAYER).evaluate([[1.0] * 16] * 8, [[0.5] * 4] * 16)[0]
        self.assertEqual(result.tolist(), [[8.0] * 4] * 8)

    def test_wrong_arguments(self):
        with self.assertRaises(partita.Error):
            Program.parse(LAYER).evaluate([[1.0] * 16] * 8)
        with self.assertRaises(partita.Error):
            Program.parse(LAYER).evaluate([1.0], [2.0])

    def test_threads(self):
        compiled, failures = contracted().compile("x=4"), []
        arguments = contracted().random_arguments(1)
        expected = compiled.run(*arguments)[0].tobytes()

        def work():
            if compiled.run(*arguments)[0].tobytes() != expected:
                failures.append("differs")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class Twice(partita.CustomCall):
    def sharding_rule(self, site):
        return "i -> i"

    def evaluate(self, site, operands):
        return [Tensor([2 * x for x in operands[0].tolist()], site.results[0][0])]


class CustomCalls(unittest.TestCase):
    def test_meaning_in_python(self):
        program = Program.parse(TWICE).shard(0, "x")
        compiled = program.compile("x=4", calls={"twice": Twice()})
        self.assertEqual(compiled.report.collectives, [])
        x = list(range(8))
        self.assertEqual(compiled.run(Tensor(x, "f32"))[0].tolist(), [2.0 * i for i in x])
        self.assertEqual(program.evaluate(Tensor(x, "f32"), calls={"twice": Twice()})[0].tolist(), [2.0 * i for i in x])

    def test_what_it_raises_comes_back(self):
        class Broken(Twice):
            def evaluate(self, site, operands):
                raise KeyError("broken")

        with self.assertRaises(KeyError):
            Program.parse(TWICE).evaluate(Tensor([0.0] * 8), calls={"twice": Broken()})


class Tensors(unittest.TestCase):
    def test_types_and_shapes(self):
        self.assertEqual(Tensor([[1, 2, 3], [4, 5, 6]]).shape, (2, 3))
        self.assertEqual(Tensor([1, 2]).dtype, "s64")
        self.assertEqual(Tensor([True, False]).tolist(), [True, False])
        self.assertEqual(Tensor([[1.5, -2.0]], "bf16").tolist(), [[1.5, -2.0]])
        self.assertEqual(Tensor([0.1], "f16").tolist(), [0.0999755859375])
        self.assertEqual(Tensor(2**62 + 1).item(), 2**62 + 1)
        self.assertEqual(Tensor([1 + 2j]).tolist(), [1 + 2j])
        self.assertEqual(Tensor([], "f32").shape, (0,))
        self.assertEqual(Tensor(memoryview(b"\x01\x02"), "u8").tolist(), [1, 2])
        with self.assertRaises(ValueError):
            Tensor([[1.0], [1.0, 2.0]])
        with self.assertRaises(partita.Error):
            Tensor.from_bytes("f32", (2,), b"abc")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("npz", "safetensors"):
                path = os.path.join(folder, "all." + suffix)
                partita.save(path, {"w": [[1.0, 2.0]], "b": Tensor([3], "s32")})
                loaded = partita.load(path)
                self.assertEqual({name: t.tolist() for name, t in loaded.items()}, {"w": [[1.0, 2.0]], "b": [3]})
            with self.assertRaises(partita.Error):
                partita.load(os.path.join(folder, "none.npz"))
            several = os.path.join(folder, "several.safetensors.index.json")
            for made in (os.path.join(folder, "checkpoint"), several):
                partita.verb("reshard", os.path.join(folder, "all.npz"), made)
                self.assertEqual({name: t.tolist() for name, t in partita.load(made).items()}, {"w": [[1.0, 2.0]], "b": [3]})

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        array = numpy.arange(6, dtype=numpy.int32).reshape(2, 3)
        tensor = Tensor(array)
        self.assertEqual((tensor.dtype, tensor.shape), ("s32", (2, 3)))
        numpy.testing.assert_array_equal(tensor.numpy(), array)
        numpy.testing.assert_array_equal(Tensor(array.T).numpy(), array.T)
        view = tensor.numpy()
        del tensor
        numpy.testing.assert_array_equal(view, array)  # the elements live as long as the view
        with self.assertRaises(ValueError):
            view[0, 0] = 1
        result = Program.parse(LAYER).evaluate(numpy.ones((8, 16), numpy.float32), numpy.ones((16, 4), numpy.float32))
        numpy.testing.assert_array_equal(numpy.asarray(result[0]), numpy.full((8, 4), 16, numpy.float32))


class Verbs(unittest.TestCase):
    def test_simulate(self):
        compiled = contracted().compile("x=4", hardware="tpu_v3")
        step = partita.simulate(compiled, "tpu_v3")
        self.assertAlmostEqual(step["step_s"], compiled.report.time_step, delta=0.01 * compiled.report.time_step)
        self.assertIn("tpu_v3", partita.hardware())
        self.assertEqual(compiled.simulate(), step)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "local.hlo")
            with open(path, "w", encoding="utf8") as file:
                file.write(compiled.text("hlo"))
            said = json.loads(partita.verb("simulate", path, "--hardware", "tpu_v3", "--json"))["programs"][0]
        self.assertAlmostEqual(said["step_s"], step["step_s"], delta=0.01 * step["step_s"])
        with self.assertRaises(partita.Error):
            compiled.simulate("no such machine")

    def test_program(self):
        done = subprocess.run([sys.executable, "-m", "partita", "--version"], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "partita " + partita.__version__)
        said = json.loads(partita.verb("cost", "-", "--mesh", "x=4", "--json", input=LAYER))
        self.assertEqual(len(said["programs"]), 1)
        with self.assertRaises(partita.Error):
            partita.verb("check", "-", input="module {")


if __name__ == "__main__":
    unittest.main()
