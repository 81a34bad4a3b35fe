import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, DEMO_STAFF_EMAIL } from '#server/users/demo-users.ts';
import { ROOT } from '../builds.ts';

/** A reply of the product. */
export interface Answer {
  status: number;
  contentType: string;
  /** Parsed if it is JSON; null if empty. */
  body: unknown;
}

/** Returns the body of a reply; an empty object if there is none. */
export const bodyOf = ({ body }: Pick<Answer, 'body'>) => Object(body);

interface Request {
  method: string;
  path: string;
  /** The body as sent over the network. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** A person with a browser and their own network address. */
export interface Person {
  name: string;
  /** Null for a visitor. */
  id: string | null;
  role: 'rider' | 'driver' | 'dispatcher' | 'admin' | null;
  email: string;
  password: string;
  send(request: Request): Promise<Answer>;
  /** Deletes the browser's cookies. */
  forget(): void;
}

/** The people of a lane: two riders, three drivers of whom the last is suspended, staff, and a visitor. */
export interface People {
  riders: Person[];
  drivers: Person[];
  dispatcher: Person;
  admin: Person;
  visitor: Person;
  /** The person who signed up in this sequence, whose account may be deleted; null before. */
  guest: Person | null;
}

export const LANE_RIDERS = 2;
export const LANE_DRIVERS = 3;

/** Returns the email address of a lane's person. */
export const laneEmail = (lane: number, role: string, index: number): string =>
  `fuzz-${lane}-${role}-${index}@example.com`;

/** Opens a browser that sends requests and keeps cookies. */
function openBrowser(site: string, address: string): Pick<Person, 'send' | 'forget'> {
  const cookies = new Map<string, string>();
  return {
    forget: () => cookies.clear(),
    async send({ method, path, body, headers }) {
      const response = await fetch(`${site}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...{ origin: site, cookie: [...cookies.values()].join('; '), 'x-forwarded-for': address },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      for (const [, pair = '', name = ''] of response.headers
        .getSetCookie()
        .join('\n')
        .matchAll(/^(([^=]+)=[^;]*)/gm)) {
        cookies.set(name, pair);
      }
      const contentType = response.headers.get('content-type') ?? '';
      const isJson = contentType.startsWith('application/json');
      const text = await response.text();
      return { status: response.status, contentType, body: isJson ? JSON.parse(text) : text || null };
    },
  };
}

type Role = NonNullable<Person['role']>;

const slotIn = ({ body }: Answer, role: Role): string | null => {
  const { rider, driver, staff } = Object(body);
  return { rider, driver, dispatcher: staff, admin: staff }[role]?.id ?? null;
};

/** Calls that may end the browser's session or change its user. */
const ABOUT_SESSIONS = /^\/api\/(session|users|invitations|password-resets)/;

/** Returns a person who is signed in, and who signs in again after each end of their session. */
async function signedIn(site: string, role: Role, email: string, address: string): Promise<Person> {
  const { send, forget } = openBrowser(site, address);
  const signIn = () => {
    forget();
    return send({
      method: 'POST',
      path: '/api/session',
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
  };
  const id = slotIn(await signIn(), role);
  if (!id) throw new Error(`${email} cannot sign in`);
  return {
    ...{ name: email, id, role, email, password: DEMO_PASSWORD, forget },
    async send(request) {
      const answer = await send(request);
      const hasEnded = answer.status === 401 && Object(answer.body).code === 'UNAUTHENTICATED';
      if (hasEnded || (request.method !== 'GET' && ABOUT_SESSIONS.test(request.path))) await signIn();
      return answer;
    },
  };
}

/** Creates the riders and drivers of all lanes at once. */
export async function seedPeople(dataDir: string, lanes: number): Promise<void> {
  const args = ['scripts/on-services.mjs', 'chaos/fuzz/seed-people.ts', String(lanes)];
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** Signs in all people of a lane. */
export async function gatherPeople(site: string, lane: number): Promise<People> {
  const addressOf = (index: number) => `10.4.${lane}.${index}`;
  const signIn = (role: Role, index: number) =>
    signedIn(site, role, laneEmail(lane, role, index), addressOf(index + (role === 'driver' ? 10 : 1)));
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  return {
    riders: await Promise.all(numbers(LANE_RIDERS).map((index) => signIn('rider', index))),
    drivers: await Promise.all(numbers(LANE_DRIVERS).map((index) => signIn('driver', index))),
    dispatcher: await signedIn(site, 'dispatcher', 'robin@marquee.example', addressOf(20)),
    admin: await signedIn(site, 'admin', DEMO_STAFF_EMAIL, addressOf(21)),
    visitor: {
      ...{ name: 'a visitor', id: null, role: null, email: '', password: '' },
      ...openBrowser(site, addressOf(30)),
    },
    guest: null,
  };
}

/** Returns a person who has not signed up yet. */
export function newGuest(site: string, lane: number, number: string): Person {
  const email = `fuzz-${lane}-guest-${number}@example.com`;
  return {
    ...{ name: email, id: null, role: 'rider', email, password: 'nine brass keys on a hook' },
    ...openBrowser(site, `10.4.${lane}.40`),
  };
}
