import { RIDE_EVENTS, type RideEvent, SOCKET_PATH } from '#common/rides/ride-events.ts';
import { createSchemaConverter, type JsonSchema, type NamedSchemas } from './build-open-api.ts';

interface Ref {
  $ref: string;
}

/** An event, or its acknowledgement. */
interface Message {
  name: string;
  summary: string;
  /** Absent for events without an argument. */
  payload?: JsonSchema;
}

interface Channel {
  address: string;
  description: string;
  parameters?: Record<string, { description: string }>;
  messages: Record<string, Ref>;
}

interface EventOperation {
  /** From the server's view: `send` goes to browsers, `receive` comes from them. */
  action: 'send' | 'receive';
  channel: Ref;
  summary: string;
  messages: Ref[];
  reply?: { channel: Ref; messages: Ref[] };
}

/** The parts of an AsyncAPI 3.0 document that the socket needs. */
export interface AsyncApi {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string };
  defaultContentType: 'application/json';
  servers: Record<
    string,
    { host: string; pathname: string; protocol: string; description: string; security: Ref[] }
  >;
  channels: Record<string, Channel>;
  operations: Record<string, EventOperation>;
  components: {
    messages: Record<string, Message>;
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: 'httpApiKey'; in: 'cookie'; name: string }>;
  };
}

interface AsyncApiOptions {
  /** Schemas to define once, by name. */
  schemas: NamedSchemas;
  url: string;
  cookie: string;
}

/** Builds the socket's AsyncAPI 3.0 document from the event list that gateway, browser and tests share. */
export function buildAsyncApi({ schemas, url, cookie }: AsyncApiOptions): AsyncApi {
  const { convert, collected } = createSchemaConverter(schemas);
  const { host, protocol } = new URL(url);
  const messages = EVENTS.flatMap(([name, { summary, payload, reply }]): [string, Message][] => {
    const event: Message = { name, summary, ...(payload && { payload: convert(payload, 'output') }) };
    if (!reply) return [[keyOf(name), event]];
    const acknowledgement = { name, summary: `Acknowledges ${name}.`, payload: convert(reply, 'output') };
    return [
      [keyOf(name), event],
      [replyOf(name), acknowledgement],
    ];
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Marquee',
      version: '1',
      description:
        'Events over Socket.IO, sent while a page is open. The server decides from the session or the trip link which rooms a socket joins. Events may be lost or repeated: of two copies of a ride, keep the one with the higher version, and load the current lists over HTTP after each connect.',
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host,
        pathname: SOCKET_PATH,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'Socket.IO protocol version 5.',
        security: [{ $ref: '#/components/securitySchemes/session' }],
      },
    },
    channels: Object.fromEntries(ADDRESSES.map((address) => [channelOf(address), describeChannel(address)])),
    operations: Object.fromEntries(EVENTS.flatMap(operationsOf)),
    components: {
      messages: Object.fromEntries(messages),
      schemas: collected,
      securitySchemes: { session: { type: 'httpApiKey', in: 'cookie', name: cookie } },
    },
  };
}

const EVENTS: readonly [string, RideEvent][] = Object.entries(RIDE_EVENTS);

/** The default namespace: events for no room, and those from a browser. */
export const EVERY_SOCKET = '/';

const addressesOf = ({ rooms = [EVERY_SOCKET] }: RideEvent): readonly string[] => rooms;
const ADDRESSES = [...new Set(EVENTS.flatMap(([, event]) => addressesOf(event)))];

// AsyncAPI keys must not contain a colon.
const keyOf = (event: string): string => event.replace(':', '.');
const replyOf = (event: string): string => `${keyOf(event)}.reply`;
const channelOf = (address: string): string =>
  address === EVERY_SOCKET ? 'socket' : address.replace(/:.*/, '');
const channelRef = (address: string): Ref => ({ $ref: `#/channels/${channelOf(address)}` });
const messageRef = (address: string, key: string): Ref => ({
  $ref: `${channelRef(address).$ref}/messages/${key}`,
});

function describeChannel(address: string): Channel {
  const keys = EVENTS.filter(([, event]) => addressesOf(event).includes(address)).flatMap(
    ([name, { reply }]) => (reply ? [keyOf(name), replyOf(name)] : [keyOf(name)]),
  );
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    address,
    description: address === EVERY_SOCKET ? 'Every socket.' : 'The sockets of a room.',
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(
        parameters.map((name) => [
          name,
          { description: 'From the session or the trip link behind the socket.' },
        ]),
      ),
    }),
    messages: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }])),
  };
}

/** Returns one operation for each room that an event is emitted to. */
const operationsOf = ([name, event]: [string, RideEvent]): [string, EventOperation][] =>
  addressesOf(event).map((address) => [
    event.rooms ? `${keyOf(name)}.${channelOf(address)}` : keyOf(name),
    {
      action: event.from === 'server' ? 'send' : 'receive',
      channel: channelRef(address),
      summary: event.summary,
      messages: [messageRef(address, keyOf(name))],
      ...(event.reply && {
        reply: { channel: channelRef(address), messages: [messageRef(address, replyOf(name))] },
      }),
    },
  ]);
