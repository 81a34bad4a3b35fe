import { type Endpoint, ownershipOf, paramNames } from './endpoint.ts';

/**
 * Who calls, as far as answers differ. Riders and drivers call for what is their own; `other rider` and `other driver` call for
 * what is theirs.
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
 * How a call answers: `yes` serves the caller, `nothing` answers as if it did and changes nothing; else the status of
 * UNAUTHENTICATED, FORBIDDEN or NOT_FOUND.
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
  // All their sessions have ended.
  'disabled staff': null,
};

const isOther = (caller: Caller): boolean => caller === 'other rider' || caller === 'other driver';

/** Whether a call serves a caller's role, for any ids it names. */
function servesRole({ who }: Endpoint, caller: Caller): boolean {
  if (who === 'user') return true;
  if (who === 'admin') return caller === 'admin';
  return who === (PART[caller] === 'staff' ? 'dispatcher' : PART[caller]);
}

/** How a call answers a caller, by its definition alone. */
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

/** Taking away what is not there, or is somebody else's, is done already. */
function answerForOthers({ method, path }: Endpoint): Answer {
  const takesAway = method === 'DELETE' && path.endsWith(`:${paramNames(path).at(-1)}`);
  return takesAway ? 'nothing' : 404;
}

/** A call, whose what it names has to be, and how it answers each caller. */
export interface Permission {
  call: string;
  whose: string;
  answers: Record<Caller, Answer>;
}

/** The permission table: how each call answers each caller, by path. */
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
