import { Types } from 'mongoose';
import { itemsLeft, listItems } from '#common/driver-applications/checklist.ts';
import { OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import { AppError } from '#common/errors.ts';
import { createDriver, handOverToDriver } from '../drivers/edit-driver.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { findUsersByEmail } from '../users/accounts.ts';
import { createInvited, inviteOnce } from '../users/invitations.ts';
import { addVehicle, handOverToVehicle } from '../vehicles/edit-vehicle.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import { type ApplicationDoc, ApplicationModel, type StaffName } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { changeApplication, enqueueFollowUp, nextFollowUp } from './change-application.ts';
import { itemsDone } from './present-application.ts';

/**
 * Approves an application whose checklist is complete. That is one statement; its follow-up creates the driver.
 *
 * @throws CHECKLIST_INCOMPLETE, naming what is left; EMAIL_TAKEN; as `changeApplication` does
 */
export async function approveApplication(
  applicationId: string,
  version: number,
  by: StaffName,
): Promise<ApplicationDoc> {
  const application = await findApplication(applicationId);
  const left = itemsLeft(application.vehicle !== null, itemsDone(application));
  if (left.length > 0 && OPEN_STATUSES.includes(application.status)) {
    throw new AppError('CHECKLIST_INCOMPLETE', `Approve opens once ${listItems(left)} are done.`);
  }
  if (OPEN_STATUSES.includes(application.status)) await requireFreeEmail(application.email);
  const approved = await changeApplication({
    applicationId,
    version,
    update: {
      $set: {
        status: 'approved',
        decision: { by, at: databaseClock.now(), reason: null },
        followUpAt: nextFollowUp(),
      },
      $unset: { openEmail: 1 },
    },
  });
  await enqueueFollowUp(applicationId);
  return approved;
}

/**
 * Creates the driver of an approved application, step by step. Each step is done once however often it is
 * begun, so a run that was cut short is completed by the next.
 *
 * @throws EMAIL_TAKEN where somebody who is no driver signs in with the address meanwhile; PLATE_TAKEN
 */
export async function createApprovedDriver(application: ApplicationDoc): Promise<void> {
  const driverId = await createAccount(application);
  const documents = driverPapers(application);
  await createDriver(driverId, { documents });
  await handOverToDriver(driverId, documents);
  await recordVehicle(application, driverId);
}

/** What the form calls a DOT certification, the papers of drivers call a medical card. */
const DRIVER_KINDS = { license: 'license', 'dot-certification': 'medical-card' } as const;

const driverPapers = ({ papers }: ApplicationDoc) =>
  papers.flatMap(({ kind, ...paper }) =>
    kind === 'license' || kind === 'dot-certification' ? [{ kind: DRIVER_KINDS[kind], ...paper }] : [],
  );

const vehiclePapers = ({ papers }: ApplicationDoc) =>
  papers.flatMap(({ kind, ...paper }) =>
    kind === 'license' || kind === 'dot-certification' ? [] : [{ kind, ...paper }],
  );

/** The applicant's own vehicle, on the road at once. @throws PLATE_TAKEN where somebody else drives one so named */
async function recordVehicle(application: ApplicationDoc, driverId: string): Promise<void> {
  const { vehicle } = application;
  if (!vehicle) return;
  const findRecorded = async () =>
    (await listDrivenVehicles([driverId])).find(({ plate }) => plate === vehicle.plate);
  // The run that recorded it may have been cut short after that.
  const recorded = await findRecorded();
  if (recorded) return handOverToVehicle(recorded);
  const documents = vehiclePapers(application);
  try {
    const fields = {
      ...vehicle,
      // As riders read it: the color first.
      label: `${vehicle.paint.charAt(0).toUpperCase()}${vehicle.paint.slice(1)} ${vehicle.label}`,
      alsoServes: [],
      driverIds: [driverId],
      documents,
    };
    await handOverToVehicle(await addVehicle(fields, documents));
  } catch (error) {
    // Another run of the same follow-up may have been faster.
    const other = await findRecorded();
    if (!other) throw error;
    await handOverToVehicle(other);
  }
}

/** The driver's user, who is mailed a link to set a password. @returns its id */
async function createAccount({ _id, driverId, name, email, phone }: ApplicationDoc): Promise<string> {
  if (driverId) return driverId.toHexString();
  await requireFreeEmail(email);
  const user = await createInvited({ name, email, phone, role: 'driver' }).catch(async (error: unknown) => {
    const [known] = await findUsersByEmail([email]);
    if (known?.role === 'driver') return known;
    throw error;
  });
  await inviteOnce(user.id);
  await ApplicationModel.updateOne({ _id }, { $set: { driverId: new Types.ObjectId(user.id) } });
  return user.id;
}

/** A user has one role: who books rides with an address cannot drive with it. @throws EMAIL_TAKEN */
async function requireFreeEmail(email: string): Promise<void> {
  const [user] = await findUsersByEmail([email]);
  if (!user || user.role === 'driver') return;
  throw new AppError(
    'EMAIL_TAKEN',
    `Somebody signs in with ${email} already, and not as a driver. Please ask for an application with another address.`,
  );
}
