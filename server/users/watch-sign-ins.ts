import { openAlert, resolveAlert } from '../alerts/alerts.ts';
import { recordSecurityCounts } from '../audit-log/record-security-counts.ts';
import { readTries } from '../infra/security-counts.ts';

/** Failed, challenged or refused attempts per quarter of an hour that open an alert. */
export const ATTACK_TRIES = 1_000;

const KEY = 'sign-in-attack';

/**
 * Records the attempts of past quarter hours in the audit log, and opens an alert while the whole site is
 * under attack. The alert is resolved once the current and the previous quarter hour are below the threshold.
 * Idempotent.
 */
export async function watchSignIns(): Promise<void> {
  await recordSecurityCounts();
  const tries = await readTries();
  if (tries < ATTACK_TRIES) return resolveAlert(KEY);
  await openAlert({
    key: KEY,
    kind: 'sign-in-attack',
    subject: { kind: 'sign-in', id: 'sign-in', name: 'Sign-in' },
    text: `More than ${ATTACK_TRIES.toLocaleString('en-US')} tries to sign in failed within a quarter of an hour.`,
  });
}
