import { createDriver } from '../../server/drivers/edit-driver.ts';
import { disconnectMongo } from '../../server/infra/mongo.ts';
import { redis } from '../../server/infra/redis.ts';
import { openDatabase } from '../../server/schema/open-database.ts';
import { seedPeople } from '../../server/users/seed-users.ts';
import { seedVehicle } from '../../server/vehicles/edit-vehicle.ts';

// Program run with `scripts/on-services.mjs`: adds the given number of drivers on duty, each with a sedan.
const count = Number(process.argv[2]);

await openDatabase();
try {
  const drivers = await seedPeople(
    Array.from({ length: count }, (_, index) => ({
      name: `Chauffeur ${String.fromCharCode(65 + index)}`,
      email: `chauffeur-${index}@marquee.example`,
      role: 'driver' as const,
      phone: '(702) 555-0170',
    })),
  );
  for (const [index, { id }] of drivers.entries()) {
    await createDriver(id, { isOnDuty: true, documents: [] });
    await seedVehicle({
      rideType: 'lux-sedan',
      label: 'Black Lux Sedan',
      plate: `KEY ${100 + index}`,
      alsoServes: [],
      seats: 3,
      paint: 'black',
      year: 2024,
      wheelchairLift: false,
      driverIds: [id],
      documents: [],
    });
  }
} finally {
  redis.disconnect();
  await disconnectMongo();
}
