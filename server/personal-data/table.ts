import type { HeldName } from '#common/personal-data/held-data.ts';
import { heldAlerts } from '../alerts/held-alerts.ts';
import { heldAudit } from '../audit-log/held-audit.ts';
import { heldApplications } from '../driver-applications/held-applications.ts';
import { heldDrivers } from '../drivers/held-drivers.ts';
import { heldFiles } from '../files/held-files.ts';
import { heldGiftCards, heldPurchases } from '../gift-cards/held-gift-cards.ts';
import type { Held } from '../held-data.ts';
import { endSessionsOf, listSessions } from '../http/user-sessions.ts';
import { heldMails } from '../mail/held-mails.ts';
import { heldMessages } from '../messages/held-messages.ts';
import { heldNotices } from '../papers/held-notices.ts';
import { heldSavedPlaces } from '../places/saved-places.ts';
import { heldRedemptions } from '../promos/held-redemptions.ts';
import { heldRides } from '../rides/held-rides.ts';
import { forgetPositions } from '../rides/position/last-position.ts';
import { forgetPassedStops } from '../rides/position/passed-stops.ts';
import { heldCalendars } from '../rides/schedule/calendar-address.ts';
import { heldStatements } from '../statements/held-statements.ts';
import { heldAuthenticators, heldPasskeys } from '../users/held-factors.ts';
import { heldAccountLinks, heldInvitations, heldUsers } from '../users/held-users.ts';
import { heldVehicles } from '../vehicles/held-vehicles.ts';

/**
 * How each collection and family of Redis keys exports and erases personal data, and enforces its retention
 * period. `HELD_DATA` of `common/personal-data/held-data.ts` describes the same rows in words. Erasure
 * follows this order: data that is found through other data comes before it, and the account, which has the
 * email address, comes last.
 */
export const HELD: Readonly<Record<HeldName, Held>> = {
  session: {
    read: async ({ id }) => ({
      sessions: (await listSessions(id, '')).map(({ device, network, signedInAt, seenAt }) => ({
        ...{ device, network, signedInAt, seenAt },
      })),
    }),
    erase: ({ id }) => endSessionsOf(id),
  },
  'sessions-of': {},
  position: { erase: ({ bookedIds, drivenIds }) => forgetPositions([...bookedIds, ...drivenIds]) },
  'passed-stops': { erase: ({ bookedIds }) => forgetPassedStops(bookedIds) },
  mails: heldMails,
  'audit-log': heldAudit,
  alerts: heldAlerts,
  messages: heldMessages,
  statements: heldStatements,
  giftCards: heldGiftCards,
  purchases: heldPurchases,
  redemptions: heldRedemptions,
  rides: heldRides,
  'saved-places': heldSavedPlaces,
  paperNotices: heldNotices,
  files: heldFiles,
  fileChunks: {},
  driverApplications: heldApplications,
  driverCalendars: heldCalendars,
  vehicles: heldVehicles,
  drivers: heldDrivers,
  invitations: heldInvitations,
  'account-links': heldAccountLinks,
  passkeys: heldPasskeys,
  authenticators: heldAuthenticators,
  users: heldUsers,
};

/**
 * Collections and families of Redis keys without personal data of account holders: catalogue, settings, ids
 * and counts. Names of staff who made the last change are the company's record.
 */
export const NOTHING_HELD: readonly string[] = [
  'promos',
  'rates',
  'surgeEvents',
  'settings',
  'begun-calls',
  'capacity-days',
  'chargeCheckouts',
  'webhookEvents',
  'limit',
  'proof',
  // Ids and digests that expire after a quarter of an hour or a day.
  'spent-challenge',
  'booking-turn',
  'recorded',
  'security',
];
