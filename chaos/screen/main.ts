import './stand-in-browser.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { keepRealtime } from '#web/app/keep-realtime.ts';
import { loadDriverRides, loadOffers, loadRiderRides } from '#web/features/rides/api/load-lists.ts';
import { mountList } from '#web/features/rides/store/active-lists.ts';
import { signIn } from '#web/features/users/session-actions.ts';
import { useSessionStore } from '#web/features/users/session-store.ts';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { createRandom } from '../random.ts';
import type { Asked, ScreenSettings } from './contract.ts';
import { drivingHabit } from './driver.ts';
import { insist } from './insist.ts';
import { createPerson } from './person.ts';
import { recordStore, tellLists } from './record-store.ts';
import { record, report } from './report.ts';
import { bookingHabit } from './rider.ts';

/**
 * One page of the product without a picture: its socket, its stores and its calls, as the browser runs them, for one person who is signed in
 * and has My Rides or, as a driver, My Rides and the dashboard open.
 */
const { stripe, role, email, password, isActive, seed }: ScreenSettings = workerData;

record({ kind: 'opened' });
recordStore();
keepRealtime();

/** Somebody whose session is gone signs in again, as the page asks. */
const signInAgain = () => void insist(() => signIn({ email, password }));
await insist(() => signIn({ email, password }));
useSessionStore.subscribe(({ session }, before) => {
  if (before.session[role] && !session[role]) signInAgain();
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

parentPort?.on('message', async (asked: Asked) => {
  if (asked === 'act' && isActive) person.act();
  if (asked === 'rest') {
    await person.rest();
    report({ rested: true });
  }
  if (asked === 'tell') report({ lists: tellLists(useConnectionStore.getState().state === 'live') });
});
report({ ready: { userId } });
