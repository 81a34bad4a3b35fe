import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Computes a share of a challenge off the main thread, so that the page stays responsive.
handler({ deriveKey });
