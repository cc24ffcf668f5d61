#include "partita/version.h"

#define PARTITA_TEXT_OF(number) #number
#define PARTITA_VERSION_TEXT(major, minor, patch) \
  PARTITA_TEXT_OF(major) "." PARTITA_TEXT_OF(minor) "." PARTITA_TEXT_OF(patch)

namespace partita {
inline namespace v1 {

const char* version() {
  return PARTITA_VERSION_TEXT(PARTITA_VERSION_MAJOR, PARTITA_VERSION_MINOR, PARTITA_VERSION_PATCH);
}

}  // namespace v1
}  // namespace partita
