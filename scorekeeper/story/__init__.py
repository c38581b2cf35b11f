"""仲間の歩み: the pages of a circle over years: its people, who took what from whom, rankings, the year.

Figures come from ``stats``; what is here says which evenings they are about (``choice``), and shows them.
"""
