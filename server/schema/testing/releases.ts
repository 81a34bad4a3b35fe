import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** A folder a release: the data directory of its document store, and what people saw of it. */
export const RELEASES = fileURLToPath(new URL('releases', import.meta.url));

/** What a release showed, which every later one shows of its data. */
export const seenSchema = z.object({
  /** All sign in with `TEST_PASSWORD`. */
  rider: z.object({ id: z.string(), email: z.string() }),
  driver: z.object({ id: z.string(), email: z.string() }),
  /** The rider's rides, by id. */
  rides: z.record(
    z.string(),
    z.object({
      version: z.number(),
      status: z.string(),
      paymentStatus: z.string(),
      fareCents: z.number(),
      scheduledDate: z.string(),
      scheduledTime: z.string(),
    }),
  ),
  /** Of those, the driver's. */
  driven: z.array(z.string()),
  /** Balances in dollars, by the code of the card. */
  giftCards: z.record(z.string(), z.number()),
});
export type Seen = z.infer<typeof seenSchema>;

/** The releases whose data is kept, oldest first. */
export const keptReleases = (): string[] =>
  readdirSync(RELEASES).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** What people saw of a release. */
export const readSeen = (release: string): Seen =>
  seenSchema.parse(JSON.parse(readFileSync(`${RELEASES}/${release}/seen.json`, 'utf8')));
