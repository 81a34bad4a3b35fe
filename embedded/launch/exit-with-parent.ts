/** Preloaded into every program of the launcher: exits when the launcher dies, so that no orphan stays. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
