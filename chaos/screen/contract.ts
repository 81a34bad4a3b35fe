import type { Entry } from '../history/record.ts';

// What a page in its thread and whoever opened it say to each other.

/** Whose page it is, and what the person does with it. */
export interface ScreenSettings {
  /** Origin of the site, as this page reaches it. */
  site: string;
  /** Origin of the payment provider. */
  stripe: string;
  /** The person's address on the net. */
  address: string;
  role: 'rider' | 'driver';
  email: string;
  password: string;
  /** Books, pays, accepts and drives; else only looks. */
  isActive: boolean;
  /** Decides what the person does, and when. */
  seed: number;
}

/** A write that the product acknowledged to this person. */
export type Deed =
  | { did: 'booked'; rideId: string }
  | { did: 'paid'; rideId: string; paymentIntentId: string; amountCents: number }
  | { did: 'accepted' | 'started' | 'completed'; rideId: string };

/** What the page tells whoever opened it. */
export type Report =
  | { ready: { userId: string } }
  | { entry: Entry }
  | { deed: Deed }
  | { rested: true }
  | { lists: ShownLists };

/** What the page is asked: go to work, finish what is under way and stop, say what is on screen. */
export type Asked = 'act' | 'rest' | 'tell';

/** What a page has on screen: its rides as they were sent, and the offers that can still be had. */
export interface ShownLists {
  isLive: boolean;
  riderRides: { id: string; version: number }[];
  driverRides: { id: string; version: number }[];
  offers: { id: string; version: number }[];
}
