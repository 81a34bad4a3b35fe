import { createRequire } from 'node:module';
import mongoose from 'mongoose';

/** The parts of the MongoDB driver's connection that are used here. */
interface DriverConnection {
  id: number | string;
  address: string;
  socket: { destroyed: boolean };
  writeCommand(...command: unknown[]): Promise<void>;
}

/** The driver's class, which is not part of its public interface. */
const { Connection }: { Connection: { prototype: DriverConnection } } = createRequire(
  createRequire(import.meta.url).resolve('mongoose'),
)('mongodb/lib/cmap/connection.js');

/**
 * Makes the MongoDB driver (7.8 and 7.9) fail a command for a socket that is already destroyed, but has not
 * emitted `close` yet. The driver would wait for ever for that socket to drain, and no timeout of a socket
 * applies to it any more. For a check of the server, which an election triggers in just that moment, it meant
 * that the process did not find MongoDB again until it was restarted.
 *
 * @throws Error when the driver has no such method, which a newer one may not need
 */
export function refuseDestroyedSockets(): void {
  const { writeCommand } = Connection.prototype;
  if (typeof writeCommand !== 'function') throw new Error('the MongoDB driver writes commands differently');
  Connection.prototype.writeCommand = function (...command) {
    if (!this.socket.destroyed) return writeCommand.apply(this, command);
    const message = `connection ${this.id} to ${this.address} closed`;
    return Promise.reject(new mongoose.mongo.MongoNetworkError(message));
  };
}
