import { MAX_ADDRESS } from '../places/address.ts';
import { MAX_PHONE } from '../users/phone.ts';

// Does not import zod, because form fields need these limits in the first load of the public pages. The
// schema is in ride-request.ts.

/** The longest texts of a booking, in characters. */
export const LIMITS = {
  name: 100,
  email: 254,
  phone: MAX_PHONE,
  address: MAX_ADDRESS,
  specialRequests: 500,
} as const;

/** The most stops between pickup and drop-off. */
export const MAX_STOPS = 3;

/** How long an assignment, an accept or a give-back can be undone. The buttons disappear slightly earlier. */
export const UNDO_MS = 10_000;
