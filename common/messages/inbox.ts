import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/** Which form a message came by; `rating`: words about a ride that was rated as poor. */
export const messageKindSchema = z.enum(['contact', 'lost-item', 'lead', 'rating']);
export type MessageKind = z.infer<typeof messageKindSchema>;

/** Where a message stands. `waiting`: we have answered, and wait for an answer. */
export const inboxStateSchema = z.enum(['open', 'waiting', 'done']);
export type InboxState = z.infer<typeof inboxStateSchema>;

/** One of the staff whom a message can be given to. */
export const colleagueSchema = z.object({ id: idSchema, name: z.string() });
export type Colleague = z.infer<typeof colleagueSchema>;

/** A message in the list. */
export const inboxRowSchema = z.object({
  id: idSchema,
  /** Goes up with each change; a change names the one it was made from. */
  version: z.int(),
  kind: messageKindSchema,
  state: inboxStateSchema,
  /** What it is about. */
  subject: z.string(),
  /** Who sent it: the name, or the address where none was asked for. */
  from: z.string(),
  /** What else tells it from others, such as `trip of Thu 19 Nov`. */
  detail: z.nullable(z.string()),
  /** Who of the staff has it; null for nobody. */
  assignee: z.nullable(colleagueSchema),
  receivedAt: z.iso.datetime(),
  /** Since when it is in its state. */
  movedAt: z.iso.datetime(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** An answer to the sender, or a note that we alone see. */
const threadEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(['answer', 'note']),
  by: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** What became of an answer's mail; null for a note. */
  mail: z.nullable(z.enum(['waiting', 'sent', 'refused'])),
});
export type ThreadEntry = z.infer<typeof threadEntrySchema>;

/** The ride that was rated, or that a lost item may have been left in: of the same mailbox, on the day of the trip. */
const fittingRideSchema = z.object({
  id: idSchema,
  from: z.string(),
  to: z.string(),
  pickupAt: z.nullable(z.iso.datetime()),
  rideType: z.string(),
  driverName: z.nullable(z.string()),
});
export type FittingRide = z.infer<typeof fittingRideSchema>;

/** A message with all that was sent and said about it. */
export const threadSchema = z.object({
  ...inboxRowSchema.shape,
  email: z.string(),
  phone: z.nullable(z.string()),
  /** What the form asked besides, such as `Cards: 25`. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  /** From where to where the trip of a lost item went. */
  route: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** What the sender wrote; null for a form that asks for no words. */
  words: z.nullable(z.string()),
  /** Oldest first. */
  entries: z.array(threadEntrySchema),
  ride: z.nullable(fittingRideSchema),
});
export type Thread = z.infer<typeof threadSchema>;
