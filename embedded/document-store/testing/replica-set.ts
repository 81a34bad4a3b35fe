import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { serialize } from 'bson';
import { Cursors } from '../cursors.ts';
import { type Doc, decode, isDoc } from '../document.ts';
import { DocumentStore } from '../document-store.ts';
import { encodeReply, MessageReader, parseMessage } from '../wire-protocol.ts';
import { runCommand } from '../wire-server.ts';

const NAME = 'marquee';
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/**
 * A single-member replica set that speaks MongoDB's wire protocol, backed by a store in this process, with
 * fault injection.
 */
export interface ReplicaSet {
  url: string;
  /** Makes the primary step down: it closes its connections and refuses reads and writes until `elect`. */
  stepDown(): void;
  /** Elects a primary. It has no write that was made since `isolate`: these are rolled back. */
  elect(): void;
  /**
   * Cuts the primary off from its secondaries: it executes writes, which reads without read concern
   * `majority` see, but acknowledges none, because no majority has them.
   */
  isolate(): void;
  /** Makes the primary step down at the next command of this name, which it refuses. Resolves then. */
  stepDownAt(command: string): Promise<void>;
  /** Makes the primary unresponsive: it ignores requests and keeps connections open until `speak`. */
  fallSilent(): void;
  speak(): void;
  /** Executes the nth write from now on, but closes the connection instead of replying. */
  loseReply(nth: number): void;
  /** Writes acknowledged without majority and journal write concern, which an election could roll back. */
  atRisk(): string[];
  close(): void;
}

const NOT_PRIMARY = {
  ok: 0,
  code: 10_107,
  codeName: 'NotWritablePrimary',
  errmsg: 'not primary',
  errorLabels: ['RetryableWriteError'],
};

/** The data of a member. */
interface Member {
  store: DocumentStore;
  cursors: Cursors;
  /** Replies to retryable writes: a retry gets the reply of the first attempt and is not executed again. */
  replies: Map<string, Uint8Array>;
}

const createMember = (store: DocumentStore): Member => ({
  store,
  cursors: new Cursors(),
  replies: new Map(),
});

function copyOf(store: DocumentStore): DocumentStore {
  const copy = new DocumentStore();
  for (const { namespace, records, indexes } of store.all()) {
    const collection = copy.getOrCreate(namespace);
    for (const { spec } of indexes.values()) {
      if (!collection.indexes.has(spec.name)) collection.addIndex(spec);
    }
    for (const { doc } of records.values()) collection.insert(doc);
  }
  copy.commit();
  return copy;
}

const isMajorityRead = ({ readConcern }: Doc): boolean =>
  isDoc(readConcern) && readConcern.level === 'majority';

/** Starts an empty replica set on a free port. */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const committed = createMember(new DocumentStore());
  /** What the primary has while it is cut off; null while a majority has all its writes. */
  let isolated: Member | null = null;
  const sockets = new Set<Socket>();
  const atRisk: string[] = [];
  let isPrimary = true;
  let stepDownAt = { command: '', onRefused: () => {} };
  let isSilent = false;
  let writesUntilLost = 0;
  let address = '';

  const hello = (command: Doc): Doc => ({
    ...decode(runCommand(command, committed)),
    ...{ setName: NAME, setVersion: 1, hosts: [address], me: address },
    ...(isPrimary ? { primary: address } : { isWritablePrimary: false, ismaster: false, secondary: true }),
  });

  function write({ txnNumber, ...command }: Doc, member: Member): Uint8Array {
    const [name = ''] = Object.keys(command);
    const { w, j } = isDoc(command.writeConcern) ? command.writeConcern : {};
    if (w !== 'majority' || j !== true) atRisk.push(`${name} ${command[name]}`);
    if (txnNumber === undefined) return runCommand(command, member);
    const key = JSON.stringify([command.lsid, txnNumber]);
    const reply = member.replies.get(key) ?? runCommand(command, member);
    member.replies.set(key, reply);
    return reply;
  }

  function answer(socket: Socket, message: Buffer): void {
    if (isSilent) return;
    const request = parseMessage(message);
    const [name = ''] = Object.keys(request.command);
    const send = (reply: Uint8Array) => void socket.write(encodeReply(reply, request));
    if (name === stepDownAt.command) {
      isPrimary = false;
      stepDownAt.command = '';
      stepDownAt.onRefused();
    }
    if (name === 'hello' || name === 'ismaster') send(serialize(hello(request.command)));
    else if (!isPrimary && name !== 'endSessions') send(serialize(NOT_PRIMARY));
    else if (isMajorityRead(request.command)) send(runCommand(request.command, committed));
    else if (!WRITES.includes(name)) send(runCommand(request.command, isolated ?? committed));
    else {
      const reply = write(request.command, isolated ?? committed);
      writesUntilLost -= 1;
      if (writesUntilLost === 0) socket.destroy();
      else if (!isolated) send(reply);
    }
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const reader = new MessageReader();
    sockets.add(socket);
    socket.on('data', (chunk) => {
      for (const message of reader.push(chunk)) answer(socket, message);
    });
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${Object(server.address()).port}`;
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `mongodb://${address}/?replicaSet=${NAME}`,
    stepDown() {
      isPrimary = false;
      disconnect();
    },
    elect() {
      isPrimary = true;
      isolated = null;
    },
    isolate() {
      isolated = createMember(copyOf(committed.store));
    },
    stepDownAt(command) {
      return new Promise((resolve) => {
        stepDownAt = { command, onRefused: resolve };
      });
    },
    fallSilent() {
      isSilent = true;
    },
    speak() {
      isSilent = false;
      // Requests received while unresponsive are lost together with their connections.
      disconnect();
    },
    loseReply(nth) {
      writesUntilLost = nth;
    },
    atRisk: () => atRisk,
    close() {
      disconnect();
      server.close();
    },
  };
}
