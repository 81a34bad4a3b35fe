import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** Contains a folder for each release: its document store's data directory, and what its users saw. */
export const RELEASES = fileURLToPath(new URL('releases', import.meta.url));

/** What users saw in a release. Every later release must show the same for its data. */
const seenSchema = z.object({
  /** All users sign in with `TEST_PASSWORD`. */
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
  /** Ids of those rides that are the driver's. */
  driven: z.array(z.string()),
  /** Balances in dollars by card code. */
  giftCards: z.record(z.string(), z.number()),
});
export type Seen = z.infer<typeof seenSchema>;

/** Returns the releases whose data is kept, oldest first. */
export const keptReleases = (): string[] =>
  readdirSync(RELEASES).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Returns what users saw in a release. */
export const readSeen = (release: string): Seen =>
  seenSchema.parse(JSON.parse(readFileSync(`${RELEASES}/${release}/seen.json`, 'utf8')));
