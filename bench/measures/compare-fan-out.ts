import { RIDES_CHANGED } from '#common/rides/events.ts';
import { composeAnnouncement } from '#server/rides/compose-announcement.ts';
import { driveBursts, type Run } from '../clients/drive-bursts.ts';
import { openFloorSocket } from '../clients/floor-socket.ts';
import { openInTurn } from '../clients/open-in-turn.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import type { Effort } from '../figures.ts';
import { offeredRide, offerText } from '../rides.ts';
import { signIn } from '../stand/sign-in.ts';
import type { Stand } from '../stand/stand.ts';

const newDriverId = (index: number) => index.toString(16).padStart(24, '0');

interface FanOut {
  /** Drivers who watch the offers. */
  drivers: number;
  /** New offers that come at once. */
  burst: number;
}

/** Tells offers to watching drivers, by our server and by the plain one, in turn. A run of each per round. */
export async function compareFanOut(
  stand: Stand,
  { drivers, burst }: FanOut,
  { rounds, seconds }: Effort,
): Promise<{ product: Run[]; floor: Run[] }> {
  const [server, plain] = [await stand.start('server'), await stand.start('bench/floors/plain-ws')];
  const people = Array.from({ length: drivers }, (_, index) => ({ driverId: newDriverId(index) }));
  const cookies = await signIn(stand.redis, people);

  const runs: { product: Run[]; floor: Run[] } = { product: [], floor: [] };
  const publish = (channel: string, messages: string[]) => {
    const pipeline = stand.redis.pipeline();
    for (const message of messages) pipeline.publish(channel, message);
    pipeline.exec();
  };
  const shared = { sockets: drivers, burst, seconds };

  for (let round = 0; round < rounds; round += 1) {
    runs.floor.push(
      await driveBursts({
        ...shared,
        server: plain,
        publish: (numbers) =>
          publish(
            'floor',
            numbers.map((number) => `offers\n${offerText(offeredRide(number))}`),
          ),
        open: async (listen) => {
          const { port } = plain;
          const open = () => openFloorSocket({ port, room: 'offers', onText: listen() });
          const sockets = await openInTurn(drivers, open);
          return () => {
            for (const socket of sockets) socket.cut();
          };
        },
      }),
    );
    runs.product.push(
      await driveBursts({
        ...shared,
        server,
        publish: (numbers) =>
          publish(
            `marquee:${RIDES_CHANGED}`,
            numbers.map((number) => composeAnnouncement(offeredRide(number), new Date())),
          ),
        open: async (listen) => {
          const { port } = server;
          const open = (index: number) =>
            openPageSocket({ port, cookie: cookies[index] ?? '', isWatching: true, onText: listen() });
          const sockets = await openInTurn(drivers, open);
          return () => {
            for (const socket of sockets) socket.cut();
          };
        },
      }),
    );
  }
  await Promise.all([server.stop(), plain.stop()]);
  return runs;
}
