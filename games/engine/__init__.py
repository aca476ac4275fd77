"""The rules engine: values, pure functions, no clock, no database (rules.md)."""
