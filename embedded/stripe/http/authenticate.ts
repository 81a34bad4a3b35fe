import type { RequestHandler } from 'express';
import { ApiError, type Call } from './operation.ts';

/**
 * Returns the kind of the API key in an `Authorization` header (Bearer or Basic). Any test key is valid for
 * the only account.
 * @throws ApiError 401 without a key, or with anything but a test key
 */
export function authenticate(header: string | undefined): Call['caller'] {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ');
  const key =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '')
      : credentials;
  if (/^sk_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: key
      ? `Invalid API Key provided: ${redactKey(key)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}

/**
 * Refuses publishable keys.
 * @throws ApiError 403 secret_key_required
 */
export function requireSecretKey(caller: Call['caller']): void {
  if (caller === 'secret') return;
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });
}

/** Allows CORS requests from any origin. Access depends on the client secret, not on the origin. */
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

function redactKey(key: string): string {
  return key.replace(/^((?:sk|pk|rk)_(?:test|live)_)?(.*?)(.{0,4})$/, '$1****$3');
}
