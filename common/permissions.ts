import { type Endpoint, ownershipOf, paramNames } from './endpoint.ts';

/**
 * The kinds of callers that the permission table distinguishes. `rider` and `driver` access their own
 * objects; `other rider` and `other driver` access objects of another rider or driver.
 */
export const CALLERS = [
  'visitor',
  'rider',
  'other rider',
  'driver',
  'other driver',
  'suspended driver',
  'dispatcher',
  'admin',
  'disabled staff',
] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * The outcome of a call. `yes`: served. `nothing`: replies like a success but changes nothing. Otherwise the
 * status of UNAUTHENTICATED, FORBIDDEN or NOT_FOUND.
 */
export type Answer = 'yes' | 'nothing' | 401 | 403 | 404;

type Part = 'rider' | 'driver' | 'staff';

const PART: Readonly<Record<Caller, Part | null>> = {
  visitor: null,
  rider: 'rider',
  'other rider': 'rider',
  driver: 'driver',
  'other driver': 'driver',
  'suspended driver': 'driver',
  dispatcher: 'staff',
  admin: 'staff',
  // Disabling an account ends all its sessions.
  'disabled staff': null,
};

const isOther = (caller: Caller): boolean => caller === 'other rider' || caller === 'other driver';

/** Whether an endpoint serves the caller's role, ignoring the ids it names. */
function servesRole({ who }: Endpoint, caller: Caller): boolean {
  if (who === 'user') return true;
  if (who === 'admin') return caller === 'admin';
  return who === (PART[caller] === 'staff' ? 'dispatcher' : PART[caller]);
}

/** Returns the outcome of a call, derived from the endpoint's definition only. */
export function answerTo(endpoint: Endpoint, caller: Caller): Answer {
  const { who, isForActiveDrivers } = endpoint;
  if (who === 'anybody') return 'yes';
  if (!PART[caller]) return 401;
  if (!servesRole(endpoint, caller)) return 403;
  if (isForActiveDrivers && caller === 'suspended driver') return 403;

  const whose = ownershipOf(endpoint);
  if (whose === 'party') return isOther(caller) || PART[caller] === 'staff' ? 404 : 'yes';
  if (!isOther(caller)) return 'yes';
  if (whose === 'self') return 403;
  return whose === 'own' ? answerForOthers(endpoint) : 'yes';
}

/** Returns `nothing` for a DELETE of the object itself, which is idempotent; 404 for any other call. */
function answerForOthers({ method, path }: Endpoint): Answer {
  const deletesNamedObject = method === 'DELETE' && path.endsWith(`:${paramNames(path).at(-1)}`);
  return deletesNamedObject ? 'nothing' : 404;
}

/** A row of the permission table: the endpoint, the required ownership, and the outcome for each caller. */
interface Permission {
  call: string;
  whose: string;
  answers: Record<Caller, Answer>;
}

/** Builds the permission table, sorted by path. */
export function permissionTable(endpoints: readonly Endpoint[]): Permission[] {
  const permissions = endpoints.map((endpoint) => {
    const answers = CALLERS.map((caller) => [caller, answerTo(endpoint, caller)] as const);
    return {
      call: `${endpoint.method} ${endpoint.path}`,
      whose: ownershipOf(endpoint) ?? '',
      answers: Object.fromEntries(answers) as Permission['answers'],
    };
  });
  const pathOf = ({ call }: Permission) => call.slice(call.indexOf(' '));
  return permissions.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
}
