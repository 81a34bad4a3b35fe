import * as z from 'zod/mini';
import { driverStateSchema, weeklyHoursSchema } from '../drivers/driver.ts';
import { idSchema } from '../id.ts';
import { riderRideSchema } from '../rides/ride.ts';
import { paymentStatusSchema, rideStatusSchema } from '../rides/ride-states.ts';
import { ownStatementSchema } from '../statements/statement.ts';
import { userSessionSchema } from '../users/account.ts';
import { roleSchema } from '../users/user.ts';

/** Rises whenever a reader of an older file would misread a newer one. */
export const OWN_DATA_VERSION = 1;

const instant = z.iso.datetime();
const address = z.nullable(z.string());

/** A line of a ride's history. Of their own acts with the network address, and with what they wrote. */
const ownLineSchema = z.object({ at: instant, what: z.string(), address, text: z.nullable(z.string()) });

/** A ride that they booked: what the rider sees of it, without what opens anything, and its whole history in words. */
const bookedRideSchema = z.object({
  ...z.omit(riderRideSchema, {
    driver: true,
    driverId: true,
    history: true,
    startPin: true,
    tripLink: true,
    payLink: true,
  }).shape,
  reference: z.string(),
  actualFareCents: z.nullable(z.int()),
  completedAt: z.nullable(instant),
  history: z.array(ownLineSchema),
});

/** A ride that they drove: their work, and nothing of who rode or where from. */
const drivenRideSchema = z.object({
  id: idSchema,
  reference: z.string(),
  status: rideStatusSchema,
  paymentStatus: paymentStatusSchema,
  rideType: z.string(),
  scheduledAt: instant,
  enRouteAt: z.nullable(instant),
  arrivedAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  vehicle: z.nullable(z.string()),
  driverShareCents: z.int(),
  stars: z.nullable(z.int()),
  history: z.array(ownLineSchema),
});

const paperSchema = z.object({
  kind: z.string(),
  number: z.string(),
  expiresOn: z.string(),
  /** The name of the picture or PDF; the content is not in this file. */
  file: z.nullable(z.string()),
});

/** What is held about a person, section by section; a section is empty where there is nothing. */
const sections = {
  account: z.array(
    z.object({
      id: idSchema,
      role: roleSchema,
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      createdAt: instant,
      emailConfirmedAt: z.nullable(instant),
      /** Addresses that were confirmed before, and until when the account had them. */
      formerEmails: z.array(z.object({ email: z.string(), confirmedAt: instant, until: instant })),
      passwordChangedAt: z.nullable(instant),
      disabledAt: z.nullable(instant),
    }),
  ),
  sessions: z.array(z.omit(userSessionSchema, { key: true, isCurrent: true })),
  passkeys: z.array(z.object({ name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })),
  authenticatorApps: z.array(z.object({ since: instant, recoveryCodesLeft: z.int() })),
  invitations: z.array(z.object({ expiresAt: instant, spentAt: z.nullable(instant) })),
  passwordLinks: z.array(z.object({ email: z.string(), expiresAt: instant })),
  savedPlaces: z.array(z.object({ name: z.string(), address: z.string() })),
  ridesBooked: z.array(bookedRideSchema),
  ridesDriven: z.array(drivenRideSchema),
  promoCodesUsed: z.array(
    z.object({ code: z.string(), rideId: idSchema, state: z.enum(['held', 'captured']) }),
  ),
  giftCardsBought: z.array(
    z.object({
      id: idSchema,
      amountCents: z.int(),
      state: z.string(),
      recipientEmail: z.string(),
      recipientName: z.nullable(z.string()),
      personalMessage: z.nullable(z.string()),
      createdAt: instant,
      paidAt: z.nullable(instant),
    }),
  ),
  giftCardsReceived: z.array(
    z.object({
      id: idSchema,
      amountCents: z.int(),
      recipientName: z.nullable(z.string()),
      personalMessage: z.nullable(z.string()),
      createdAt: instant,
    }),
  ),
  giftCardUses: z.array(
    z.object({
      last4: z.string(),
      kind: z.string(),
      amountCents: z.int(),
      rideId: z.nullable(z.string()),
      memo: z.nullable(z.string()),
      at: instant,
    }),
  ),
  messages: z.array(
    z.object({
      form: z.string(),
      content: z.record(z.string(), z.unknown()),
      receivedAt: instant,
      answers: z.array(z.object({ text: z.string(), at: instant })),
    }),
  ),
  applications: z.array(
    z.object({
      id: idSchema,
      status: z.string(),
      sentAt: instant,
      name: z.string(),
      dateOfBirth: z.string(),
      phone: z.string(),
      email: z.string(),
      licenseState: z.string(),
      licenseSince: z.int(),
      note: z.nullable(z.string()),
      vehicle: z.nullable(z.record(z.string(), z.unknown())),
      papers: z.array(paperSchema),
      checks: z.array(
        z.object({ item: z.string(), isDone: z.boolean(), note: z.nullable(z.string()), at: instant }),
      ),
      messages: z.array(z.object({ from: z.string(), text: z.string(), at: instant })),
      decidedAt: z.nullable(instant),
      reason: z.nullable(z.string()),
    }),
  ),
  driver: z.array(
    z.object({
      state: driverStateSchema,
      suspension: z.nullable(z.object({ reason: z.string(), at: instant })),
      isOnDuty: z.boolean(),
      dutySince: z.nullable(instant),
      weeklyHours: weeklyHoursSchema,
      documents: z.array(paperSchema),
      deviceSince: z.nullable(instant),
    }),
  ),
  vehicles: z.array(z.object({ label: z.string(), plate: z.string() })),
  calendar: z.array(z.object({ hasAddress: z.boolean(), showsPay: z.boolean(), showsNames: z.boolean() })),
  statements: z.array(
    z.object({
      ...z.pick(ownStatementSchema, { week: true, paidAt: true, changes: true }).shape,
      paysCents: z.nullable(z.int()),
    }),
  ),
  files: z.array(z.object({ name: z.string(), mediaType: z.string(), bytes: z.int(), createdAt: instant })),
  paperNotices: z.array(z.object({ paper: z.string(), expiresOn: z.string() })),
  emails: z.array(z.object({ template: z.string(), sentAt: z.nullable(instant) })),
  alerts: z.array(z.object({ kind: z.string(), openedAt: instant, resolvedAt: z.nullable(instant) })),
  log: z.array(
    z.object({
      at: instant,
      action: z.string(),
      byRole: z.string(),
      /** The network address of their own acts. */
      address,
      /** What changed, where it is about themself. */
      before: z.nullable(z.record(z.string(), z.unknown())),
      after: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
};

const sectionsSchema = z.object(sections);
export type OwnDataSections = z.infer<typeof sectionsSchema>;

/** All that is held about one person, without secrets, and without what it says about others. Money is in cents, times are ISO 8601. */
export const ownDataSchema = z.object({
  version: z.literal(OWN_DATA_VERSION),
  madeAt: instant,
  ...sections,
});
export type OwnData = z.infer<typeof ownDataSchema>;
