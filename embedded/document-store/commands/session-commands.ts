import { MAX_MESSAGE_BYTES } from '../wire.ts';
import type { Command } from './command.ts';

/**
 * Tells a driver what it talks to: a standalone MongoDB 7.0. Without a replica set's name the driver asks for neither
 * transactions nor retryable writes, and without `topologyVersion` it asks again every ten seconds instead of waiting here.
 */
const hello: Command = () => ({
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
});

/** Commands about the connection itself. */
export const sessionCommands: Record<string, Command> = {
  hello,
  ismaster: hello,
  ping: () => ({}),
  endSessions: () => ({}),
};
