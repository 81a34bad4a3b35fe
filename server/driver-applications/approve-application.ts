import { Types } from 'mongoose';
import { capitalize } from '#common/capitalize.ts';
import { itemsLeft, listItems } from '#common/driver-applications/checklist.ts';
import { OPEN_STATUSES } from '#common/driver-applications/driver-application.ts';
import { AppError } from '#common/errors.ts';
import { addDriverPapers, createDriver, handOverToDriver } from '../drivers/edit-driver.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { findUsersByEmail } from '../users/accounts.ts';
import { createInvited, inviteOnce } from '../users/invitations.ts';
import { addVehicle, addVehiclePapers, handOverToVehicle } from '../vehicles/edit-vehicle.ts';
import { listDrivenVehicles } from '../vehicles/vehicle-queries.ts';
import { type ApplicationDoc, ApplicationModel, type StaffName } from './application-model.ts';
import { findApplication } from './application-queries.ts';
import { changeApplication, enqueueFollowUp, nextFollowUp } from './change-application.ts';
import { itemsDone } from './present-application.ts';

/**
 * Approves an application whose checklist is complete, in one statement. The follow-up job creates the
 * driver.
 *
 * @throws AppError CHECKLIST_INCOMPLETE naming the missing items
 * @throws AppError EMAIL_TAKEN and the errors of `changeApplication`
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
    isMade: ({ status, decision }) => status === 'approved' && decision?.by.id === by.id,
  });
  await enqueueFollowUp(applicationId);
  return approved;
}

/**
 * Creates the driver of an approved application step by step. The approval is mailed once the account exists,
 * because the email says how to sign in. Every step is idempotent, so the next run completes an interrupted
 * one.
 *
 * @throws AppError EMAIL_TAKEN when a user who is not a driver has taken the address meanwhile
 * @throws AppError PLATE_TAKEN
 */
export async function createApprovedDriver(application: ApplicationDoc): Promise<void> {
  const driverId = await createAccount(application);
  const documents = driverPapers(application);
  await createDriver(driverId, { documents });
  await handOverToDriver(driverId, documents);
  await enqueueEmail('driver-application-approved', application._id.toHexString());
  await recordVehicle(application, driverId);
}

/** Maps paper kinds of the application form to those of drivers. */
const DRIVER_KINDS = { license: 'license', 'dot-certification': 'medical-card' } as const;

const driverPapers = ({ papers }: ApplicationDoc) =>
  papers.flatMap(({ kind, ...paper }) =>
    kind === 'license' || kind === 'dot-certification' ? [{ kind: DRIVER_KINDS[kind], ...paper }] : [],
  );

const vehiclePapers = ({ papers }: ApplicationDoc) =>
  papers.flatMap(({ kind, ...paper }) =>
    kind === 'license' || kind === 'dot-certification' ? [] : [{ kind, ...paper }],
  );

/**
 * Adds the applicant's own vehicle, active at once. One that they already drive stays as it is and gets the
 * checked papers.
 *
 * @throws AppError PLATE_TAKEN if another vehicle has the plate
 */
async function recordVehicle(application: ApplicationDoc, driverId: string): Promise<void> {
  const { vehicle } = application;
  if (!vehicle) return;
  const documents = vehiclePapers(application);
  const recordPapers = async (): Promise<boolean> => {
    const driven = await listDrivenVehicles([driverId]);
    const recorded = driven.find(({ plate }) => plate === vehicle.plate);
    if (!recorded) return false;
    const by = application.decision?.by.name ?? null;
    await handOverToVehicle(await addVehiclePapers(recorded.id, documents, by));
    return true;
  };
  // Also if an earlier run was interrupted after adding the vehicle.
  if (await recordPapers()) return;
  try {
    const fields = {
      ...vehicle,
      // Riders see the color first, such as "Black Cadillac Escalade".
      label: `${capitalize(vehicle.paint)} ${vehicle.label}`,
      alsoServes: [],
      driverIds: [driverId],
      documents,
    };
    await handOverToVehicle(await addVehicle(fields, documents));
  } catch (error) {
    // A concurrent run of the same follow-up may have added it first.
    if (!(await recordPapers())) throw error;
  }
}

/**
 * Creates the driver's user and mails them a link to set a password. Someone who already drives keeps their
 * account and gets the checked papers.
 *
 * @returns the user id
 */
async function createAccount(application: ApplicationDoc): Promise<string> {
  const { _id, driverId, name, email, phone } = application;
  if (driverId) return driverId.toHexString();
  await requireFreeEmail(email);
  const user = await createInvited({ name, email, phone, role: 'driver' }).catch(async (error: unknown) => {
    const [known] = await findUsersByEmail([email]);
    if (known?.role !== 'driver') throw error;
    await addDriverPapers(known.id, driverPapers(application), application.decision?.by.name ?? null);
    return known;
  });
  await inviteOnce(user.id);
  await ApplicationModel.updateOne({ _id }, { $set: { driverId: new Types.ObjectId(user.id) } });
  return user.id;
}

/** A user has only one role: a rider's address cannot be a driver's. @throws AppError EMAIL_TAKEN */
async function requireFreeEmail(email: string): Promise<void> {
  const [user] = await findUsersByEmail([email]);
  if (!user || user.role === 'driver') return;
  throw new AppError(
    'EMAIL_TAKEN',
    `${email} already signs in, but not as a driver. Please ask for an application with another address.`,
  );
}
