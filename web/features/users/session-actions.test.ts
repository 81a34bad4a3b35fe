import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '#common/users/user.ts';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { serveApi } from '#web/testing/serve-api.ts';
import { loadSession, signIn, signOut } from './session-actions.ts';
import { actingUser, receiveSession, useSessionStore } from './session-store.ts';

const rider = buildUser();
const driver = buildUser({ role: 'driver', name: 'Sam Ortega' });
const both = buildSession({ rider, driver, demo: true });

/** Serves the API's session calls with these replies. @returns the received calls */
async function serveSession(answers: Record<string, Session | number>): Promise<string[]> {
  const calls: string[] = [];
  await serveApi((req, res) => {
    const call = `${req.method} ${req.url}`;
    calls.push(call);
    const answer = answers[call] ?? 404;
    if (typeof answer === 'number') res.writeHead(answer).end();
    else res.end(JSON.stringify(answer));
  });
  return calls;
}

const acting = () => actingUser(useSessionStore.getState());

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

describe('loading the session', () => {
  test('a new visitor to a demo is signed in as its rider and driver', async () => {
    fakeStorage();
    const calls = await serveSession({
      'GET /api/session': buildSession({ demo: true }),
      'POST /api/session/demo': both,
    });

    await loadSession();

    expect(calls).toEqual(['GET /api/session', 'POST /api/session/demo']);
    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: both });
  });

  test('a new visitor stays anonymous when the demo refuses to sign them in', async () => {
    fakeStorage();
    await serveSession({ 'GET /api/session': buildSession({ demo: true }), 'POST /api/session/demo': 429 });

    await loadSession();

    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: { demo: true } });
    expect(acting()).toBeNull();
  });

  test('a visitor to a demo stays anonymous after signing out there', async () => {
    fakeStorage();
    const calls = await serveSession({
      'GET /api/session': buildSession({ demo: true }),
      'DELETE /api/session': 204,
    });
    receiveSession(both);

    await signOut();
    await loadSession();

    expect(acting()).toBeNull();
    expect(calls).toEqual(['DELETE /api/session', 'GET /api/session']);
  });

  test('outside a demo the demo users are never requested', async () => {
    fakeStorage();
    const calls = await serveSession({ 'GET /api/session': buildSession() });

    await loadSession();

    expect(calls).toEqual(['GET /api/session']);
    expect(acting()).toBeNull();
  });

  test('a session that cannot be loaded is failed, not anonymous', async () => {
    await serveSession({ 'GET /api/session': 503 });

    await loadSession();

    expect(useSessionStore.getState().phase).toBe('failed');
  });

  test('a session request that gets no answer is aborted and sent again', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const fetchSession = vi
      .fn<typeof fetch>()
      .mockImplementationOnce(
        (_path, init) =>
          new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          }),
      )
      .mockResolvedValueOnce(Response.json(both));
    vi.stubGlobal('fetch', fetchSession);
    onTestFinished(() => void vi.unstubAllGlobals());

    const loading = loadSession();
    await vi.advanceTimersByTimeAsync(3_000);
    await loading;

    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: both });
  });

  test('a late session reply does not undo a sign-in that happened meanwhile', async () => {
    fakeStorage();
    const calls: string[] = [];
    let answer = () => {};
    await serveApi((req, res) => {
      calls.push(`${req.method} ${req.url}`);
      answer = () => res.end(JSON.stringify(buildSession({ demo: true })));
    });

    const loading = loadSession();
    await expect.poll(() => calls).toHaveLength(1);
    receiveSession(buildSession({ rider, demo: true }));
    answer();
    await loading;

    expect(acting()).toEqual(rider);
    expect(calls).toEqual(['GET /api/session']);
  });

  test('of two concurrent session requests the reply to the later one wins, in either order', async () => {
    fakeStorage();
    const staff = buildUser({ role: 'admin' });
    const before = buildSession({ staff, staffNeedsFactor: true });
    const after = buildSession({ staff });
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const answers: ((session: Session) => void)[] = [];
      await serveApi((_req, res) => answers.push((session) => res.end(JSON.stringify(session))));
      receiveSession(before);

      const earlier = loadSession();
      await expect.poll(() => answers).toHaveLength(1);
      const later = loadSession();
      await expect.poll(() => answers).toHaveLength(2);
      for (const index of order) {
        answers[index]?.([before, after][index] ?? before);
        await [earlier, later][index];
      }

      expect(useSessionStore.getState().session).toEqual(after);
    }
  });

  test('a known session stays when reloading it fails', async () => {
    await serveSession({ 'GET /api/session': 503 });
    receiveSession(both);

    await loadSession();

    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: both });
  });
});

test('a driver who signs in while a rider is signed in becomes the acting user', async () => {
  fakeStorage({ 'signed-out': 'yes' });
  await serveSession({ 'POST /api/session': both });
  receiveSession(buildSession({ rider, demo: true }));

  await signIn({ email: driver.username, password: 'correct horse' });

  expect(acting()).toEqual(driver);
});

test('a failed sign-out leaves everybody signed in', async () => {
  const remembered = fakeStorage();
  await serveSession({ 'DELETE /api/session': 503 });
  receiveSession(both);

  await expect(signOut()).rejects.toThrow('503');

  expect(acting()).toEqual(rider);
  expect(remembered.has('signed-out')).toBe(false);
});
