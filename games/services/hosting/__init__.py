"""Tables at which the engine deals: opening, acting, clocks, directing, reading. `docs/architecture.md`, flow 3."""
