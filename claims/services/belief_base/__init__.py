"""The only bridge between the store and the engine: read, plan, apply, log, in one transaction."""
