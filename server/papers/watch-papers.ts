import { formatDate } from '#common/format-date-time.ts';
import { type Paper, paperName } from '#common/papers.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { formatVehicle } from '#common/vehicles/vehicle.ts';
import { listHeldAlerts, type NewAlert, syncAlerts } from '../alerts/alerts.ts';
import { findDriverRecords, listDriversWithPapersUntil } from '../drivers/driver-queries.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { listOpenRides } from '../rides/ride-queries.ts';
import { findUsers } from '../users/accounts.ts';
import { findVehiclesById, listVehiclesWithPapersUntil } from '../vehicles/vehicle-queries.ts';
import { type PaperNoticeDoc, PaperNoticeModel } from './paper-notice-model.ts';

/** How many days before its expiry a paper's notice is mailed. */
const NOTICE_DAYS = 30;

const KIND = 'paper-expired';

/** The driver or vehicle that papers belong to. */
interface PaperOwner {
  kind: 'driver' | 'vehicle';
  id: string;
  name: string;
  documents: readonly Paper[];
}

/**
 * Opens alerts for expired papers of drivers and vehicles with upcoming rides, and resolves alerts that no
 * longer apply. Mails driver and operations once, 30 days before a paper expires. Idempotent.
 */
export async function watchPapers(): Promise<void> {
  const today = dateInVegas(databaseClock.now());
  const held = await listHeldAlerts([KIND]);
  const owners = await listOwners(addDays(today, NOTICE_DAYS));
  const due = (await Promise.all(owners.map((owner) => dueAlerts(owner, today)))).flat();
  await syncAlerts(due, held);
  const opened = due.filter(({ key }) => !held.some((alert) => alert.key === key));
  // A paper may have been renewed just before its alert was opened.
  await updatePaperAlertsAbout(opened);
  for (const owner of owners) {
    for (const paper of owner.documents) {
      if (paper.expiresOn >= today && paper.expiresOn <= addDays(today, NOTICE_DAYS)) {
        await mailNotice(owner, paper);
      }
    }
  }
}

/**
 * Resolves held alerts about papers whose cause has ended: the owner's rides ended or went to others, or an
 * approved application renewed the paper. Idempotent.
 */
export const updateHeldPaperAlerts = async (): Promise<void> =>
  updatePaperAlertsAbout(await listHeldAlerts([KIND]));

/** Syncs the alerts about the papers of each owner that one of these alerts is about. */
async function updatePaperAlertsAbout(alerts: readonly Pick<NewAlert, 'subject'>[]): Promise<void> {
  const kinds = new Map(alerts.map(({ subject }) => [subject.id, subject.kind]));
  for (const [id, kind] of kinds) {
    await (kind === 'driver' ? updatePaperAlertsOfDriver(id) : updatePaperAlertsOfVehicle(id));
  }
}

/** Syncs the alerts about one driver's papers, right after a change. */
export const updatePaperAlertsOfDriver = (driverId: string): Promise<void> =>
  syncAlertsOfOwner(driverId, async () => {
    const [owner] = await withNames(await findDriverRecords([driverId]));
    return owner;
  });

/** Syncs the alerts about one vehicle's papers, right after a change. */
export const updatePaperAlertsOfVehicle = (vehicleId: string): Promise<void> =>
  syncAlertsOfOwner(vehicleId, async () => {
    const [vehicle] = await findVehiclesById([vehicleId]);
    return vehicle && { ...vehicle, kind: 'vehicle', name: formatVehicle(vehicle) };
  });

/**
 * Reads the alerts before the papers, so that a concurrent change of these is not missed. Repeats as long as
 * alerts were opened, to check them against the papers once more.
 */
async function syncAlertsOfOwner(
  ownerId: string,
  readOwner: () => Promise<PaperOwner | undefined>,
): Promise<void> {
  let isOpening = true;
  while (isOpening) {
    const held = await listHeldAlerts([KIND], ownerId);
    const owner = await readOwner();
    if (!owner) return;
    isOpening = await syncAlerts(await dueAlerts(owner, dateInVegas(databaseClock.now())), held);
  }
}

async function listOwners(until: string): Promise<PaperOwner[]> {
  const [drivers, vehicles] = await Promise.all([
    listDriversWithPapersUntil(until),
    listVehiclesWithPapersUntil(until),
  ]);
  return [
    ...(await withNames(drivers)),
    ...vehicles.map((each) => ({ ...each, kind: 'vehicle' as const, name: formatVehicle(each) })),
  ];
}

async function withNames(
  drivers: readonly { id: string; documents: readonly Paper[] }[],
): Promise<PaperOwner[]> {
  const users = await findUsers(drivers.map(({ id }) => id));
  const nameOf = new Map(users.map(({ id, name }) => [id, name]));
  return drivers.map(({ id, documents }) => ({
    kind: 'driver',
    id,
    documents,
    name: nameOf.get(id) ?? 'A driver',
  }));
}

async function dueAlerts({ kind, id, name, documents }: PaperOwner, today: string): Promise<NewAlert[]> {
  const expired = documents.filter(({ expiresOn }) => expiresOn < today);
  if (expired.length === 0) return [];
  const ahead = await listOpenRides(kind === 'driver' ? { driverId: id } : { vehicleId: id });
  if (ahead.length === 0) return [];
  return expired.map((paper) => ({
    key: `${id} ${KIND} ${paper.kind} ${paper.expiresOn}`,
    kind: KIND,
    subject: { kind, id, name },
    // Without the number of rides: the text stays as it is while the alert is open.
    text: `The ${paperName(paper.kind)} was valid until ${formatDate(paper.expiresOn, databaseClock.now())}, and there are rides ahead.`,
  }));
}

async function mailNotice(owner: PaperOwner, { kind: paper, expiresOn }: Paper): Promise<void> {
  const id = await storeNotice({ owner: { kind: owner.kind, id: owner.id }, paper, expiresOn });
  if (owner.kind === 'driver') await enqueueEmail('paper-ending', id);
  await enqueueEmail('paper-ending-for-operations', id);
}

/** Stores a notice. @returns its id, or that of the earlier one for the same paper */
async function storeNotice(notice: Omit<PaperNoticeDoc, '_id'>): Promise<string> {
  const { owner, paper, expiresOn } = notice;
  try {
    return (await PaperNoticeModel.create(notice)).id;
  } catch (error) {
    const earlier =
      isDuplicateKey(error) && (await PaperNoticeModel.exists({ 'owner.id': owner.id, paper, expiresOn }));
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}
