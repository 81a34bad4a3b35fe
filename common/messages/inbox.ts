import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/** The form that a message came from. `rating`: a comment on a poorly rated ride. */
export const messageKindSchema = z.enum(['contact', 'lost-item', 'lead', 'rating']);
export type MessageKind = z.infer<typeof messageKindSchema>;

/** State of a message. `waiting`: staff have answered and the sender has not replied. */
export const inboxStateSchema = z.enum(['open', 'waiting', 'done']);
export type InboxState = z.infer<typeof inboxStateSchema>;

/** A staff member to whom a message can be assigned. */
export const colleagueSchema = z.object({ id: idSchema, name: z.string() });
export type Colleague = z.infer<typeof colleagueSchema>;

/** A message in the list. */
export const inboxRowSchema = z.object({
  id: idSchema,
  /** Incremented by every change. A change must name the version it was based on. */
  version: z.int(),
  kind: messageKindSchema,
  state: inboxStateSchema,
  subject: z.string(),
  /** The sender's name, or their address if the form has no name. */
  from: z.string(),
  /** A detail that distinguishes the message, such as `trip of Thu 19 Nov`. */
  detail: z.nullable(z.string()),
  /** The assigned staff member; null if unassigned. */
  assignee: z.nullable(colleagueSchema),
  receivedAt: z.iso.datetime(),
  /** When it entered its state. */
  movedAt: z.iso.datetime(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** An answer to the sender, or a note that only staff see. */
const threadEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(['answer', 'note']),
  by: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** Delivery state of an answer's email; null for a note. */
  mail: z.nullable(z.enum(['waiting', 'sent', 'refused'])),
});
export type ThreadEntry = z.infer<typeof threadEntrySchema>;

/**
 * The rated ride, or the ride in which an item may have been lost: booked from the sender's mailbox, on the
 * day of the trip.
 */
const fittingRideSchema = z.object({
  id: idSchema,
  from: z.string(),
  to: z.string(),
  pickupAt: z.nullable(z.iso.datetime()),
  rideType: z.string(),
  driverName: z.nullable(z.string()),
});
export type FittingRide = z.infer<typeof fittingRideSchema>;

/** A message with its answers, its notes and the ride it is about. */
export const threadSchema = z.object({
  ...inboxRowSchema.shape,
  email: z.string(),
  phone: z.nullable(z.string()),
  /** Additional fields of the form, such as `Cards: 25`. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Route of the trip in which an item was lost. */
  route: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** The sender's text; null for a form without a text field. */
  words: z.nullable(z.string()),
  /** Oldest first. */
  entries: z.array(threadEntrySchema),
  ride: z.nullable(fittingRideSchema),
});
export type Thread = z.infer<typeof threadSchema>;
