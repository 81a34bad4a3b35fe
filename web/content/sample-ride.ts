/** Latitude and longitude in degrees. */
export type Position = [latitude: number, longitude: number];

interface Stop {
  place: string;
  time: string;
  position: Position;
}

interface SampleRide {
  driver: { name: string; firstName: string; rating: number; trips: number };
  vehicle: { model: string; plate: string };
  arrivesInMinutes: number;
  car: { place: string; position: Position };
  pickup: Stop;
  dropoff: Stop;
  /** Along the streets, from the car via the pickup to the drop-off. */
  path: Position[];
}

/** The fictional ride that demonstrates tracking. */
export const SAMPLE_RIDE: SampleRide = {
  driver: { name: 'Marcus Thompson', firstName: 'Marcus', rating: 4.9, trips: 328 },
  vehicle: { model: 'Mercedes S-Class, black', plate: 'LUX 4821' },
  arrivesInMinutes: 7,
  car: { place: 'Sahara Ave', position: [36.1427, -115.1563] },
  pickup: { place: 'Bellagio', time: '7:30 PM', position: [36.1126, -115.1767] },
  dropoff: { place: 'Allegiant Stadium', time: '7:48 PM', position: [36.0909, -115.1833] },
  path: [
    [36.1427, -115.1563],
    [36.1255, -115.169],
    [36.1147, -115.1728],
    [36.1147, -115.1767],
    [36.1126, -115.1767],
    [36.1126, -115.18],
    [36.0945, -115.18],
    [36.0945, -115.1833],
    [36.0909, -115.1833],
  ],
};
