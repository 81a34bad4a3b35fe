import * as z from 'zod/mini';
import { driverRideSchema, riderRideSchema } from '#common/rides/ride.ts';
import { visitor } from '../../testing/as.ts';
import { TEST_PASSWORD } from '../../testing/build-user.ts';
import type { Seen } from './releases.ts';

interface Person {
  id: string;
  email: string;
}

async function signedIn(url: string, { email }: Person) {
  const browser = visitor(url);
  const { status, body } = await browser.post('/api/session', { email, password: TEST_PASSWORD });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
  return browser;
}

async function look(client: ReturnType<typeof visitor>, path: string): Promise<unknown> {
  const { status, body } = await client.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function balanceOf(url: string, code: string): Promise<number> {
  const { body } = await visitor(url).post('/api/validate-gift-card', { code });
  return z.object({ currentBalance: z.number() }).parse(body).currentBalance;
}

interface Look {
  /** URL of a server. */
  url: string;
  rider: Person;
  driver: Person;
  /** Gift card codes. */
  codes: readonly string[];
}

/** Signs in as these users, and returns what they see of their rides and gift cards. */
export async function snapshotUserViews({ url, rider, driver, codes }: Look): Promise<Seen> {
  const asRider = await signedIn(url, rider);
  const booked = z.array(riderRideSchema).parse(await look(asRider, `/api/rides/rider/${rider.id}`));
  const asDriver = await signedIn(url, driver);
  const driven = z.array(driverRideSchema).parse(await look(asDriver, `/api/rides/driver/${driver.id}`));
  return {
    rider: { id: rider.id, email: rider.email },
    driver: { id: driver.id, email: driver.email },
    rides: Object.fromEntries(
      booked.map(({ id, version, status, paymentStatus, fare, scheduledDate, scheduledTime }) => [
        id,
        { version, status, paymentStatus, fareCents: fare.fareCents, scheduledDate, scheduledTime },
      ]),
    ),
    driven: driven.map(({ id }) => id).toSorted(),
    giftCards: Object.fromEntries(
      await Promise.all(codes.map(async (code) => [code, await balanceOf(url, code)] as const)),
    ),
  };
}
