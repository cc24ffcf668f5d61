// Gradients against differences: a program is differentiated, and both are evaluated.
//
//   check_gradient(R"(func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> { … })");
//
// Along a random v, the central difference (f(x+hv) - f(x-hv)) / 2h paired with random cotangents must be the gradients
// paired with v. Arguments are numbers of a shuffled grid, far more than h apart, so that nothing ties and no kink is
// crossed. Complex numbers pair as Re(sum ct·x).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace partita::core::transform {

using Numbers = std::vector<double>;  // of a complex tensor: real and imaginary parts by turns

struct GradientCheck {
  double low = -2, high = 2;  // where the grid lies
  unsigned seed = 1;
  std::map<int, Numbers> given{};  // arguments that are not taken from it; those of integers must be here
  std::string save{};              // what loops keep, see GradOptions
};

// Fails the test, with the program, where they differ or there is no gradient.
void check_gradient(const std::string& program, const GradientCheck& how = {});

// The gradients of all arguments of floats, for these arguments and cotangents of all results of floats.
std::vector<Numbers> gradients(const std::string& program, const std::vector<Numbers>& arguments,
                               const std::vector<Numbers>& cotangents);

// The program that computes them, which can be differentiated again.
std::string gradient_text(const std::string& program);

// Why there is none; empty where there is one.
std::string why_no_gradient(const std::string& program);

}  // namespace partita::core::transform
