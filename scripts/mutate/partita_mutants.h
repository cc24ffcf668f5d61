// The switch of a build for mutation testing: scripts/mutate puts a call of partita_mutant into every mutated place.
//
//   PARTITA_MUTANT=17           the mutant that is on; none without it
//   PARTITA_MUTANTS_REACHED=F   at the end of the process the numbers of the places it went through are appended to F
//
// Mutated sources include this before anything else, so it is ready before their own globals are.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

namespace partita_mutants {

inline constexpr int kMost = 1 << 16;
inline std::atomic<unsigned char> reached[kMost];

struct Switch {
  Switch() {
    if (const char* number = std::getenv("PARTITA_MUTANT")) on = std::atoi(number);
  }

  ~Switch() {
    const char* file = std::getenv("PARTITA_MUTANTS_REACHED");
    if (file == nullptr) return;
    std::string numbers;
    for (int i = 0; i < kMost; ++i) {
      if (reached[i].load(std::memory_order_relaxed) != 0) numbers += std::to_string(i) + "\n";
    }
    const int out = open(file, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (out < 0 || write(out, numbers.data(), numbers.size()) < 0) std::abort();
    close(out);
  }

  int on = 0;
};

inline Switch the_switch;

}  // namespace partita_mutants

inline bool partita_mutant(int number) {
  partita_mutants::reached[number].store(1, std::memory_order_relaxed);
  return partita_mutants::the_switch.on == number;
}
