import './stand-in-browser.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keepRealtime } from '#web/app/keep-realtime.ts';
import { loadDriverRides, loadOffers, loadRiderRides } from '#web/features/rides/api/load-lists.ts';
import { signIn } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { mountList } from '#web/lib/active-lists.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { createRandom } from '../random.ts';
import { bookingHabit, drivingHabit } from './habits.ts';
import { post, record, type ScreenCommand, type ScreenSettings } from './messages.ts';
import { createPerson, retry } from './person.ts';
import { readLists, recordStore } from './recorder.ts';

/**
 * A page of the product without its components: socket, stores and calls as the browser runs them, for one
 * user who is signed in and has My Rides or, as a driver, My Rides and the dashboard open.
 */
const { stripe, role, email, password, isActive, seed }: ScreenSettings = workerData;

record({ kind: 'opened' });
recordStore();
keepRealtime();

await retry(() => signIn({ email, password }));
// A lost session is restored by the user, as the page asks.
useSessionStore.subscribe(({ session }, before) => {
  if (before.session[role] && !session[role]) void retry(() => signIn({ email, password }));
});

const userId = useSessionStore.getState().session[role]?.id ?? '';
if (role === 'rider') {
  mountList(() => loadRiderRides(userId));
} else {
  mountList(() => loadDriverRides(userId));
  mountList(loadOffers);
}

const random = createRandom(seed);
const habit =
  role === 'rider'
    ? bookingHabit({ riderId: userId, stripe, random })
    : drivingHabit({ driverId: userId, random });
const person = createPerson(habit);

parentPort?.on('message', async (command: ScreenCommand) => {
  if (command === 'start' && isActive) person.start();
  if (command === 'pause') {
    await person.pause();
    post({ paused: true });
  }
  if (command === 'read-lists') post({ lists: readLists(useConnectionStore.getState().state === 'live') });
});
post({ ready: { userId } });
