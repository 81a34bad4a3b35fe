import { ApiError } from './api-error.ts';
import type { Call } from './operation.ts';

const hidden = (key: string) => key.replace(/^((?:sk|pk|rk)_(?:test|live)_)?(.*?)(.{0,4})$/, '$1****$3');

/**
 * What the key of an `Authorization` header may do. Every test key opens the simulator's one account.
 * @throws ApiError 401 without a key or with another than a test key
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
      ? `Invalid API Key provided: ${hidden(key)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}

/**
 * Refuses a browser's key where only a server's will do.
 * @throws ApiError 403
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
