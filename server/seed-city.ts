import { capitalize } from '#common/capitalize.ts';
import type { Contact } from '#common/messages/contact.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { findVehicle, VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { seedApplications } from './driver-applications/seed-applications.ts';
import { createDriver } from './drivers/edit-driver.ts';
import { env } from './env.ts';
import { seedGiftCards } from './gift-cards/seed-gift-cards.ts';
import { databaseClock } from './infra/database-clock.ts';
import { storeMessage } from './messages/receive-message.ts';
import { listPromos } from './promos/edit-promo.ts';
import { type CityPerson, randomFrom } from './rides/plan-city-rides.ts';
import { seedCityRides } from './rides/seed-city-rides.ts';
import { findUsersByEmail } from './users/accounts.ts';
import { DEMO_STAFF_EMAIL } from './users/demo-users.ts';
import { seedPeople } from './users/seed-users.ts';
import { findStaff } from './users/staff.ts';
import { seedVehicle } from './vehicles/edit-vehicle.ts';
import { listDrivenVehicles } from './vehicles/vehicle-queries.ts';

const VEHICLES_PER_KIND = 8;
const DRIVERS = 25;
const RIDERS = 240;
const RIDES = 3_000;
const MESSAGES = 40;
const GIFT_CARDS = 12;

/**
 * Fills an installation with a realistic month of a whole company: 8 vehicles of every kind, 25 drivers, 240
 * riders, 3,000 rides paid at Stripe, some with promo codes, ratings of half of the completed ones, messages,
 * three disputes, open applications to drive and sold gift cards. Deterministic. Does nothing if it has
 * already run.
 *
 * @returns a sentence that describes the result
 * @throws in production
 */
export async function seedCity(): Promise<string> {
  if (env.NODE_ENV === 'production') throw new Error('A made-up city is refused in production.');
  const random = randomFrom(20_261_120);
  const riders = await seedPeople(peopleOf('rider', RIDERS));
  const drivers = await seedPeople(peopleOf('driver', DRIVERS));
  await seedFleet(drivers);
  const vehicles = await listDrivenVehicles(drivers.map(({ id }) => id));
  const withVehicles = drivers.map((user) => ({
    user,
    vehicles: vehicles.filter(({ driverIds }) => driverIds.includes(user.id)),
  }));
  const promos = (await listPromos()).map(({ id }) => id);
  const isNew = await seedCityRides({ riders, drivers: withVehicles, promos, count: RIDES, random });
  for (let index = 0; index < MESSAGES; index += 1) {
    await storeMessage({ form: 'contact', content: messageOf(riders, index) }, `city ${index}`);
  }
  const applications = await seedApplicationsToDrive();
  const giftCards = await seedGiftCards(riders.slice(0, 2 * GIFT_CARDS));
  if (!isNew) return 'The city was there already.';
  return `The city has ${vehicles.length} vehicles, ${DRIVERS} drivers, ${RIDERS} riders, ${RIDES} rides, ${MESSAGES} messages, ${applications} applications to drive and ${giftCards} gift cards.`;
}

/**
 * Seeds none once the account of the demo's admin, who reviews them, is removed.
 *
 * @returns how many there are
 */
async function seedApplicationsToDrive(): Promise<number> {
  const [user] = await findUsersByEmail([DEMO_STAFF_EMAIL]);
  const reviewer = await findStaff(user?.id);
  return reviewer ? seedApplications(reviewer) : 0;
}

const FIRST_NAMES = [
  'Ada',
  'Ben',
  'Carla',
  'Dev',
  'Elena',
  'Femi',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
];
const FIRST_NAMES_TOO = [
  'Mona',
  'Nils',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Simon',
  'Tara',
  'Umar',
  'Vera',
  'Wes',
  'Yuki',
];
const LAST_NAMES = [
  'Abbott',
  'Brandt',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Farah',
  'Goldberg',
  'Huang',
  'Ibarra',
  'Jensen',
];

/** Builds people whose names repeat only after 240. */
function peopleOf(role: 'rider' | 'driver', count: number) {
  const firstNames = [...FIRST_NAMES, ...FIRST_NAMES_TOO];
  return Array.from({ length: count }, (_, index) => ({
    name: `${firstNames[index % firstNames.length]} ${LAST_NAMES[(index * 7 + Math.floor(index / 24)) % LAST_NAMES.length]}`,
    email: `city-${role}-${index + 1}@marquee.example`,
    role,
    phone: `(702) 555-${String((role === 'driver' ? 7_000 : 2_000) + index).padStart(4, '0')}`,
  }));
}

/** Creates drivers and vehicles. Each driver drives about five vehicles of various kinds. */
async function seedFleet(drivers: readonly CityPerson[]): Promise<void> {
  const today = dateInVegas(databaseClock.now());
  for (const [index, { id }] of drivers.entries()) {
    // A few papers expire soon, for realism.
    const expiresOn = addDays(today, index % 9 === 4 ? 12 : 400 + index);
    await createDriver(id, {
      isOnDuty: index % 4 !== 3,
      documents: [{ kind: 'license', number: `NV-30${1_000 + index}`, expiresOn }],
    });
  }
  for (let index = 0; index < VEHICLE_IDS.length * VEHICLES_PER_KIND; index += 1) {
    const kind = findVehicle(VEHICLE_IDS[Math.floor(index / VEHICLES_PER_KIND)] ?? '');
    const driver = drivers[index % drivers.length];
    const paint = kind?.paints[index % kind.paints.length];
    if (!kind || !driver || !paint) continue;
    const plate = `LV ${String(100 + index)}-CTY`;
    await seedVehicle({
      rideType: kind.id,
      label: `${capitalize(paint)} ${kind.name}`,
      plate,
      alsoServes: [],
      seats: kind.capacity,
      paint,
      year: 2019 + (index % 7),
      wheelchairLift: kind.id.startsWith('shuttle'),
      driverIds: [driver.id],
      documents: [{ kind: 'registration', number: plate, expiresOn: addDays(today, 30 + index * 3) }],
    });
  }
}

const SUBJECTS = [
  'A receipt for my ride',
  'Change of pickup',
  'Thank you',
  'A party of forty',
  'Wheelchair lift',
];

function messageOf(riders: readonly CityPerson[], index: number): Contact {
  const rider = riders[(index * 11) % riders.length];
  const subject = SUBJECTS[index % SUBJECTS.length] ?? '';
  return {
    name: rider?.name ?? '',
    email: rider?.email ?? '',
    subject,
    message: `${subject}: could somebody write me back about it, please?`,
  };
}
