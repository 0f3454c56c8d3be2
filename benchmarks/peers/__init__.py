"""The 3RRR without motors in other tools, to compare results and times with."""
