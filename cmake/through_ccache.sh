#!/bin/sh
# CMake's compiler launcher: through_ccache.sh CCACHE COMPILER ARGUMENT...
#
# ccache finds out what a source consists of by preprocessing it, and GCC, asked to preprocess the source of a precompiled
# header that is there already, says "that header" instead of what goes into it. So two headers that are made of different
# sources while the same old one lies there are one to ccache. Without the old one it sees what there is.
is_output=
for word in "$@"; do
  if [ -n "$is_output" ]; then
    case $word in *.gch | *.pch) rm -f "$word" ;; esac
    break
  fi
  [ "$word" != -o ] || is_output=1
done
# Precompiled headers are safe to use: no source here has __TIME__.
CCACHE_SLOPPINESS=pch_defines,time_macros exec "$@"
