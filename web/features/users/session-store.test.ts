import { beforeEach, describe, expect, test } from 'vitest';
import { buildSession, buildUser } from '#web/testing/build-user.ts';
import { fakeStorage } from '#web/testing/fake-storage.ts';
import { actingUser, receiveSession, setActiveRole, useSessionStore } from './session-store.ts';

const rider = buildUser();
const driver = buildUser({ role: 'driver', name: 'Sam Ortega' });
const both = buildSession({ rider, driver, demo: true });

const acting = () => actingUser(useSessionStore.getState());

beforeEach(() => {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

describe('the acting user', () => {
  test('the rider acts when a rider and a driver are signed in for the first time', () => {
    fakeStorage();
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('the role that acted last in this window acts again', () => {
    fakeStorage();
    sessionStorage.setItem('role', 'driver');
    receiveSession(both);
    expect(acting()).toEqual(driver);
  });

  test('the rider acts in a new window, whichever role acts in another window', () => {
    fakeStorage({ role: 'driver' });
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('the only signed-in user acts, whichever role acted last', () => {
    fakeStorage();
    sessionStorage.setItem('role', 'driver');
    receiveSession(buildSession({ rider }));
    expect(acting()).toEqual(rider);
  });

  test('switching the role changes the acting user and is stored for this window only', () => {
    const shared = fakeStorage();
    receiveSession(both);
    setActiveRole('driver');
    expect(acting()).toEqual(driver);
    expect(sessionStorage.getItem('role')).toBe('driver');
    expect(shared.has('role')).toBe(false);
  });

  test('the acting user of a window stays when another window switches roles, also after a reload', () => {
    const remembered = fakeStorage();
    receiveSession(both);
    remembered.set('role', 'driver');

    receiveSession(both);
    expect(acting()).toEqual(rider);

    useSessionStore.setState(useSessionStore.getInitialState(), true);
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('a rider or driver acts before a staff member, unless staff acted last in this window', () => {
    fakeStorage();
    const staff = buildUser({ role: 'dispatcher', name: 'Dana Reyes' });
    receiveSession(buildSession({ driver, staff }));
    expect(acting()).toEqual(driver);

    setActiveRole('staff');
    receiveSession(buildSession({ rider, driver, staff }));
    expect(acting()).toEqual(staff);
    receiveSession(buildSession({ rider }));
    expect(acting()).toEqual(rider);
  });

  test('switching the role works without browser storage', () => {
    receiveSession(both);
    setActiveRole('driver');
    receiveSession(both);
    expect(acting()).toEqual(driver);
  });
});
