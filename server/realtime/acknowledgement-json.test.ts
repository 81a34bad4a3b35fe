import { type Packet, PacketType } from 'socket.io-parser';
import { expect, test } from 'vitest';
import { PARSER, withJson } from './acknowledgement-json.ts';

const acknowledge = (reply: object, id = 7): Packet => ({
  type: PacketType.ACK,
  nsp: '/',
  id,
  data: [reply],
});

/** Encodes a packet and decodes it as a client does. */
function received(packet: Packet): Packet {
  const [text] = new PARSER.Encoder().encode(packet);
  const decoder = new PARSER.Decoder();
  let read: Packet | undefined;
  decoder.on('decoded', (decoded: Packet) => {
    read = decoded;
  });
  decoder.add(text);
  if (!read) throw new Error('nothing was decoded');
  return read;
}

test('a reply with precomputed JSON is sent as that JSON, with the acknowledgement id of each request', () => {
  const reply = withJson({ offers: [{ id: 'a' }] }, '{"offers":[{"id":"as known"}]}');

  expect(received(acknowledge(reply, 0))).toEqual(acknowledge({ offers: [{ id: 'as known' }] }, 0));
  expect(received(acknowledge(reply, 12))).toEqual(acknowledge({ offers: [{ id: 'as known' }] }, 12));
});

test.each<[string, Packet]>([
  ['another reply', acknowledge({ error: 'no' })],
  ['an empty acknowledgement', { type: PacketType.ACK, nsp: '/', id: 3, data: [] }],
  ['an event', { type: PacketType.EVENT, nsp: '/', data: ['resync'] }],
  ['a connection', { type: PacketType.CONNECT, nsp: '/', data: { sid: 'x' } }],
])('%s without precomputed JSON is encoded unchanged', (_what, packet) => {
  expect(received(packet)).toEqual(packet);
});

test('precomputed JSON is used for acknowledgements only, not for events', () => {
  const reply = withJson({ shown: 'true' }, '{"shown":"known"}');
  const event: Packet = { type: PacketType.EVENT, nsp: '/', data: ['shown', reply] };

  expect(received(event)).toEqual(event);
});
