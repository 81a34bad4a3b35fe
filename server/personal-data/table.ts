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
 * What is held about people, by collection and family of Redis keys: how it is exported, erased and how its period is carried
 * out. `HELD_DATA` of `common/personal-data/held-data.ts` has the same rows in words. They are erased in this order: what is
 * found by something else before that, and the account, which has the address, last.
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
 * Collections and families of Redis keys that hold nothing about anybody who has an account: what is sold, settings, ids and
 * counts. Where one names who of the staff changed it last, that is the company's record.
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
  // Ids and digests, for a quarter of an hour and a day.
  'spent-challenge',
  'booking-turn',
  'recorded',
  'security',
];
