import type { StaffDriver } from '#common/drivers/driver.ts';
import * as api from '#common/drivers/drivers-api.ts';
import { AppError } from '#common/errors.ts';
import { readOwnFile } from '#common/files/files-api.ts';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { changedFields, recordAudit } from '../audit-log/record-audit.ts';
import { readFile } from '../files/read-file.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { findUser, findUsers } from '../users/accounts.ts';
import { isOpenDriver, renameDriver } from '../users/profile.ts';
import { findApprovedDriver, findDriver, listDrivers, noSuchDriver } from './driver-queries.ts';
import { editDriver, setDuty, setWeeklyHours } from './edit-driver.ts';
import { presentOwnDriver, presentStaffDriver } from './present-driver.ts';
import type { DriverWithVehicles } from './served-kinds.ts';
import { reinstateDriver, suspendDriver } from './suspend-driver.ts';

interface DriverRoutesOptions {
  /** Returns the open rides of a driver, including those being accepted at this moment. */
  listRidesOfDriver: (driverId: string) => Promise<OpenRide[]>;
  /** Syncs the alerts that depend on a driver's state. */
  updateAlertsOfDriver: (driverId: string) => Promise<void>;
}

/** Creates the driver routes: for drivers themselves and for staff. */
export function createDriverRoutes({
  listRidesOfDriver,
  updateAlertsOfDriver,
}: DriverRoutesOptions): ApiRoutes {
  const routes = createApiRoutes();

  routes.handle(api.readOwnDriver, async ({ user }) =>
    presentOwnDriver(user.driverId, await findDriver(user.driverId)),
  );

  routes.handle(api.setDuty, async ({ body, user }) => {
    await setDuty(user.driverId, body.isOnDuty);
    await updateAlertsOfDriver(user.driverId);
    return presentOwnDriver(user.driverId, await findDriver(user.driverId));
  });

  routes.handle(api.setWeeklyHours, async ({ body, user: { driverId } }) => {
    const name = (await findUser(driverId))?.name ?? null;
    return presentOwnDriver(driverId, await setWeeklyHours(driverId, body, name));
  });

  routes.handle(readOwnFile, async ({ params, user }) => {
    const driver = await findApprovedDriver(user.driverId);
    const papers = [...driver.documents, ...driver.vehicles.flatMap(({ documents }) => documents)];
    if (papers.some(({ file }) => file?.id === params.fileId)) return readFile(params.fileId);
    throw new AppError('NOT_FOUND', 'There is no such file.');
  });

  routes.handle(api.listRidesOfDriver, ({ params }) => listRidesOfDriver(params.driverId));

  routes.handle(api.listDrivers, async ({ query }) => {
    const { drivers, next } = await listDrivers(query);
    return { drivers: await present(drivers), next };
  });

  routes.handle(api.readDriver, async ({ params }) => ({
    driver: await presentOne(await findApprovedDriver(params.driverId)),
  }));

  routes.handle(api.editDriver, async ({ params, body, staff, clientNetwork }) => {
    const { name, ...changes } = body;
    if (name !== undefined && !(await isOpenDriver(params.driverId))) throw noSuchDriver();
    const { before: former, driver: edited } = await editDriver(params.driverId, changes, staff.name);
    const before = await presentOne(former);
    const isRenamed = name === undefined || (await renameDriver(params.driverId, name));
    const driver = await presentOne(edited);
    // If the driver's account was closed meanwhile, the changes except the name are stored all the same.
    const stored = isRenamed ? body : changes;
    await recordAudit({
      actor: { ...staff, address: clientNetwork },
      action: 'driver changed',
      subject: subjectOf(driver),
      before: changedFields(before, stored),
      after: changedFields(driver, stored),
    });
    await updateAlertsOfDriver(driver.id);
    if (!isRenamed) throw noSuchDriver();
    return { driver };
  });

  routes.handle(api.suspendDriver, async ({ params, body, staff, clientNetwork }) => {
    const suspended = await suspendDriver(params.driverId, body.reason, staff.name);
    const driver = await presentOne(suspended.driver);
    if (suspended.isChanged) {
      await recordAudit({
        actor: { ...staff, address: clientNetwork },
        action: 'driver suspended',
        subject: subjectOf(driver),
        after: { reason: body.reason },
      });
    }
    const rides = await listRidesOfDriver(driver.id);
    await updateAlertsOfDriver(driver.id);
    return { driver, rides };
  });

  routes.handle(api.reinstateDriver, async ({ params, body, staff, clientNetwork }) => {
    const reinstated = await reinstateDriver(params.driverId, staff.name, body.version);
    const driver = await presentOne(reinstated.driver);
    const actor = { ...staff, address: clientNetwork };
    if (reinstated.isChanged)
      await recordAudit({ actor, action: 'driver reinstated', subject: subjectOf(driver) });
    await updateAlertsOfDriver(driver.id);
    return { driver };
  });

  return routes;
}

const subjectOf = ({ id, name }: StaffDriver) => ({ kind: 'driver', id, name });

/** Presents drivers with the contact details of their accounts. */
async function present(drivers: readonly DriverWithVehicles[]) {
  const users = new Map((await findUsers(drivers.map(({ id }) => id))).map((user) => [user.id, user]));
  return drivers.map((driver) => {
    const { name, email, phone } = users.get(driver.id) ?? { name: '', email: '', phone: null };
    return presentStaffDriver(driver, { name, email, phone });
  });
}

async function presentOne(driver: DriverWithVehicles) {
  const [presented] = await present([driver]);
  if (!presented) throw new Error(`driver ${driver.id} could not be presented`);
  return presented;
}
