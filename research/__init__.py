"""How good is a way of pairing? Played with known results, its final ranking is held against a round robin.

The method is that of Takizawa & Kakinoki, World Computer Shogi Championships (3), 1.3: a win table says how every
match would end; the round robin of all of them gives the right ranking; each algorithm is played through on the same
table, and its final ranks are compared with it, over the whole field and over its top.
"""
