import type { SessionData } from 'express-session';
import { DAY_SECONDS } from '#common/durations.ts';
import { databaseClock } from '../infra/database-clock.ts';

declare module 'express-session' {
  interface SessionData {
    /** The signed-in users: at most one rider, one driver and one staff member. */
    riderId: string;
    driverId: string;
    staffId: string;
    /** When the first of them signed in (ISO 8601). */
    signedInAt: string;
    /** Readable browser name and network of the last sign-in. */
    device: string;
    network: string;
    /** The user whose password was right and whose second factor is pending. Nobody is signed in by this. */
    halfSignedIn: HalfSignedIn;
    /** The challenges of the passkey prompts in the browser's tabs, oldest first. */
    challenges: PasskeyChallenge[];
    /** The user who recently proved ownership of their account. */
    proof: OwnershipProof;
    /** Set for the first write; not stored. */
    isNew?: true;
  }
}

/** A sign-in that awaits its second factor. Times are epoch milliseconds. */
export interface HalfSignedIn {
  userId: string;
  /** A digest of the password hash, so that a new password invalidates it. */
  password: string;
  at: number;
  /** Whether the user confirmed signing in beside other accounts. */
  isBeside: boolean;
}

/** A challenge that a passkey is to sign. `at` is in epoch milliseconds. */
export interface PasskeyChallenge {
  /** Base64url. */
  value: string;
  purpose: 'sign-in' | 'register' | 'prove';
  at: number;
}

export interface OwnershipProof {
  userId: string;
  at: number;
}

/** A session expires after a week without a request, and a month after signing in at the latest. */
const IDLE_SECONDS = 7 * DAY_SECONDS;
/** Lifetime of a session without a signed-in user. */
const UNSIGNED_SECONDS = 600;
export const LONGEST_SECONDS = 30 * DAY_SECONDS;

/** Returns how many seconds a session still lasts if nobody uses it. */
export function secondsLeft({ signedInAt }: Partial<SessionData>): number {
  if (!signedInAt) return UNSIGNED_SECONDS;
  const ageMs = databaseClock.nowMs() - Date.parse(signedInAt);
  return Math.min(IDLE_SECONDS, LONGEST_SECONDS - Math.floor(ageMs / 1_000));
}

/** The session fields that hold a signed-in user's id, one for each kind of role. */
export const SLOTS = ['riderId', 'driverId', 'staffId'] as const;
export type Slot = (typeof SLOTS)[number];
