import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { calculateObjectSize, serialize } from 'bson';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cursors } from './cursors.ts';
import { type Doc, decode } from './document.ts';
import { DocumentStore } from './document-store.ts';
import { MessageReader } from './wire-protocol.ts';
import { serve } from './wire-server.ts';

let server: ReturnType<typeof serve>;
let socket: Socket;
let reader: MessageReader;
let replies: Doc[];

beforeEach(async () => {
  server = serve(new DocumentStore(), new Cursors()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader = new MessageReader();
  replies = [];
  socket.on('data', (chunk) => {
    for (const message of reader.push(chunk)) {
      const isLegacy = message.readInt32LE(12) === 1;
      replies.push({ to: message.readInt32LE(8), ...decode(message.subarray(isLegacy ? 36 : 21)) });
      socket.emit('reply');
    }
  });
});

afterEach(async () => {
  socket.destroy();
  server.close();
  await once(server, 'close');
});

async function replyTo(id: number): Promise<Doc> {
  for (;;) {
    const reply = replies.find(({ to }) => to === id);
    if (reply) return reply;
    await once(socket, 'reply');
  }
}

function message(id: number, opCode: number, ...parts: Uint8Array[]): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + parts.reduce((sum, part) => sum + part.length, 0), 0);
  header.writeInt32LE(id, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, ...parts]);
}

function opMsg(
  id: number,
  body: Doc,
  { flags = 0, sequence }: { flags?: number; sequence?: [string, Doc[]] } = {},
): Buffer {
  const flagBits = Buffer.alloc(4);
  flagBits.writeUInt32LE(flags);
  const sections = [Buffer.from([0]), serialize({ ...body, $db: 'test' })];
  if (sequence) {
    const [name, docs] = sequence;
    const size = Buffer.alloc(4);
    size.writeInt32LE(4 + name.length + 1 + docs.reduce((sum, doc) => sum + calculateObjectSize(doc), 0));
    // A document sequence may precede the body.
    sections.unshift(Buffer.from([1]), size, Buffer.from(`${name}\0`), ...docs.map((doc) => serialize(doc)));
  }
  const checksum = flags & 1 ? [Buffer.alloc(4)] : [];
  return message(id, 2013, flagBits, ...sections, ...checksum);
}

test('messages are read whether cut into single bytes or joined in one chunk', async () => {
  for (const byte of opMsg(1, { ping: 1 })) socket.write(Buffer.from([byte]));
  expect(await replyTo(1)).toMatchObject({ ok: 1 });

  socket.write(
    Buffer.concat([opMsg(2, { insert: 'docs', documents: [{ _id: 1 }] }), opMsg(3, { find: 'docs' })]),
  );
  expect(await replyTo(3)).toMatchObject({ cursor: { firstBatch: [{ _id: 1 }] }, ok: 1 });
});

test('the reader returns the same messages for any chunk size', () => {
  const messages = [opMsg(1, { ping: 1 }), opMsg(2, { text: 'x'.repeat(3000) }), opMsg(3, {})];
  const bytes = Buffer.concat(messages);
  for (const size of [1, 7, 15, 16, 17, 100, 3000, bytes.length]) {
    const pieces = new MessageReader();
    const seen: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) seen.push(...pieces.push(bytes.subarray(at, at + size)));
    expect(seen).toEqual(messages);
  }
});

test('documents can be sent in a separate document sequence', async () => {
  socket.write(opMsg(1, { insert: 'docs' }, { sequence: ['documents', [{ _id: 1 }, { _id: 2 }]] }));
  expect(await replyTo(1)).toMatchObject({ n: 2, ok: 1 });
});

test('a checksum is ignored, and a message with moreToCome gets no reply', async () => {
  socket.write(opMsg(1, { insert: 'docs', documents: [{ _id: 1 }] }, { flags: 2 }));
  socket.write(opMsg(2, { find: 'docs' }, { flags: 1 }));
  expect(await replyTo(2)).toMatchObject({ cursor: { firstBatch: [{ _id: 1 }] } });
  expect(replies).toHaveLength(1);
});

test('a driver can connect with the legacy hello command', async () => {
  const name = Buffer.from('\0\0\0\0admin.$cmd\0\0\0\0\0\xff\xff\xff\xff', 'latin1');
  socket.write(message(1, 2004, name, serialize({ ismaster: 1, helloOk: true })));
  const reply = await replyTo(1);
  expect(reply).toMatchObject({ ismaster: true, maxWireVersion: 21, ok: 1 });
  expect(reply).not.toHaveProperty('setName');
});

test.each([
  ['an unknown operation', message(1, 2012, Buffer.alloc(8))],
  ['a length that cannot be', Buffer.from('ffffff7f000000000000000000000000', 'hex')],
  ['a section that goes backwards', message(1, 2013, Buffer.from('0000000001f0ffffff00', 'hex'))],
  ['broken BSON', message(1, 2013, Buffer.from('00000000000600000010', 'hex'), Buffer.from([1, 2]))],
])('%s closes its connection, and new connections still work', async (_, bytes) => {
  socket.write(bytes);
  await once(socket, 'close');

  const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
  other.write(opMsg(9, { ping: 1 }));
  await once(other, 'data');
  other.destroy();
});
