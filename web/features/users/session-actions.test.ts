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

describe('a visit', () => {
  test('to a demo signs newcomers in as its rider and driver', async () => {
    fakeStorage();
    const calls = await serveSession({
      'GET /api/session': buildSession({ demo: true }),
      'POST /api/session/demo': both,
    });

    await loadSession();

    expect(calls).toEqual(['GET /api/session', 'POST /api/session/demo']);
    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: both });
  });

  test('to a demo that refuses newcomers leaves them anonymous, free to sign in themselves', async () => {
    fakeStorage();
    await serveSession({ 'GET /api/session': buildSession({ demo: true }), 'POST /api/session/demo': 429 });

    await loadSession();

    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: { demo: true } });
    expect(acting()).toBeNull();
  });

  test('to a demo stays anonymous after somebody signed out there', async () => {
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

  test('to anything but a demo never asks for the demo users', async () => {
    fakeStorage();
    const calls = await serveSession({ 'GET /api/session': buildSession() });

    await loadSession();

    expect(calls).toEqual(['GET /api/session']);
    expect(acting()).toBeNull();
  });

  test('while the server is down says so instead of calling the visitor anonymous', async () => {
    await serveSession({ 'GET /api/session': 503 });

    await loadSession();

    expect(useSessionStore.getState().phase).toBe('failed');
  });

  test('asks again when no answer comes, as on a connection that died without a word', async () => {
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

  test('does not take back a sign-in that overtook the answer', async () => {
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

  test('takes the answer to the later of two questions, in whichever order they come', async () => {
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

  test('keeps whom it knew when asking again fails', async () => {
    await serveSession({ 'GET /api/session': 503 });
    receiveSession(both);

    await loadSession();

    expect(useSessionStore.getState()).toMatchObject({ phase: 'known', session: both });
  });
});

test('a driver who signs in beside a rider acts from then on', async () => {
  fakeStorage({ 'signed-out': 'yes' });
  await serveSession({ 'POST /api/session': both });
  receiveSession(buildSession({ rider, demo: true }));

  await signIn({ email: driver.username, password: 'correct horse' });

  expect(acting()).toEqual(driver);
});

test('a refused sign-out signs nobody out', async () => {
  const remembered = fakeStorage();
  await serveSession({ 'DELETE /api/session': 503 });
  receiveSession(both);

  await expect(signOut()).rejects.toThrow('503');

  expect(acting()).toEqual(rider);
  expect(remembered.has('signed-out')).toBe(false);
});
