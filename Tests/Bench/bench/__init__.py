"""Benchmarks: waypost side by side with what people use today, and the budgets that keep it so."""
