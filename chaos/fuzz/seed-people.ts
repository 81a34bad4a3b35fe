import { addDays, dateInVegas } from '#common/time.ts';
import { createDriver } from '#server/drivers/edit-driver.ts';
import { connectMongo, disconnectMongo } from '#server/infra/mongo.ts';
import { redis } from '#server/infra/redis.ts';
import { seedPeople } from '#server/users/seed-users.ts';
import { seedVehicle } from '#server/vehicles/edit-vehicle.ts';
import { LANE_DRIVERS, LANE_RIDERS, laneEmail } from './people.ts';

/**
 * Creates the riders and drivers of the lanes in the database, all with the same password hash, and a sedan
 * for each driver. Usage: `seed-people.ts <lanes>`.
 */
const lanes = Number(process.argv[2]);
const expiresOn = addDays(dateInVegas(new Date()), 2_000);

const phoneOf = (index: number) => `(702) 555-${1_000 + index}`;

await connectMongo();
try {
  const people = Array.from({ length: lanes }, (_, lane) => [
    ...Array.from({ length: LANE_RIDERS }, (_each, n) => ({
      email: laneEmail(lane, 'rider', n),
      role: 'rider' as const,
    })),
    ...Array.from({ length: LANE_DRIVERS }, (_each, n) => ({
      email: laneEmail(lane, 'driver', n),
      role: 'driver' as const,
    })),
  ]).flat();
  const users = await seedPeople(
    people.map((person, index) => ({
      ...person,
      name: `Robin ${person.role} ${index}`,
      phone: phoneOf(index),
    })),
  );
  for (const [index, { id }] of users.filter(({ role }) => role === 'driver').entries()) {
    const documents = [{ kind: 'license' as const, number: `NV-40${1_000 + index}`, expiresOn }];
    await createDriver(id, { isOnDuty: true, documents });
    const plate = `FZ ${1_000 + index}`;
    await seedVehicle({
      ...{ rideType: 'lux-sedan', label: 'Black Mercedes S 580', plate, alsoServes: [], seats: 4 },
      ...{ paint: 'black', year: 2023, wheelchairLift: false, driverIds: [id] },
      documents: [{ kind: 'registration', number: plate, expiresOn }],
    });
  }
} finally {
  redis.disconnect();
  await disconnectMongo();
}
