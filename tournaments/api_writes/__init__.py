"""Endpoints that change something: every act of an evening, by the same services and rights as the pages."""
