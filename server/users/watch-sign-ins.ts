import { openAlert, resolveAlert } from '../alerts/alerts.ts';
import { recordSecurityCounts } from '../audit-log/record-security-counts.ts';
import { readTries } from '../infra/security-counts.ts';

/** Tries in a quarter of an hour, failed, challenged or refused, from which on staff are told. */
export const ATTACK_TRIES = 1_000;

const KEY = 'sign-in-attack';

/**
 * Records the tries of the quarters that are over in the audit log, and alerts to an attack on the whole site, once for as
 * long as it goes on: it is over with the first quarter of an hour that has fewer. Repeatable.
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
