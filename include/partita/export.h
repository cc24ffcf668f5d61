// What the library exports. Everything else in it is hidden, so that its inside may change from version to version.
#pragma once

#define PARTITA_API __attribute__((visibility("default")))
