import { addDays, dateInVegas } from '#common/time.ts';
import type { World } from './caller.ts';
import type { SecretKind } from './mailed-secrets.ts';
import type { Person } from './people.ts';
import type { SeenIds } from './seen-ids.ts';
import type { CallStep } from './steps.ts';

/** Everything that determines how input is adjusted. */
interface Fit {
  step: CallStep;
  world: World;
  seen: SeenIds;
  person: Person;
  /** The id of the last parameter in the path. */
  subject: string | undefined;
}

/** The kind of mailed secret that each call takes. */
const SECRET_OF: readonly (readonly [call: RegExp, kind: SecretKind])[] = [
  [/\/email-confirmations\//, 'email-link'],
  [/\/password-resets\//, 'password-reset'],
  [/\/invitations\//, 'invitation'],
  [/\/pay\//, 'pay-link'],
  [/\/driver-applications\/\{token\}/, 'application'],
  [/\/(validate-gift-card|gift-cards\/balance)/, 'gift-card'],
];

const secretFor = ({ call, id }: CallStep, { mailed }: World): string | undefined => {
  const kind = SECRET_OF.find(([pattern]) => pattern.test(call))?.[1];
  return kind && mailed.pick(kind, id);
};

/** Returns query parameters for the lists that require some. */
export const listQueries = (): Record<string, Record<string, string>> => {
  const today = dateInVegas(new Date());
  return {
    '/api/ops/surge-events': { from: addDays(today, 5), to: addDays(today, 300) },
    '/api/ops/gift-cards': { q: 'fuzz-' },
  };
};

/**
 * Calls that end or take over an account. They may only be made for accounts that the fuzzer does not need.
 */
const ENDS_ACCOUNT = /\/people\/\{userId\}\/deletion|\/staff\/\{userId\}|\/accounts\/\{userId\}/;

/** Chooses the value of a path parameter. Runs before the calling person is chosen. */
export function fitParam(name: string, path: string, { step, world, seen }: Omit<Fit, 'person' | 'subject'>) {
  const { guest, riders } = world.people;
  if (name === 'token') return secretFor(step, world) ?? 'f'.repeat(40);
  if (name === 'userId' && !ENDS_ACCOUNT.test(path)) return riders[step.nth % riders.length]?.id ?? '';
  if (name === 'userId' && path.endsWith('/deletion') && guest?.id) return guest.id;
  const seenId = seen.pick(name, path, step.id);
  if (name === 'userId' && seenId && world.isNeeded(seenId)) {
    const others = Array.from({ length: 40 }, (_, nth) => seen.pick(name, path, nth));
    return others.find((id) => id && !world.isNeeded(id)) ?? 'f'.repeat(24);
  }
  return seenId ?? 'f'.repeat(24);
}

/** Returns the newest charge of a ride that was seen. */
export const chargeOf = (rideId: string, seen: SeenIds): string | undefined => {
  const { charges } = Object(seen.objectOf(rideId));
  return Array.isArray(charges) ? charges.at(-1)?.id : undefined;
};

/** Replaces generated values by ids and values that were seen, as the caller's page would send them. */
export function fitInput(input: unknown, fit: Fit): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const known = fit.step.isCurrent ? fit.seen.objectOf(fit.subject ?? '') : undefined;
  const keys = Object.keys(input);
  const changed = keys[fit.step.id % Math.max(1, keys.length)];
  const isEdit = /^(PATCH|PUT) /.test(fit.step.call);
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (key === 'version' && typeof known?.version === 'number') return [key, known.version];
      // An edit changes one field of the object that was read.
      if (isEdit && key !== changed && known && key in known) return [key, known[key]];
      return [key, fitValue(key, value, fit)];
    }),
  );
}

function fitValue(key: string, value: unknown, fit: Fit): unknown {
  const { step, seen } = fit;
  if (Array.isArray(value)) return value.map((each) => fitValue(key.replace(/s$/, ''), each, fit));
  if (key === 'file' && step.isCurrent) return null;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fitValue(name, part, fit)]));
  }
  if (value === null) return value;
  const own = step.isCurrent ? ownValue(key, fit) : undefined;
  if (own !== undefined) return own;
  return /Id$/.test(key) ? (seen.pick(key, '', step.id) ?? value) : value;
}

/**
 * Returns the values that the calling person knows: their own id, role and password, and codes and links
 * from their mails.
 */
function ownValue(key: string, { step, world, seen, person }: Fit): unknown {
  const { people } = world;
  const account = people.guest ?? people.riders[0];
  const isSignIn = step.call === 'POST /api/session';
  switch (key) {
    case 'riderId':
      return person.id ?? undefined;
    case 'driverId':
      return person.role === 'driver' ? person.id : people.drivers[step.nth % people.drivers.length]?.id;
    case 'vehicleId':
      return null;
    case 'role':
      return step.call.includes('/account') || step.call.includes('email-confirmations')
        ? (person.role ?? undefined)
        : undefined;
    case 'currentPassword':
      return person === people.guest || step.call === 'POST /api/account/data' ? person.password : undefined;
    case 'password':
      if (step.call === 'POST /api/account/proof') return person.password;
      return isSignIn || step.call.includes('email-confirmations') ? account?.password : undefined;
    case 'email':
      if (step.call === 'POST /api/password-resets') return account?.email;
      return isSignIn ? account?.email : undefined;
    case 'token':
      return secretFor(step, world);
    case 'code':
      if (step.call !== 'POST /api/validate-promo-code') return secretFor(step, world);
      return Object(seen.objectOf(seen.pick('promoId', '/api/ops/promos/{promoId}', step.id) ?? '')).code;
    default:
      return undefined;
  }
}
