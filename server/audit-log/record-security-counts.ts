import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import {
  forgetQuarter,
  listEndedQuarters,
  MAX_COUNTED_SEPARATELY,
  readQuarter,
  SECURITY_EVENTS,
  type SecurityCount,
  type SecurityEvent,
  startOfQuarter,
} from '../infra/security-counts.ts';
import { type AuditEvent, recordAudit } from './record-audit.ts';

/**
 * Writes the security counts of finished quarter hours to the audit log: one line per account and network
 * with failures, with their number, and one line per limit that was reached. Idempotent.
 */
export async function recordSecurityCounts(): Promise<void> {
  for (const quarter of await listEndedQuarters()) {
    for (const [subject, counts] of groupBySubject(await readQuarter(quarter))) {
      const { after, ...what } = describeCounts(counts);
      await recordAudit({
        ...what,
        after: { ...after, since: startOfQuarter(quarter).toISOString() },
        topic: 'security',
        at: startOfQuarter(quarter + 1),
        id: idOf(`${quarter} ${subject}`),
      });
    }
    await forgetQuarter(quarter);
  }
}

function groupBySubject(counts: readonly SecurityCount[]): Map<string, SecurityCount[]> {
  const groups = new Map<string, SecurityCount[]>();
  for (const count of counts) {
    const { name, account, network } = count;
    const isLimit = count.event === 'limited';
    const subject = `${isLimit ? 'limit' : 'guess'} ${name} ${account} ${network}`;
    groups.set(subject, [...(groups.get(subject) ?? []), count]);
  }
  return groups;
}

const ID_BYTES = 12;

/** Derives a deterministic id, so that a second run adds no second line. */
const idOf = (text: string): Types.ObjectId =>
  new Types.ObjectId(createHash('sha256').update(text).digest().subarray(0, ID_BYTES));

/** @param counts all of the same subject */
function describeCounts(
  counts: readonly SecurityCount[],
): Pick<AuditEvent, 'actor' | 'action' | 'subject' | 'after'> {
  const [{ event, name, account, network, shownNetwork } = NOTHING] = counts;
  const sumOf = (each: SecurityEvent): number =>
    counts.reduce((total, count) => total + (count.event === each ? count.count : 0), 0);
  if (event === 'limited') {
    const times = { times: sumOf('limited') };
    return { actor: MANY, action: 'limit reached', subject: { kind: 'limit', id: name }, after: times };
  }
  const after = Object.fromEntries(
    SECURITY_EVENTS.map((each) => [each, sumOf(each)] as const).filter(([, sum]) => sum > 0),
  );
  const action = `${name} failed`;
  if (account === '') {
    const rest = { kind: 'account', id: 'others', name: `Others than the first ${MAX_COUNTED_SEPARATELY}` };
    return { actor: MANY, action, subject: rest, after };
  }
  const actor: AuditActor = { role: 'visitor', id: network, name: 'Somebody', address: shownNetwork };
  return { actor, action, subject: { kind: 'account', id: account }, after };
}

const NOTHING: SecurityCount = {
  event: 'failed',
  name: '',
  account: '',
  network: '',
  shownNetwork: '',
  count: 0,
};
const MANY: AuditActor = { role: 'visitor', id: null, name: 'Visitors', address: null };
