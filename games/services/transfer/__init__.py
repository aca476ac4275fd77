"""Games out of the site and into another one: their facts as plain values, and back by appending them."""
