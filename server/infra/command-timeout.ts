import type { Command } from 'ioredis';

/** Timed-out commands, or for pipelines the streams they are written to. */
const timedOut = new WeakSet<object>();

/**
 * Rejects a command that timed out and prevents sending it later: ioredis keeps it for the next connection,
 * where it would run after commands that were issued later. A pipeline is dropped as a whole; sending part of
 * it would assign replies to the wrong commands.
 *
 * @param stream the pipeline that the command is part of, if any
 */
export function timeOutCommand(command: Command, stream?: object): void {
  timedOut.add(stream ?? command);
  command.reject(new Error('Command timed out'));
}

/** Whether a command, or a command of the same pipeline, timed out. */
export const isTimedOut = (command: Command, stream?: object): boolean => timedOut.has(stream ?? command);
