import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { openFloorSocket } from '../clients/floor-socket.ts';
import { openCrowd, type Run } from '../clients/open-crowd.ts';
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

/** A round is so many short runs of each, in turn: what else the machine does then falls on both. */
const RUNS_PER_ROUND = 5;

/** Tells offers to watching drivers, by our server and by the plain one, in turn; both crowds stay throughout. */
export async function compareFanOut(
  stand: Stand,
  { drivers, burst }: FanOut,
  { rounds, seconds }: Effort,
): Promise<{ product: Run[]; floor: Run[] }> {
  const [server, plain] = [await stand.start('server'), await stand.start('bench/floors/plain-ws')];
  const people = Array.from({ length: drivers }, (_, index) => ({ driverId: newDriverId(index) }));
  const cookies = await signIn(stand.redis, people);
  const publish = (channel: string, messages: string[]) => {
    const pipeline = stand.redis.pipeline();
    for (const message of messages) pipeline.publish(channel, message);
    pipeline.exec();
  };

  const floorCrowd = await openCrowd({
    server: plain,
    burst,
    publish: (numbers) => {
      const messages = numbers.map((number) => `offers\n${offerText(offeredRide(number))}`);
      publish('floor', messages);
    },
    open: (listen) =>
      openInTurn(drivers, () => openFloorSocket({ port: plain.port, room: 'offers', onText: listen() })),
  });
  const ourCrowd = await openCrowd({
    server,
    burst,
    publish: (numbers) => {
      const messages = numbers.map((number) => composeRideMessage(offeredRide(number), new Date()));
      publish(`marquee:${RIDES_CHANGED}`, messages);
    },
    open: (listen) =>
      openInTurn(drivers, (index) =>
        openPageSocket({
          port: server.port,
          cookie: cookies[index] ?? '',
          isWatching: true,
          onText: listen(),
        }),
      ),
  });

  const runs: { product: Run[]; floor: Run[] } = { product: [], floor: [] };
  for (const crowd of [floorCrowd, ourCrowd]) await crowd.drive(seconds / 2);
  for (let run = 0; run < rounds * RUNS_PER_ROUND; run += 1) {
    runs.floor.push(await floorCrowd.drive(seconds / RUNS_PER_ROUND));
    runs.product.push(await ourCrowd.drive(seconds / RUNS_PER_ROUND));
  }
  for (const crowd of [floorCrowd, ourCrowd]) crowd.close();
  await Promise.all([server.stop(), plain.stop()]);
  return runs;
}
