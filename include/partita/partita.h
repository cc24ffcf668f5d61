// All of the interface.
#pragma once

#include "partita/control.h"       // IWYU pragma: export
#include "partita/custom_call.h"   // IWYU pragma: export
#include "partita/error.h"         // IWYU pragma: export
#include "partita/formats.h"       // IWYU pragma: export
#include "partita/function_ref.h"  // IWYU pragma: export
#include "partita/io.h"            // IWYU pragma: export
#include "partita/ops.h"           // IWYU pragma: export
#include "partita/pipeline.h"      // IWYU pragma: export
#include "partita/program.h"       // IWYU pragma: export
#include "partita/random.h"        // IWYU pragma: export
#include "partita/run.h"           // IWYU pragma: export
#include "partita/save.h"          // IWYU pragma: export
#include "partita/scope.h"         // IWYU pragma: export
#include "partita/shard.h"         // IWYU pragma: export
#include "partita/tensor.h"        // IWYU pragma: export
#include "partita/transform.h"     // IWYU pragma: export
#include "partita/tree.h"          // IWYU pragma: export
#include "partita/version.h"       // IWYU pragma: export
