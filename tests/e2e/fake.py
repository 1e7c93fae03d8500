"""Fake engines: shell scripts that speak as much UCI as a test needs."""

DECENT = """
while read -r word rest; do
  echo "$word $rest" >> "$0.heard"
  case $word in
    uci) echo "id name Fake"
         echo "option name Hash type spin default 16 min 1 max 1024"
         echo "option name UCI_LimitStrength type check default false"
         echo "option name UCI_Elo type spin default 1500 min 1320 max 3190"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove e2e4" ;;
    quit) exit ;;
  esac
done
"""


def fake(folder, name, script=DECENT):
    """The path of an engine of this name, which does as the script says."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path
