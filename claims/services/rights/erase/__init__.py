"""Erasure (GDPR Art. 17): what would go, the act, each store's answer, and the look afterwards."""
