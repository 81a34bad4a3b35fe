import { Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { CapacitySettingModel } from '#server/capacity/capacity-model.ts';
import { createDriver } from '#server/drivers/edit-driver.ts';
import { seedSurgeCalendar } from '#server/fares/surge-calendar.ts';
import { issueGiftCard } from '#server/gift-cards/fulfil-gift-card.ts';
import { redemptionTokenOf } from '#server/gift-cards/gift-card-codes.ts';
import { PurchaseModel } from '#server/gift-cards/purchase-model.ts';
import { PromoModel } from '#server/promos/promo-model.ts';
import { UserModel } from '#server/users/user-model.ts';
import { VehicleModel } from '#server/vehicles/vehicle-model.ts';
import { DRIVERS, GIFT_CARDS, KINDS, PROMOS, RIDERS } from '../acts.ts';

/** The people and things in the city at the start. */
export interface People {
  riders: { id: string; name: string; email: string; phone: string }[];
  drivers: { id: string; name: string }[];
  staff: AuditActor;
  /** Redemption tokens. */
  giftCards: string[];
  promos: string[];
}

const GIFT_CARD_CENTS = 40_000;

const times = <Item>(count: number, make: (number: number) => Promise<Item>): Promise<Item[]> =>
  Array.from({ length: count }, (_, number) => number).reduce<Promise<Item[]>>(
    async (made, number) => [...(await made), await make(number)],
    Promise.resolve([]),
  );

/** Fills the city. Vehicles of each kind are so few that they are fully booked at times. */
export async function seedWorld(): Promise<People> {
  await seedSurgeCalendar();
  await CapacitySettingModel.create({ _id: 'capacity', isEnforced: true });
  const riders = await times(RIDERS, (number) => createUser('rider', `Rider ${number}`));
  const drivers = await times(DRIVERS, async (number) => {
    const driver = await createUser('driver', `Driver ${number}`);
    await createDriver(driver.id, { isOnDuty: true });
    await createVehicle(driver.id, number);
    return driver;
  });
  const dana = await createUser('dispatcher', 'Dana Reyes');
  return {
    riders,
    drivers,
    staff: { role: 'admin', id: dana.id, name: dana.name, address: null },
    giftCards: await times(GIFT_CARDS, createGiftCard),
    promos: await times(PROMOS, createPromo),
  };
}

let phones = 1_000;

async function createUser(role: 'rider' | 'driver' | 'dispatcher', name: string) {
  phones += 1;
  const phone = `(702) 555-${phones}`;
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
  const { id } = await UserModel.create({
    ...{ name, email, role, phone },
    emailConfirmedAt: new Date(),
    passwordHash: 'nobody signs in here',
  });
  return { id, name, email, phone };
}

async function createVehicle(driverId: string, number: number): Promise<void> {
  const kind = KINDS[number % KINDS.length] ?? KINDS[0];
  const other = KINDS[(number + 1) % KINDS.length] ?? KINDS[0];
  await VehicleModel.create({
    label: `Vehicle ${number}`,
    plate: `NV ${number}`,
    rideType: kind,
    alsoServes: number % 3 === 0 ? [other] : [],
    seats: 45,
    paint: 'black',
    year: 2024,
    wheelchairLift: false,
    state: 'active',
    driverIds: [driverId],
    documents: [],
    version: 1,
  });
}

async function createGiftCard(): Promise<string> {
  const _id = new Types.ObjectId();
  const id = _id.toHexString();
  // Sold at the desk, so there is no checkout to reconcile it with.
  await PurchaseModel.create({
    ...{ _id, amountCents: GIFT_CARD_CENTS, sessionId: null, createdAt: new Date(), paidAt: new Date() },
    ...{ recipientEmail: 'somebody@example.com', recipientName: 'Somebody', personalMessage: null },
    ...{ state: 'paid', buyerEmail: null },
  });
  await issueGiftCard(id, GIFT_CARD_CENTS);
  return redemptionTokenOf(id);
}

async function createPromo(number: number): Promise<string> {
  const { id } = await PromoModel.create({
    code: `WEEK-${number}`,
    title: 'Simulated',
    description: 'Off a ride.',
    amountCents: 2_500,
    perRider: number % 2 === 0 ? 2 : null,
    totalCap: number === 3 ? 25 : null,
  });
  return id;
}
