import { addDays, dateInVegas } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { findUsersByEmail } from '../users/accounts.ts';
import { DEMO_USERS } from '../users/demo-users.ts';
import { seedVehicle } from '../vehicles/edit-vehicle.ts';
import { DEMO_FLEET } from './demo-fleet.ts';
import { createDriver } from './edit-driver.ts';

/** How long papers of the demo are valid, in days. */
const VALID_DAYS = 5 * 365;

/**
 * Approves the demo's drivers, on duty, and adds their vehicles. Existing data stays as it is. Run it after
 * `seedUsers`.
 *
 * @throws in production
 */
export async function seedDrivers(): Promise<void> {
  if (env.NODE_ENV === 'production') throw new Error('Demo drivers are refused in production.');
  const expiresOn = addDays(dateInVegas(databaseClock.now()), VALID_DAYS);
  const emails = DEMO_USERS.filter(({ role }) => role === 'driver').map(({ email }) => email);
  const drivers = new Map((await findUsersByEmail(emails)).map(({ email, id }) => [email, id]));

  for (const [index, driverId] of [...drivers.values()].entries()) {
    await createDriver(driverId, {
      isOnDuty: true,
      documents: [
        { kind: 'license', number: `NV-170${index + 1}448812`, expiresOn },
        { kind: 'tnc-permit', number: `TNC-${20_417 + index}`, expiresOn },
      ],
    });
  }
  for (const { drivers: driverEmails, rideType, plate, ...vehicle } of DEMO_FLEET) {
    await seedVehicle({
      ...vehicle,
      rideType,
      plate,
      alsoServes: [],
      seats: findVehicle(rideType)?.capacity ?? 1,
      wheelchairLift: vehicle.wheelchairLift ?? false,
      driverIds: driverEmails.flatMap((email) => drivers.get(email) ?? []),
      documents: [
        { kind: 'registration', number: plate, expiresOn },
        { kind: 'insurance', number: `MQ-${plate.slice(3)}`, expiresOn },
      ],
    });
  }
}
