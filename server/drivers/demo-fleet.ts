import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';
import { DEMO_DRIVER_EMAIL } from '../users/demo-users.ts';

/** A vehicle of the demo fleet. */
interface DemoVehicle {
  rideType: VehicleId;
  label: string;
  plate: string;
  paint: Paint;
  year: number;
  /** Email addresses of its drivers. */
  drivers: readonly string[];
  wheelchairLift?: boolean;
}

const SAM = [DEMO_DRIVER_EMAIL];
const NORA = 'nora@marquee.example';
const LUIS = 'luis@marquee.example';

/**
 * Sam drives one vehicle of each kind, so that every booking of a first visitor appears on his board. The
 * other drivers share a sedan and an SUV of the company.
 */
export const DEMO_FLEET: readonly DemoVehicle[] = [
  sams('lux-suv', 'Black Cadillac Escalade', 'NV 218-QKD', 'black', 2024),
  sams('lux-sedan', 'Black Mercedes S 580', 'NV 372-BWN', 'black', 2023),
  sams('ev-lux-sedan', 'White Lucid Air', 'NV 640-EVA', 'white', 2024),
  sams('ev-lux-suv', 'Black Rivian R1S', 'NV 815-RVN', 'black', 2024),
  sams('limousine-10', 'White Chrysler 300 Stretch', 'NV 407-LMO', 'white', 2021),
  sams('limousine-16', 'Black Escalade Stretch', 'NV 516-ESC', 'black', 2020),
  sams('limousine-18', 'White Navigator Stretch', 'NV 733-NAV', 'white', 2022),
  sams('hummer-18', 'Pink Hummer H2 Stretch', 'NV 118-HUM', 'pink', 2018),
  sams('limousine-24', 'Black Excursion Stretch', 'NV 924-EXC', 'black', 2019),
  sams('partybus-16', 'Black Sprinter Party Bus', 'NV 161-PBS', 'black', 2022),
  sams('partybus-20', 'White Ford E-450 Party Bus', 'NV 202-PBF', 'white', 2021),
  sams('partybus-33', 'Black Freightliner Party Bus', 'NV 338-PBL', 'black', 2020),
  sams('partybus-45', 'White MCI Party Bus', 'NV 459-PBM', 'white', 2019),
  { ...sams('shuttle-16', 'White Sprinter Shuttle', 'NV 164-SHS', 'white', 2023), wheelchairLift: true },
  { ...sams('shuttle-33', 'White Ford F-650 Shuttle', 'NV 330-SHF', 'white', 2021), wheelchairLift: true },
  { ...sams('shuttle-45', 'Black Prevost Coach', 'NV 454-SHP', 'black', 2020), wheelchairLift: true },
  {
    rideType: 'lux-sedan',
    label: 'White Mercedes S 580',
    plate: 'NV 904-LRT',
    paint: 'white',
    year: 2023,
    drivers: [NORA, LUIS],
  },
  {
    rideType: 'lux-suv',
    label: 'White Lincoln Navigator',
    plate: 'NV 677-TGL',
    paint: 'white',
    year: 2022,
    drivers: [NORA, LUIS],
  },
];

function sams(
  ...[rideType, label, plate, paint, year]: [VehicleId, string, string, Paint, number]
): DemoVehicle {
  return { rideType, label, plate, paint, year, drivers: SAM };
}
