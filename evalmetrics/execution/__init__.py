"""Programs run in a process of their own, with limits on time and memory."""
