/// Placeholder of a room that is still empty; its first real file replaces this one.
enum Room {}
