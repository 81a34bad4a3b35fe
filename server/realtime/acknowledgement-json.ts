import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

const jsonOf = new WeakMap<object, string>();

/**
 * Attaches the JSON of a reply, so that acknowledgements of many sockets reuse it instead of encoding it each
 * time.
 *
 * @param json the reply's JSON; the reply must not change afterwards
 */
export function withJson<Reply extends object>(reply: Reply, json: string): Reply {
  jsonOf.set(reply, json);
  return reply;
}

/** Socket.IO's encoder, except that it uses the attached JSON of acknowledgements. */
class KnowingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const json = packet.type === PacketType.ACK && packet.nsp === '/' && jsonOf.get(packet.data[0]);
    return json ? [`${packet.type}${packet.id}[${json}]`] : super.encode(packet);
  }
}

/** The `parser` option of a Socket.IO server that supports `withJson`. */
export const PARSER = { Encoder: KnowingEncoder, Decoder };
