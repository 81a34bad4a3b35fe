import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Takes its share of the tries at a challenge, apart from the page, which stays as quick as it is.
handler({ deriveKey });
