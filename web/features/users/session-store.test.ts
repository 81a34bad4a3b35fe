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

describe('who acts', () => {
  test('is the rider when both are signed in for the first time', () => {
    fakeStorage();
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('is the one who acted last in this window', () => {
    fakeStorage();
    sessionStorage.setItem('role', 'driver');
    receiveSession(both);
    expect(acting()).toEqual(driver);
  });

  test('is the rider in a new window, whoever acts in another one', () => {
    fakeStorage({ role: 'driver' });
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('is the only one signed in, whoever acted last', () => {
    fakeStorage();
    sessionStorage.setItem('role', 'driver');
    receiveSession(buildSession({ rider }));
    expect(acting()).toEqual(rider);
  });

  test('changes with the role, without a call', () => {
    const shared = fakeStorage();
    receiveSession(both);
    setActiveRole('driver');
    expect(acting()).toEqual(driver);
    expect(sessionStorage.getItem('role')).toBe('driver');
    expect(shared.has('role')).toBe(false);
  });

  test('stays the same in this window whoever acts in another one, also after a reload', () => {
    const remembered = fakeStorage();
    receiveSession(both);
    remembered.set('role', 'driver');

    receiveSession(both);
    expect(acting()).toEqual(rider);

    useSessionStore.setState(useSessionStore.getInitialState(), true);
    receiveSession(both);
    expect(acting()).toEqual(rider);
  });

  test('is a rider or driver before one of the staff, unless staff acted last in this window', () => {
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

  test('is chosen where nothing can be remembered, too', () => {
    receiveSession(both);
    setActiveRole('driver');
    receiveSession(both);
    expect(acting()).toEqual(driver);
  });
});
