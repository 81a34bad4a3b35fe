import { VEHICLES, type Vehicle, type VehicleId } from '#common/vehicles/catalogue.ts';

/** Seen first, side by side, because they tell how far the fleet reaches. */
const OPENING = new Set<VehicleId>(['lux-sedan', 'hummer-18', 'partybus-33']);

/** All vehicles as the carousel shows them: three of very different size, then the others in the catalogue's order. */
export const FLEET_ORDER: readonly Vehicle[] = [
  ...VEHICLES.filter(({ id }) => OPENING.has(id)),
  ...VEHICLES.filter(({ id }) => !OPENING.has(id)),
];
