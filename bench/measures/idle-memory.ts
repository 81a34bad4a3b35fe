import { setTimeout } from 'node:timers/promises';
import { type OpenSocket, openBaselineSocket, openMany, openPageSocket } from '../clients/sockets.ts';
import { kilobytes, type Measure, median } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { idOf, signIn } from '../harness/testbed.ts';

const CONNECTIONS = 5_000;
const MAX_BYTES = 25_000;
const SETTLE_MS = 1_000;

/** Measures the growth of a process per open connection, with garbage collected before and after. */
async function perConnection(
  server: Measured,
  open: (index: number) => Promise<OpenSocket>,
): Promise<number> {
  const before = await server.sample('collect');
  const sockets = await openMany(CONNECTIONS, open);
  await setTimeout(SETTLE_MS);
  const after = await server.sample('collect');
  for (const socket of sockets) socket.cut();
  await server.stop();
  return (after.rssBytes - before.rssBytes) / CONNECTIONS;
}

/**
 * Memory of signed-in idle pages. Each round starts new servers, because a process does not return
 * memory to the system.
 */
export const idleMemory: Measure = async (testbed, { rounds }) => {
  const people = Array.from({ length: CONNECTIONS }, (_, index) => ({
    riderId: idOf('rider', index),
  }));
  const cookies = await signIn(testbed.redis, people);
  const nothing = () => {};

  const [product, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await testbed.start('bench/programs/ws-baseline');
    baseline.push(
      await perConnection(plain, (index) =>
        openBaselineSocket({ port: plain.port, room: `${index}`, onText: nothing }),
      ),
    );
    const server = await testbed.start('server');
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
      baseline: kilobytes(median(baseline)),
      ratio: '',
      aim: `≤ ${kilobytes(MAX_BYTES)}`,
      isReached: bytes <= MAX_BYTES,
    },
  ];
};
