import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../infra/logger.ts';
import { connectWithCookie } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { authenticateSockets, type TripReads } from './authenticate-sockets.ts';
import { createSocketServer } from './create-socket-server.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { watchTrips } from './trip-viewers.ts';

setUpTestApp();

/** Starts a node with this `findTripKey`. @returns its URL */
async function nodeReading(findTripKey: TripReads['findTripKey']): Promise<string> {
  const server = createServer();
  const io = createSocketServer(server, () => false);
  authenticateSockets(
    io,
    { findTripKey },
    createEndedSessions(() => false),
  );
  watchTrips(io, { findTripKey });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => io.close());
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

test('a viewer whose trip link cannot be read is refused as UNAVAILABLE and can connect on retry', async () => {
  const findTripKey = vi.fn(async () => 'key').mockRejectedValueOnce(new Error('the database is away'));
  const warn = vi.spyOn(logger, 'warn');
  const url = await nodeReading(findTripKey);

  await expect(connectWithCookie('', { url, trip: 'token' })).rejects.toThrow('UNAVAILABLE');

  expect(warn).toHaveBeenCalledOnce();
  const { socket } = await connectWithCookie('', { url, trip: 'token' });
  expect(socket.connected).toBe(true);
});

test('a viewer whose trip link cannot be read again after connecting is disconnected and reconnects', async () => {
  let fail: (reason: Error) => void = () => {};
  const secondRead = new Promise<string>((_resolve, reject) => {
    fail = reject;
  });
  const findTripKey = vi
    .fn(async () => 'key')
    .mockResolvedValueOnce('key')
    .mockReturnValueOnce(secondRead);
  const url = await nodeReading(findTripKey);
  const { socket } = await connectWithCookie('', { url, trip: 'token' });
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  const connected = new Promise<void>((resolve) => socket.once('connect', resolve));

  fail(new Error('the database is away'));

  expect(await closed).toBe('transport close');
  await connected;
});
