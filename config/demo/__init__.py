"""One whole evening without a browser, in a throw-away database, with a real worker."""
