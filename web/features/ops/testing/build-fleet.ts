import type { StaffDriver } from '#common/drivers/driver.ts';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';

let count = 0;

function nextId(): string {
  count += 1;
  return count.toString(16).padStart(24, '0');
}

/** Builds an active vehicle with papers valid far ahead. */
export const buildFleetVehicle = (overrides: Partial<FleetVehicle> = {}): FleetVehicle => ({
  id: nextId(),
  label: 'Black Cadillac Escalade',
  rideType: 'lux-suv',
  alsoServes: [],
  seats: 6,
  paint: 'black',
  plate: 'NV 218-QKD',
  year: 2024,
  wheelchairLift: false,
  driverIds: [],
  documents: [{ kind: 'registration', number: 'R-1', expiresOn: '2099-06-30' }],
  state: 'active',
  version: 1,
  ...overrides,
});

/** Builds an approved driver, off duty, without a vehicle. */
export const buildStaffDriver = (overrides: Partial<StaffDriver> = {}): StaffDriver => ({
  id: nextId(),
  name: 'Maria Delgado',
  email: 'maria@example.com',
  phone: '702-555-0144',
  state: 'active',
  suspension: null,
  isOnDuty: false,
  dutySince: null,
  weeklyHours: [],
  documents: [{ kind: 'license', number: 'L-1', expiresOn: '2099-06-30' }],
  vehicles: [],
  serves: [],
  version: 1,
  ...overrides,
});

/** Builds an accepted ride. */
export const buildOpenRide = (overrides: Partial<OpenRide> = {}): OpenRide => ({
  id: nextId(),
  version: 2,
  status: 'accepted',
  rideType: 'lux-suv',
  pickupLocation: 'Bellagio, 3600 S Las Vegas Blvd',
  dropoffLocation: 'Harry Reid International Airport',
  scheduledDate: '2099-11-21',
  scheduledTime: '19:30',
  customerName: 'Hannah Cho',
  driverId: null,
  vehicleId: null,
  ...overrides,
});
