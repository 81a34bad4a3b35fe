import * as z from 'zod/mini';

/** A geographic point, in degrees. */
export const pointSchema = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
});
export type Point = z.infer<typeof pointSchema>;

/** The intersection of Flamingo Road and the Strip. */
export const CITY_CENTRE: Point = { lat: 36.1147, lng: -115.1728 };

const EARTH_RADIUS_METERS = 6_371_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance between two points, in metres. */
export function distanceMeters(one: Point, other: Point): number {
  const [latHalf, lngHalf] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2];
  const square =
    Math.sin(latHalf) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lngHalf) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Returns the length of a path, in metres. */
export const pathMeters = (path: readonly Point[]): number =>
  path.slice(1).reduce((sum, point, index) => sum + distanceMeters(path[index] ?? point, point), 0);
