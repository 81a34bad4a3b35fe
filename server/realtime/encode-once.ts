import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

const jsonOf = new WeakMap<object, string>();

/**
 * A reply whose JSON is known: sockets that are acknowledged with it get that, and it is not encoded for each of them.
 *
 * @param json the JSON of the reply, which must not change any more
 */
export function withJson<Reply extends object>(reply: Reply, json: string): Reply {
  jsonOf.set(reply, json);
  return reply;
}

/** Encodes as Socket.IO's own encoder does, with the JSON that is known of a reply. */
class KnowingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const json = packet.type === PacketType.ACK && packet.nsp === '/' && jsonOf.get(packet.data[0]);
    return json ? [`${packet.type}${packet.id}[${json}]`] : super.encode(packet);
  }
}

/** The `parser` of a Socket.IO server whose acknowledgements may be `withJson`. */
export const PARSER = { Encoder: KnowingEncoder, Decoder };
