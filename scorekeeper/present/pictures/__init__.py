"""画像: results as pictures for a chat: ``boxes`` lays them out, ``frame`` adds title and foot.

They are drawn on the server, so that they look the same from every phone, and chats can preview a link.
"""
