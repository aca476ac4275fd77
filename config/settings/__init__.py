"""One module per way of running: embedded, dev, test, production."""
