#include <cstdio>

#include "partita/version.h"

int main() { std::printf("%s\n", partita::version()); }
