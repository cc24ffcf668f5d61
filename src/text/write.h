// Writing programs as text that XLA and JAX accept: write_stablehlo() and write_hlo(), with their options.
#pragma once

#include "text/hlo/hlo.h"
#include "text/stablehlo/stablehlo.h"
