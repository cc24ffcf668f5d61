// A page for people: what a partitioned program is, does and costs, as one HTML file that needs nothing else.
//
// Data in, text out: what is known of a program becomes tables of numbers and shared strings (tables.h), and the files
// of page/, which are part of the library, draw them. Every string that the program brings is data of a script of type
// application/json, and is shown as text alone: no name can become markup.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/compilation.h"
#include "report/measured.h"
#include "simulate/simulation.h"

namespace partita::core::report {

// One program of the page. Pointers must outlive the call only.
struct ReportProgram {
  const Simulation* simulation = nullptr;    // with events
  const Compilation* compilation = nullptr;  // of a program that was partitioned here; null where it came so
  std::vector<std::string> proposals{};      // by collective: hints that were tried, in words; may be shorter
  std::string label{};                       // what the page calls it
  std::vector<MeasuredEvent> measured{};     // a run of it; empty where none was measured
};

// A larger program is shown in part, and the page says so.
struct PageLimits {
  size_t rows = 60'000;    // values
  size_t events = 40'000;  // of a timeline, the longest
  size_t text = 400;       // bytes of a name
};

// One program, or several side by side: the first two are compared.
std::string html_page(std::span<const ReportProgram> programs, const PageLimits& limits = {});

// The same data without the page, as docs/report.md describes them.
std::string page_data(std::span<const ReportProgram> programs, const PageLimits& limits = {});

}  // namespace partita::core::report

namespace partita::core {
using report::ReportProgram;
}  // namespace partita::core
