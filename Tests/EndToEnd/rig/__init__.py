"""The rig of the end-to-end tests and of the demo: a simulated receiver, a real gpsd, and the real executables."""
