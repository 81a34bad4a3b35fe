import type { Role } from '#common/users/user.ts';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';

/** What a driver drives: the fleet's row, and how a rider recognises it, such as `Black Cadillac Escalade, NV 218-QKD`. */
export interface DriverVehicle {
  rideType: VehicleId;
  label: string;
  paint: Paint;
}

/** Somebody who can sign in, as plain data. `vehicle` is a driver's. */
export interface UserRecord {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  phone: string | null;
  vehicle: DriverVehicle | null;
}
