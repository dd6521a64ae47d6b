"""The revision engine: values in, a plan out. No clock, no input or output, nothing but the standard library.

What is held is a pure function of the set of acts. Start at ``walking.walk``, then ``hold`` and ``planning.plan``.
"""
