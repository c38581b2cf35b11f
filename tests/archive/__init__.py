"""What the room of files promises."""
