import type { HeldName } from '#common/personal-data/personal-data.ts';
import { alertsData } from '../alerts/alerts-data.ts';
import { auditData } from '../audit-log/audit-data.ts';
import { applicationsData } from '../driver-applications/applications-data.ts';
import { driversData } from '../drivers/drivers-data.ts';
import { filesData } from '../files/files-data.ts';
import { giftCardsData, purchasesData } from '../gift-cards/gift-cards-data.ts';
import { endSessionsOf, listSessions } from '../http/user-sessions.ts';
import { mailsData } from '../mail/mails-data.ts';
import { messagesData } from '../messages/messages-data.ts';
import { noticesData } from '../papers/notices-data.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { savedPlacesData } from '../places/saved-places.ts';
import { redemptionsData } from '../promos/redemptions-data.ts';
import { forgetPositions } from '../rides/position/last-position.ts';
import { forgetPassedStops } from '../rides/position/passed-stops.ts';
import { ridesData } from '../rides/rides-data.ts';
import { calendarsData } from '../rides/schedule/calendar-address.ts';
import { statementsData } from '../statements/statements-data.ts';
import { authenticatorsData, passkeysData } from '../users/factors-data.ts';
import { accountLinksData, invitationsData, usersData } from '../users/users-data.ts';
import { vehiclesData } from '../vehicles/vehicles-data.ts';

/**
 * How each collection and family of Redis keys exports and erases personal data, and enforces its retention
 * period. `PERSONAL_DATA` of `common/personal-data/personal-data.ts` describes the same rows in words.
 * Erasure follows this order: data that is found through other data comes before it, and the account, which
 * has the email address, comes last.
 */
export const PERSONAL_DATA_SOURCES: Readonly<Record<HeldName, PersonalDataSource>> = {
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
  mails: mailsData,
  'audit-log': auditData,
  alerts: alertsData,
  messages: messagesData,
  statements: statementsData,
  giftCards: giftCardsData,
  purchases: purchasesData,
  redemptions: redemptionsData,
  rides: ridesData,
  'saved-places': savedPlacesData,
  paperNotices: noticesData,
  files: filesData,
  fileChunks: {},
  driverApplications: applicationsData,
  driverCalendars: calendarsData,
  vehicles: vehiclesData,
  drivers: driversData,
  invitations: invitationsData,
  'account-links': accountLinksData,
  passkeys: passkeysData,
  authenticators: authenticatorsData,
  users: usersData,
};

/**
 * Collections and families of Redis keys without personal data of account holders: catalogue, settings, ids
 * and counts. Names of staff who made the last change are the company's record.
 */
export const WITHOUT_PERSONAL_DATA: readonly string[] = [
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
  'place-turn',
  'admin-turn',
  'recorded',
  'security',
];
