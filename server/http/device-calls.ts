import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '#common/endpoint.ts';

/** Whether a request is a call of an app that is no page of ours. */
export type IsDeviceCall = (req: Request) => boolean;

/** Tells the calls for devices from all others. */
export function createDeviceTest(endpoints: readonly Endpoint[]): IsDeviceCall {
  const calls = new Set(
    endpoints.filter(({ isForDevices }) => isForDevices).map(({ method, path }) => `${method} ${path}`),
  );
  return ({ method, baseUrl, path }) => calls.has(`${method} ${baseUrl}${path}`);
}

/** Runs these for all calls but those of devices, which have no session that a page of another site could use. */
export const exceptDevices = (isDeviceCall: IsDeviceCall, ...handlers: RequestHandler[]): RequestHandler[] =>
  handlers.map((handle) => (req, res, next) => (isDeviceCall(req) ? next() : handle(req, res, next)));
