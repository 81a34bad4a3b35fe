import type { BodyOf, QueryOf } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { sentPositionSchema } from '#common/rides/position.ts';
import * as api from '#common/rides/position-api.ts';
import { readTracking as readTrackingCall } from '#common/rides/rides-api.ts';
import { connectDevice, disconnectDevice, readDevice } from '../../drivers/driver-device.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { authorize } from '../ride-policy.ts';
import { findRide } from '../ride-queries.ts';
import { findReportingDriver } from './find-reporting-driver.ts';
import { planSimulatedDrive, readTracking } from './read-tracking.ts';
import { takePosition } from './take-position.ts';

export const positionRoutes = createApiRoutes();

positionRoutes.handle(readTrackingCall, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'view', ride);
  return readTracking(ride);
});

positionRoutes.handle(api.readRideTracking, async ({ params }) =>
  readTracking(await findRide(params.rideId)),
);

positionRoutes.handle(api.planSimulatedDrive, async ({ params, user }) => {
  const ride = await findRide(params.rideId);
  authorize(user, 'drive', ride);
  return planSimulatedDrive(ride);
});

positionRoutes.handle(api.readDevice, ({ user }) => readDevice(user.driverId));
positionRoutes.handle(api.connectDevice, ({ user }) => connectDevice(user.driverId));
positionRoutes.handle(api.disconnectDevice, ({ user }) => disconnectDevice(user.driverId));

positionRoutes.handle(api.sendPosition, async ({ query, body, clientNetwork }) => {
  const { token, timestamp, ...point } = body.location ? fromJson(body) : fromParameters(query);
  const sent = sentPositionSchema.safeParse(point);
  if (!token || !sent.success) {
    throw new AppError('INVALID_REQUEST', 'A position needs the device identifier, latitude and longitude.');
  }
  const driverId = await findReportingDriver(token, clientNetwork);
  await takePosition(sent.data, { driverId, deviceAt: toEpochMs(timestamp) });
});

/** The fields of both request formats. */
interface DevicePosition {
  token: string | undefined;
  timestamp: string | number | undefined;
  lat: number | undefined;
  lng: number | undefined;
  accuracy: number | null;
  heading: number | null;
}

/** Some apps send -1 for unknown values. */
const known = (value: number | null | undefined): number | null =>
  value == null || Number.isNaN(value) || value < 0 ? null : value;

const fromParameters = ({
  id,
  deviceid,
  lat,
  lon,
  ...rest
}: QueryOf<typeof api.sendPosition>): DevicePosition => ({
  token: id ?? deviceid,
  timestamp: rest.timestamp,
  lat,
  lng: lon,
  accuracy: known(rest.accuracy),
  heading: known(rest.bearing),
});

const fromJson = ({ device_id, location }: BodyOf<typeof api.sendPosition>): DevicePosition => ({
  token: device_id,
  timestamp: location?.timestamp,
  lat: location?.coords.latitude,
  lng: location?.coords.longitude,
  accuracy: known(location?.coords.accuracy),
  heading: known(location?.coords.heading),
});

/** Timestamps below this are in seconds, all others in milliseconds. */
const MOST_SECONDS = 100_000_000_000;

function toEpochMs(timestamp: string | number | undefined): number | null {
  if (timestamp === undefined) return null;
  const number = Number(timestamp);
  const ms = Number.isNaN(number)
    ? Date.parse(`${timestamp}`)
    : number < MOST_SECONDS
      ? number * 1_000
      : number;
  return Number.isNaN(ms) ? null : ms;
}
