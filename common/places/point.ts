import * as z from 'zod/mini';

/** A point on the earth, in degrees. */
export const pointSchema = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
});
export type Point = z.infer<typeof pointSchema>;

/** The crossing of Flamingo Road and the Strip. */
export const CITY_CENTRE: Point = { lat: 36.1147, lng: -115.1728 };

const EARTH_RADIUS_METERS = 6_371_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance between two points as the crow flies, in metres. */
export function distanceMeters(one: Point, other: Point): number {
  const [latHalf, lngHalf] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2];
  const square =
    Math.sin(latHalf) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lngHalf) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The length of a way along its points, in metres. */
export const pathMeters = (path: readonly Point[]): number =>
  path.slice(1).reduce((sum, point, index) => sum + distanceMeters(path[index] ?? point, point), 0);
