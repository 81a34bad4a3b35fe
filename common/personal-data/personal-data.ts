/** Stored personal data. One row per collection or family of Redis keys. */
interface PersonalDataRow {
  /** The personal data it contains. */
  holds: string;
  /** What deleting the account does to it. */
  onDeletion: 'deleted' | 'stripped' | 'kept';
  /** Retention without a deletion: days counted from `from`. Null without a period. */
  keep: { days: number; from: string } | null;
  /** Title of its row on the privacy page. Absent if another collection's row covers it. */
  page?: string;
}

const YEAR = 365;
const SEVEN_YEARS = 7 * YEAR + 2;

/**
 * The single list of stored personal data and its retention. The data export, the deletion of an account
 * (`server/personal-data/table.ts` implements each row), the job `remove-old-data` and the page /privacy
 * derive from it. `stripped`: amounts and times stay; names, contacts, addresses and texts are removed.
 */
export const PERSONAL_DATA = {
  users: {
    page: 'Account',
    holds:
      'Name, email address and those confirmed before, phone number, role, a hash of the password; once deleted, where rides were booked, what is left of its mailboxes, which nobody can read from it',
    onDeletion: 'deleted',
    keep: null,
  },
  passkeys: {
    page: 'Passkeys and authenticator app',
    holds: 'Names and public keys of passkeys, when they were used',
    onDeletion: 'deleted',
    keep: null,
  },
  authenticators: {
    holds: 'The sealed secret of the app, and hashes of recovery codes',
    onDeletion: 'deleted',
    keep: null,
  },
  invitations: {
    page: 'Account invitations',
    holds: 'That somebody was invited, and when',
    onDeletion: 'deleted',
    keep: { days: 30, from: 'after they end' },
  },
  'account-links': {
    page: 'Password reset links',
    holds: 'The address that asked',
    onDeletion: 'deleted',
    keep: { days: 1, from: 'after they end' },
  },
  'saved-places': { page: 'Saved places', holds: 'Names and addresses', onDeletion: 'deleted', keep: null },
  rides: {
    page: 'Ride history',
    holds: 'Who rides and how to reach them, addresses, times, requests, fare, payments, rating',
    onDeletion: 'stripped',
    keep: { days: SEVEN_YEARS, from: 'after the ride' },
  },
  redemptions: {
    page: 'Promo codes used',
    holds:
      'The code, account and mailbox, and fingerprints of its mailboxes, phone and bank card; once deleted of the mailbox too, which nobody can read from it',
    onDeletion: 'stripped',
    keep: null,
  },
  giftCards: {
    page: 'Gift cards',
    holds: 'Balance, and the rides it was spent on',
    onDeletion: 'stripped',
    keep: null,
  },
  purchases: {
    page: 'Gift card purchases',
    holds: 'Addresses of buyer and recipient, the message',
    onDeletion: 'stripped',
    keep: { days: SEVEN_YEARS, from: 'after the purchase' },
  },
  messages: {
    page: 'Messages to us',
    holds: 'What was written, and how to answer',
    onDeletion: 'deleted',
    keep: { days: 2 * YEAR, from: 'after the last message' },
  },
  driverApplications: {
    page: 'Declined driver applications',
    holds: 'What was sent, and what was decided',
    onDeletion: 'deleted',
    keep: { days: YEAR, from: 'after the decision' },
  },
  files: {
    page: 'Document files',
    holds: 'Pictures and PDFs of documents',
    onDeletion: 'deleted',
    keep: { days: 1, from: 'after nothing refers to them' },
  },
  fileChunks: { holds: 'The content of those files', onDeletion: 'deleted', keep: null },
  drivers: {
    page: 'Driver documents and hours',
    holds: 'Numbers and dates of documents, working hours, standing',
    onDeletion: 'deleted',
    keep: null,
  },
  vehicles: { holds: 'Who drives it', onDeletion: 'deleted', keep: null },
  driverCalendars: { holds: 'What a driver’s calendar shows', onDeletion: 'deleted', keep: null },
  paperNotices: {
    holds: 'That a notice of a document was sent',
    onDeletion: 'deleted',
    keep: { days: YEAR, from: 'after the document ended' },
  },
  statements: {
    page: 'Driver statements',
    holds: 'What was earned and paid',
    onDeletion: 'stripped',
    keep: { days: SEVEN_YEARS, from: 'after the week' },
  },
  mails: {
    page: 'Emails we sent',
    holds: 'Which and when; neither text nor address',
    onDeletion: 'kept',
    keep: null,
  },
  alerts: {
    page: 'Operations alerts',
    holds: 'What happened to a ride or a driver',
    onDeletion: 'stripped',
    keep: { days: 2 * YEAR, from: 'after they were resolved' },
  },
  'audit-log': {
    page: 'Log of who did what',
    holds: 'Name, network address, the act and what it changed',
    onDeletion: 'stripped',
    keep: { days: 400, from: 'after the action' },
  },
  session: {
    page: 'Sign-in sessions',
    holds: 'Kind of browser, network, times',
    onDeletion: 'deleted',
    keep: { days: 30, from: 'after signing in' },
  },
  'sessions-of': { holds: 'Which of these are whose', onDeletion: 'deleted', keep: null },
  position: { holds: 'A driver’s last position, for ten minutes', onDeletion: 'deleted', keep: null },
  'passed-stops': { holds: 'Stops passed on a ride, for a day', onDeletion: 'deleted', keep: null },
} as const satisfies Record<string, PersonalDataRow>;

/** A MongoDB collection, or a family of Redis keys, that contains personal data. */
export type HeldName = keyof typeof PERSONAL_DATA;

/** After this many days, accounts without rides whose user never signed in are deleted. */
export const UNUSED_ACCOUNT_DAYS = 180;

/** Replaces the name of a deleted account. */
export const DELETED_NAME = 'Deleted account';

/** Replaces an address of a deleted account with the city. */
export const DELETED_PLACE = 'Las Vegas';

/** How long data without a retention period is stored, by what the deletion of the account does to it. */
const WITHOUT_PERIOD: Record<PersonalDataRow['onDeletion'], string> = {
  deleted: 'As long as you have an account',
  stripped: 'Indefinitely; without your name and contact info once you delete your account',
  kept: 'Indefinitely',
};

/** Describes a retention period: `2 years after the last message`, `400 days after the action`. */
function formatPeriod({ keep, onDeletion }: PersonalDataRow): string {
  if (!keep) return WITHOUT_PERIOD[onDeletion];
  const years = Math.floor(keep.days / YEAR);
  const isYears = years > 0 && keep.days - years * YEAR < 3;
  const [count, unit] = isYears ? [years, 'year'] : [keep.days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ${keep.from}`;
}

interface FormattedHolding {
  title: string;
  period: string;
  onDeletion: PersonalDataRow['onDeletion'];
}

/** Returns the rows of the privacy page: data, retention, and the effect of a deletion. */
export const describeStoredData = (): FormattedHolding[] =>
  Object.values(PERSONAL_DATA).flatMap((row: PersonalDataRow) =>
    row.page ? [{ title: row.page, period: formatPeriod(row), onDeletion: row.onDeletion }] : [],
  );
