// Placeholder until the room below has its service.
