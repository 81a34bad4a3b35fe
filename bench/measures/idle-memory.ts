import { setTimeout } from 'node:timers/promises';
import { openFloorSocket } from '../clients/floor-socket.ts';
import { openInTurn } from '../clients/open-in-turn.ts';
import type { OpenSocket } from '../clients/open-socket.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import { median } from '../figures.ts';
import { kilobytes } from '../formats.ts';
import { signIn } from '../stand/sign-in.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

const CONNECTIONS = 5_000;
const MOST_BYTES = 25_000;
const SETTLE_MS = 1_000;

/** What a process grows by for each connection that stays, garbage collected before and after. */
async function perConnection(
  server: Measured,
  open: (index: number) => Promise<OpenSocket>,
): Promise<number> {
  const before = await server.collectAndSample();
  const sockets = await openInTurn(CONNECTIONS, open);
  await setTimeout(SETTLE_MS);
  const after = await server.collectAndSample();
  for (const socket of sockets) socket.cut();
  await server.stop();
  return (after.rssBytes - before.rssBytes) / CONNECTIONS;
}

/** Signed-in pages that sit and wait; each round with servers of its own, for a process never gives back what it once had. */
export const idleMemory: Measure = async (stand, { rounds }) => {
  const people = Array.from({ length: CONNECTIONS }, (_, index) => ({
    riderId: `${index}`.padStart(24, '0'),
  }));
  const cookies = await signIn(stand.redis, people);
  const nothing = () => {};

  const [product, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await stand.start('bench/floors/plain-ws');
    floor.push(
      await perConnection(plain, (index) =>
        openFloorSocket({ port: plain.port, room: `${index}`, onText: nothing }),
      ),
    );
    const server = await stand.start('server');
    product.push(
      await perConnection(server, (index) =>
        openPageSocket({ port: server.port, cookie: cookies[index] ?? '', onText: nothing }),
      ),
    );
  }

  const bytes = median(product);
  return [
    {
      what: `memory of an idle connection, of ${CONNECTIONS.toLocaleString('en-US')}`,
      product: kilobytes(bytes),
      floor: kilobytes(median(floor)),
      ratio: '',
      aim: `≤ ${kilobytes(MOST_BYTES)}`,
      isReached: bytes <= MOST_BYTES,
    },
  ];
};
