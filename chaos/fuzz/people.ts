import type { Services } from '../../e2e/testing/run-marquee.ts';

/** What a product answered. */
export interface Answer {
  status: number;
  contentType: string;
  /** Parsed where it is JSON; null for none. */
  body: unknown;
}

interface Request {
  method: string;
  path: string;
  /** As it goes over the wire. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Somebody with a browser, at a network address of their own. */
export interface Person {
  name: string;
  /** Null for a visitor. */
  id: string | null;
  send(request: Request): Promise<Answer>;
}

const PASSWORD = 'marquee-demo';

/** Sends as a browser does, keeps the cookies, and signs in again when the session has ended. */
function openBrowser(site: string, address: string, email: string | null, password = PASSWORD) {
  const cookies = new Map<string, string>();
  const send = async ({ method, path, body, headers }: Request): Promise<Answer> => {
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
  };
  const signIn = () =>
    send({ method: 'POST', path: '/api/session', body: JSON.stringify({ email, password }) });
  return { send, signIn };
}

const idIn = ({ body }: Answer): string | null => {
  const { rider, driver, staff } = Object(body);
  return (rider ?? driver ?? staff)?.id ?? null;
};

async function signedIn(site: string, email: string, address: string, password = PASSWORD): Promise<Person> {
  const { send, signIn } = openBrowser(site, address, email, password);
  const id = idIn(await signIn());
  if (!id) throw new Error(`${email} cannot sign in`);
  return {
    name: email,
    id,
    async send(request) {
      const answer = await send(request);
      const hasEnded = answer.status === 401 && Object(answer.body).code === 'UNAUTHENTICATED';
      if (!hasEnded && !/\/api\/(session|users|invitations|password-resets)/.test(request.path))
        return answer;
      await signIn();
      return answer;
    },
  };
}

async function newRider(site: string, index: number): Promise<Person> {
  const [email, address] = [`fuzz-rider-${index}@example.com`, `10.4.0.${index}`];
  const { send } = openBrowser(site, address, null);
  const password = 'nine brass keys on a hook';
  const rider = { name: 'Robin Rider', email, password, phone: '(702) 555-0101' };
  await send({ method: 'POST', path: '/api/users', body: JSON.stringify(rider) });
  return signedIn(site, email, address, password);
}

/** The people who call: two riders, drivers of the demo, of whom the last is suspended, staff, and a visitor. */
export interface People {
  riders: Person[];
  drivers: Person[];
  dispatcher: Person;
  admin: Person;
  visitor: Person;
}

/** Signs everybody up or in. */
export async function gatherPeople({ web }: Services): Promise<People> {
  const visitor = openBrowser(web, '10.4.1.1', null);
  const people = {
    riders: [await newRider(web, 1), await newRider(web, 2)],
    drivers: [
      await signedIn(web, 'sam@marquee.example', '10.4.2.1'),
      await signedIn(web, 'nora@marquee.example', '10.4.2.2'),
      await signedIn(web, 'luis@marquee.example', '10.4.2.3'),
    ],
    dispatcher: await signedIn(web, 'robin@marquee.example', '10.4.3.1'),
    admin: await signedIn(web, 'dana.reyes@marquee.example', '10.4.3.2'),
    visitor: { name: 'a visitor', id: null, send: visitor.send },
  };
  return people;
}

/** Undoes what would end the work: drivers are back on duty, but the last of them suspended. */
export async function restore({ drivers, admin }: People): Promise<void> {
  const post = (path: string, body = {}) => admin.send({ method: 'POST', path, body: JSON.stringify(body) });
  for (const [index, driver] of drivers.entries()) {
    const isLast = index === drivers.length - 1;
    await post(
      `/api/ops/drivers/${driver.id}/${isLast ? 'suspend' : 'reinstate'}`,
      isLast ? { reason: 'Complaints' } : {},
    );
    await driver.send({ method: 'PUT', path: '/api/duty', body: JSON.stringify({ isOnDuty: true }) });
  }
}
