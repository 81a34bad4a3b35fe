import './stand-in-browser.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keepRealtime } from '#web/app/keep-realtime.ts';
import { loadDriverRides, loadOffers, loadRiderRides } from '#web/features/rides/api/load-lists.ts';
import { signIn } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { mountList, onResync } from '#web/lib/active-lists.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { opsChannel } from '#web/lib/ops-channel.ts';
import { createRandom } from '../random.ts';
import { drivingHabit, ridingHabit } from './habits.ts';
import { post, record, type ScreenCommand, type ScreenSettings } from './messages.ts';
import { createPerson, retry } from './person.ts';
import { positionHabit } from './position-habit.ts';
import { readLists, recordStore } from './recorder.ts';

/**
 * A page of the product without its components: socket, stores and calls as in a browser, for one signed-in
 * user. A rider has My Rides open, a driver My Rides and the dashboard, a staff member the console.
 */
const { site, stripe, role, email, password, isActive, seed }: ScreenSettings = workerData;

record({ kind: 'opened' });
recordStore();
keepRealtime();

await retry(() => signIn({ email, password }));
// When the session is lost, the user signs in again, as the page asks them to.
useSessionStore.subscribe(({ session }, before) => {
  if (before.session[role] && !session[role]) void retry(() => signIn({ email, password }));
});

const userId = useSessionStore.getState().session[role]?.id ?? '';
if (role === 'rider') {
  mountList(() => loadRiderRides(userId));
} else if (role === 'staff') {
  onResync(watchConsole);
} else {
  mountList(() => loadDriverRides(userId));
  mountList(watchOffers);
}

/** Loads the offers. From then on the connection delivers their changes. */
async function watchOffers(): Promise<boolean> {
  const isLoaded = await loadOffers();
  if (isLoaded) record({ kind: 'joined' });
  return isLoaded;
}

/** Enters the console on each connection. Its lists are not needed here. */
async function watchConsole(): Promise<boolean> {
  try {
    await opsChannel()?.watch();
    return true;
  } catch {
    return false;
  }
}

const random = createRandom(seed);
const habits = {
  rider: [ridingHabit({ riderId: userId, stripe, random })],
  driver: [drivingHabit({ driverId: userId, random }), positionHabit({ site, random: createRandom(~seed) })],
  staff: [],
};
const people = habits[role].map(createPerson);

parentPort?.on('message', async (command: ScreenCommand) => {
  if (command === 'start' && isActive) for (const person of people) person.start();
  if (command === 'pause') {
    await Promise.all(people.map((person) => person.pause()));
    post({ paused: true });
  }
  if (command === 'read-lists') post({ lists: readLists(useConnectionStore.getState().state === 'live') });
});
post({ ready: { userId } });
