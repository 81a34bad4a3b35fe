import { Types } from 'mongoose';
import type { AuditEntry } from '#common/audit-log/audit-entry.ts';
import { AUDIT_PAGE, type AuditPage, type AuditQuery } from '#common/audit-log/audit-log-api.ts';
import { addDays, toInstant } from '#common/time.ts';
import { isEmail } from '#common/users/email.ts';
import { accountDigest } from '../crypto/keyed-digest.ts';
import { type AuditDoc, AuditModel } from './audit-model.ts';

/** How many lines a search reads per query, and in total before it returns what it has found. */
const READ_AT_ONCE = 1_000;
const READ_AT_MOST = 10_000;

type Line = Pick<AuditDoc, '_id' | 'at'>;

/**
 * Returns a page of the audit log. A search scans the `words` of the lines by index, newest first, and stops
 * after 10,000 lines. So one request never reads more, however rare a word is, and the next page continues
 * from its `next` cursor. A day or person filter leaves few lines to scan. (A regular expression in the query
 * would scan all 400 days at once, and the embedded document store does not support it.)
 */
export async function readAuditLog({ q = '', after, ...filters }: AuditQuery): Promise<AuditPage> {
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean).map(formsOf);
  const limit = terms.length > 0 ? READ_AT_ONCE : AUDIT_PAGE + 1;
  const found: AuditDoc[] = [];
  let last = after === undefined ? null : parseCursor(after);

  for (let read = 0; read < READ_AT_MOST; read += limit) {
    const clauses = [...clausesOf(filters), ...(last ? [olderThan(last)] : [])];
    const docs = await AuditModel.find(clauses.length > 0 ? { $and: clauses } : {})
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean<AuditDoc[]>();
    for (const doc of docs) {
      if (found.length === AUDIT_PAGE) return present(found, last);
      if (terms.every((forms) => forms.some((form) => doc.words.includes(form)))) found.push(doc);
      last = doc;
    }
    if (docs.length < limit) return present(found, null);
  }
  return present(found, last);
}

/**
 * The forms in which a line can contain a search term. An email address also matches the digest of its
 * account.
 */
const formsOf = (term: string): string[] => (isEmail(term) ? [term, accountDigest(term)] : [term]);

function clausesOf({ topic, actorId, subjectId, on }: Omit<AuditQuery, 'q' | 'after'>): object[] {
  const from = on === undefined ? null : toInstant(on, '00:00');
  const until = on === undefined ? null : toInstant(addDays(on, 1), '00:00');
  return [
    ...(topic ? [{ topic }] : []),
    ...(actorId ? [{ 'actor.id': actorId }] : []),
    ...(subjectId ? [{ 'subject.id': subjectId }] : []),
    ...(from && until ? [{ at: { $gte: from, $lt: until } }] : []),
  ];
}

/** Matches the lines after this one in newest-first order. The first condition lets the index be used. */
const olderThan = ({ at, _id }: Line): object => ({
  at: { $lte: at },
  $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }],
});

const cursorOf = ({ at, _id }: Line): string => `${at.getTime()}-${_id.toHexString()}`;

function parseCursor(cursor: string): Line {
  const [ms, id] = cursor.split('-');
  return { at: new Date(Number(ms)), _id: new Types.ObjectId(id) };
}

const present = (found: AuditDoc[], last: Line | null): AuditPage => ({
  entries: found.map(presentLine),
  next: last && cursorOf(last),
});

const presentLine = ({ _id, at, actor, action, subject, before, after }: AuditDoc): AuditEntry => ({
  id: _id.toHexString(),
  at: at.toISOString(),
  actor,
  action,
  subject,
  before,
  after,
});
