#include "run/argument_files.h"

#include <fmt/format.h>

#include "run/checkpoint.h"
#include "run/input_file.h"

namespace partita::core::run {

Result<std::unique_ptr<ArgumentFiles>> ArgumentFiles::open(const std::vector<std::string>& paths,
                                                           std::vector<std::string> names) {
  std::unique_ptr<ArgumentFiles> files(new ArgumentFiles());
  files->names_ = std::move(names);
  for (const std::string& path : paths) {
    PARTITA_ASSIGN(std::unique_ptr<NamedArrays> file, NamedArrays::open(path));
    files->files_.push_back(std::move(file));
  }
  return files;
}

Status ArgumentFiles::find(int index, Type type) {
  std::vector<Member> found;
  for (const std::unique_ptr<NamedArrays>& file : files_) {
    const std::optional<std::string> name = array_of_argument(*file, names_, index);
    if (!name) continue;
    PARTITA_ASSIGN(const int64_t steps, file->count(*name, type));
    found.push_back({file.get(), *name, steps});
  }
  if (found.empty()) {
    const std::string& own = names_[index];
    return in_file(
        base::failure(Code::kBadInput, fmt::format("there is no arg{}{}; the program takes {} arguments", index,
                                                   own.empty() ? "" : fmt::format(" (and no {})", own), names_.size())),
        files_.front()->path());
  }
  members_[index] = std::move(found);
  return {};
}

Result<std::unique_ptr<ArraySource>> ArgumentFiles::argument(int index, Type type, int64_t step) {
  if (!members_.contains(index)) PARTITA_CHECK_OK(find(index, type));
  int64_t at = step % steps_of(index);
  for (const Member& member : members_[index]) {
    if (at < member.steps) return member.file->array(member.name, type, at);
    at -= member.steps;
  }
  return base::failure(Code::kInternal, "an argument without a step");
}

Status ArgumentFiles::check_one_step(int index, Type type) {
  if (!type.is_tensor()) return {};
  if (!members_.contains(index)) PARTITA_CHECK_OK(find(index, type));
  if (steps_of(index) == 1) return {};
  return in_file(base::failure(Code::kBadInput,
                               fmt::format("arg{} has a dimension of {} steps in front, which --steps is for; the "
                                           "program wants {}",
                                           index, steps_of(index), type.to_string())),
                 members_[index].front().file->path());
}

int64_t ArgumentFiles::steps_of(int index) const {
  const auto at = members_.find(index);
  if (at == members_.end()) return 1;
  int64_t steps = 0;
  for (const Member& member : at->second) steps += member.steps;
  return steps;
}

uint32_t ArgumentFiles::fingerprint() const {
  std::string directories;
  for (const std::unique_ptr<NamedArrays>& file : files_) directories += file->directory();
  return checksum(std::as_bytes(std::span(directories)));
}

}  // namespace partita::core::run
