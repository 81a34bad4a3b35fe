import type { Command } from 'ioredis';

/** Commands, and pipelines by what they are written to. */
const givenUp = new WeakSet<object>();

/**
 * Rejects a command that was not answered in time. What ioredis keeps of it for a connection that is on its way is not to be sent any more:
 * it would be carried out after what came later. Of a pipeline all is sent or nothing, or answers would be taken for those of others.
 *
 * @param stream what the command's pipeline is written to
 */
export function giveUp(command: Command, stream?: object): void {
  givenUp.add(stream ?? command);
  command.reject(new Error('Command timed out'));
}

/** Whether a command, or something of its pipeline, was given up. */
export const isGivenUp = (command: Command, stream?: object): boolean => givenUp.has(stream ?? command);
