import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openWire } from './open-wire.ts';

/** A site that says back what it hears, and a wire to it. */
async function echoByWire() {
  const heard: string[] = [];
  const site = createServer((socket) => {
    socket.on('data', (chunk) => {
      heard.push(chunk.toString());
      socket.write(chunk);
    });
    socket.on('error', () => {});
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const wire = await openWire(`http://localhost:${Object(site.address()).port}`);
  onTestFinished(() => {
    wire.close();
    site.close();
  });
  const open = async (firstWords: string) => {
    const socket = connect(Number(new URL(wire.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await echo(socket, firstWords);
    return socket;
  };
  return { wire, heard, open };
}

async function echo(socket: Socket, words: string): Promise<string> {
  socket.write(words);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

const UPGRADE = 'GET /socket.io HTTP/1.1\r\nUpgrade: websocket\r\n\r\n';

test('a WebSocket that is cut silently carries nothing and ends nowhere; everything else goes on', async () => {
  const { wire, heard, open } = await echoByWire();
  const socket = await open(UPGRADE);
  const request = await open('GET / HTTP/1.1\r\n\r\n');

  wire.cutSilently();
  const answers: unknown[] = [];
  socket.on('data', (chunk) => answers.push(chunk)).on('close', () => answers.push('closed'));
  socket.write('is anybody there?');

  expect(await echo(request, 'and here?')).toBe('and here?');
  await open(UPGRADE);
  expect(answers).toEqual([]);
  expect(heard).not.toContain('is anybody there?');
});

test('connections that are dropped end', async () => {
  const { wire, open } = await echoByWire();
  const socket = await open(UPGRADE);
  wire.drop();
  await once(socket, 'close');
});
