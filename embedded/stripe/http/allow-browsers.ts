import type { RequestHandler } from 'express';

/** Lets pages of any origin call: what they may do hangs on the client secret they show, not on where they come from. */
export const allowBrowsers: RequestHandler = (req, res, next) => {
  res.set({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type, stripe-version',
    'access-control-allow-methods': 'GET, POST',
    'access-control-expose-headers': 'request-id',
    'access-control-max-age': '600',
  });
  if (req.method === 'OPTIONS') res.status(204).end();
  else next();
};
