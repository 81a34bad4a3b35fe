import * as z from 'zod/mini';
import { driverStateSchema, weeklyHoursSchema } from '../drivers/driver.ts';
import { idSchema } from '../id.ts';
import { riderRideSchema } from '../rides/ride.ts';
import { paymentStatusSchema, rideStatusSchema, STAMP_FIELDS } from '../rides/ride-states.ts';
import { ownStatementSchema } from '../statements/statement.ts';
import { userSessionSchema } from '../users/account.ts';
import { roleSchema } from '../users/user.ts';

/** Version of the export's format. Incremented by changes that older readers would misinterpret. */
export const OWN_DATA_VERSION = 1;

const instant = z.iso.datetime();
const address = z.nullable(z.string());

/** An entry of a ride's history. The person's own actions include their network address and text. */
const ownLineSchema = z.object({ at: instant, what: z.string(), address, text: z.nullable(z.string()) });

/**
 * A ride that the person booked: the rider's view without secrets and links, plus its full history in words.
 */
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

/** A ride that the person drove: their work only, with neither rider nor addresses. */
const drivenRideSchema = z.object({
  id: idSchema,
  reference: z.string(),
  status: rideStatusSchema,
  paymentStatus: paymentStatusSchema,
  rideType: z.string(),
  scheduledAt: instant,
  ...STAMP_FIELDS,
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
  /** Name of the image or PDF. Its content is not part of the export. */
  file: z.nullable(z.string()),
});

/** The sections of the export. A section is empty if nothing is stored. */
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
      /** Previously confirmed addresses, and until when the account used them. */
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
      /** Network address, if the action was the person's own. */
      address,
      /** The changes, if they concern the person. */
      before: z.nullable(z.record(z.string(), z.unknown())),
      after: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
};

const sectionsSchema = z.object(sections);
export type OwnDataSections = z.infer<typeof sectionsSchema>;

/**
 * All data stored about one person, without secrets and without data about others. Amounts are in cents,
 * times in ISO 8601.
 */
export const ownDataSchema = z.object({
  version: z.literal(OWN_DATA_VERSION),
  madeAt: instant,
  ...sections,
});
export type OwnData = z.infer<typeof ownDataSchema>;
