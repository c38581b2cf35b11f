"""画像: results drawn as pictures for a chat: boxes on a felt (``boxes``) within a ``frame``.

They are drawn here and not in the browser: so they look the same from every phone, and a chat that shows a
link can have one too.  Nothing in here knows an address.
"""
