#!/bin/sh
# What mpirun takes for ssh: on_host.sh HOST COMMAND… runs the command in the network namespace of that address, under a
# name of its own.
host=$1
shift
case $host in
  *.1) name=${PARTITA_HOSTS}0 ;;
  *) name=${PARTITA_HOSTS}1 ;;
esac
exec ip netns exec "$name" unshare --uts sh -c "hostname $name; $*"
