import type { UserRecord } from '../users/user-model.ts';
import { passkeyOf, TEST_PASSWORD } from './build-user.ts';
import { signInWithPasskey } from './passkey-browser.ts';
import { testAppUrl } from './set-up-test-app.ts';
import { type Reply, TestClient } from './test-client.ts';

/** A client that signs in over HTTP before its first request. */
class UserClient extends TestClient {
  readonly #user: UserRecord;
  #signedIn: Promise<Reply> | null = null;

  constructor(user: UserRecord, url: string) {
    super(url);
    this.#user = user;
  }

  /** Signs in unless already done. */
  async signIn(): Promise<void> {
    this.#signedIn ??= this.#open();
    const { status, body } = await this.#signedIn;
    if (status !== 200) throw new Error(`${this.#user.email} cannot sign in: ${JSON.stringify(body)}`);
  }

  #open(): Promise<Reply> {
    const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
      super.send('POST', path, body, headers);
    const passkey = passkeyOf(this.#user);
    if (passkey) return signInWithPasskey(post, passkey);
    return post('/api/session', { email: this.#user.email, password: TEST_PASSWORD });
  }

  override async send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply> {
    await this.signIn();
    return super.send(method, path, body, headers);
  }
}

const clients = new WeakMap<UserRecord, UserClient>();

/**
 * Returns the browser of a user built by `buildRider` and similar: `await as(rider).post('/api/rides',
 * body)`.
 */
export function as(user: UserRecord): UserClient {
  const known = clients.get(user);
  if (known) return known;
  const client = new UserClient(user, testAppUrl());
  clients.set(user, client);
  return client;
}

/** Returns a new browser in which nobody is signed in. */
export const visitor = (url = testAppUrl()): TestClient => new TestClient(url);
