/** Loaded into every program the launcher starts: without its launcher a program ends itself, so that none is left behind. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
