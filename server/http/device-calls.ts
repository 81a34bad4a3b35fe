import type { Request, RequestHandler } from 'express';

/** Whether a request is a call of an app that is no page of ours. */
export const isDeviceCall = ({ call }: Request): boolean => call?.endpoint.isForDevices === true;

/** Runs a handler for all calls but those of devices, which have no session that a page of another site could use. */
export const exceptDevices =
  (handle: RequestHandler): RequestHandler =>
  (req, res, next) =>
    isDeviceCall(req) ? next() : handle(req, res, next);
