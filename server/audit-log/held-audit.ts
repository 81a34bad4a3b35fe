import { DELETED_NAME } from '#common/personal-data/held-data.ts';
import { isStaffRole } from '#common/users/user.ts';
import { type Held, type Person, withoutWords } from '../held-data.ts';
import { type AuditDoc, AuditModel } from './audit-model.ts';

/** The lines about a person, their documents, and what they did. What they did as staff is the company's. */
export const heldAudit = {
  async read(person) {
    const docs = await findLines(person);
    return { log: docs.map((doc) => presentOwn(doc, person.id)) };
  },
  async erase(person) {
    for (const doc of await findLines(person)) await strip(doc, person);
  },
} satisfies Held;

/** Lines are read by index, a query each. */
async function findLines(person: Person): Promise<AuditDoc[]> {
  const subjects = { 'subject.id': { $in: [...person.documentIds, ...person.drivenIds] } };
  const found = await Promise.all(
    [subjects, { 'actor.id': person.id }].map((filter) => AuditModel.find(filter).lean<AuditDoc[]>()),
  );
  const lines = new Map(found.flat().map((doc) => [doc._id.toHexString(), doc]));
  return [...lines.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

const presentOwn = ({ at, action, actor, subject, before, after }: AuditDoc, ownId: string) => {
  const isOwnSubject = subject.id === ownId;
  return {
    at: at.toISOString(),
    action,
    byRole: actor.role,
    address: actor.id === ownId ? actor.address : null,
    before: isOwnSubject && before ? { ...before } : null,
    after: isOwnSubject && after ? { ...after } : null,
  };
};

/**
 * Strips a line of names, addresses and words. The log is append-only for all that staff and jobs do; this is the one change
 * of it, past the guard of its model: what the line is about, who of the staff did it, and the figures stay.
 */
async function strip(doc: AuditDoc, person: Person): Promise<void> {
  const isActor = doc.actor.id === person.id && !isStaffRole(person.role);
  const isSubject = person.documentIds.includes(doc.subject.id) && !isStaffRole(person.role);
  const isDriven = person.drivenIds.includes(doc.subject.id);
  if (!isActor && !isSubject && !isDriven) return;
  const isCustomer = isSubject && (doc.actor.role === 'rider' || doc.actor.role === 'visitor');
  const actor = isActor || isCustomer ? { ...doc.actor, name: DELETED_NAME, address: null } : doc.actor;
  const subject = isSubject || isActor ? { ...doc.subject, name: DELETED_NAME } : doc.subject;
  const words = [doc.action, actor.name, actor.role, actor.address, subject.kind, subject.id, subject.name];
  await AuditModel.collection.updateOne(
    { _id: doc._id },
    {
      $set: {
        ...{ actor, subject },
        before: doc.before && withoutWords(doc.before),
        after: doc.after && withoutWords(doc.after),
        words: words.filter(Boolean).join(' ').toLowerCase(),
      },
    },
  );
}
