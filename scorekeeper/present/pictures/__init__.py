"""画像: results drawn as pictures for a chat: ``letters`` and ``felt`` are the kit, ``frame`` is around all.

They are drawn here and not in the browser: so they look the same from every phone, and a chat that shows a
link can have one too.  Nothing in here knows an address.
"""
