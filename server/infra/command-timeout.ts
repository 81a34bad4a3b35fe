import type { Command } from 'ioredis';

/** Grace period after the timeout: a process that was itself blocked reads replies that have arrived. */
const READ_MS = 50;

/** Timed-out commands, or for pipelines the streams they are written to. */
const timedOut = new WeakSet<object>();

/**
 * Rejects a command that timed out and prevents sending it later: ioredis keeps it for the next connection,
 * where it would run after commands that were issued later. A pipeline is dropped as a whole; sending part of
 * it would assign replies to the wrong commands.
 *
 * @param stream the pipeline that the command is part of, if any
 */
function timeOutCommand(command: Command, stream?: object): void {
  timedOut.add(stream ?? command);
  command.reject(new Error('Command timed out'));
}

/** Times a command out as `timeOutCommand` does, unless it is settled within this time, in milliseconds. */
export function limitCommand(command: Command, stream: object | undefined, timeoutMs: number): void {
  let timer = setTimeout(() => {
    timer = setTimeout(() => timeOutCommand(command, stream), READ_MS);
  }, timeoutMs);
  const stop = () => clearTimeout(timer);
  command.promise.then(stop, stop);
}

/** Whether a command, or a command of the same pipeline, timed out. */
export const isTimedOut = (command: Command, stream?: object): boolean => timedOut.has(stream ?? command);
