/** Preloaded into every program of the launcher: it exits when the launcher is gone, leaving no orphan. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
