import type { Request, RequestHandler } from 'express';

/** Whether a request is an API call for device apps, such as tracking apps, instead of our pages. */
export const isDeviceCall = ({ call }: Request): boolean => call?.endpoint.isForDevices === true;

/** Skips middleware for device calls, which have no session cookie that another site's page could misuse. */
export const exceptDevices =
  (handle: RequestHandler): RequestHandler =>
  (req, res, next) =>
    isDeviceCall(req) ? next() : handle(req, res, next);
