import net, { type Socket } from 'node:net';
import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { connectMongo, disconnectMongo, pingMongo } from './mongo.ts';

setUpTestDatabase();

test('a process whose connections are destroyed as it checks MongoDB finds it again', async () => {
  const sockets: Socket[] = [];
  const connect = net.createConnection;
  vi.spyOn(net, 'createConnection').mockImplementation((...to: unknown[]) => {
    const socket: Socket = Reflect.apply(connect, net, to);
    sockets.push(socket);
    return socket;
  });
  await disconnectMongo();
  await connectMongo();
  onTestFinished(async () => {
    await disconnectMongo();
    await connectMongo();
  });
  const client = mongoose.connection.getClient();

  await new Promise<void>((resolve) => {
    client.once('serverHeartbeatStarted', () => {
      // The check that begins with this event is written next. `close` is emitted only later.
      for (const socket of sockets) socket.destroy();
      resolve();
    });
  });

  await new Promise<void>((resolve) => client.once('serverHeartbeatSucceeded', () => resolve()));
  expect(await pingMongo()).toBe(true);
});
