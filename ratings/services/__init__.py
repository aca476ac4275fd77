"""What writes and checks ratings: ladders, touches, the one writer, epochs, verification."""
