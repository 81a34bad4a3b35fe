// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { DutySwitch } from './duty-switch.tsx';

test.each([
  ['2026-11-20T23:55:00.000Z', /^On duty since 3:55 PM$/],
  ['2026-11-19T17:00:00.000Z', /^On duty since 9:00 AM, Thu 19 Nov$/],
])('the duty switch for on duty since %s names the day unless it is today', (dutySince, name) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());

  render(<DutySwitch driver={buildOwnDriver({ dutySince })} />);

  expect(screen.getByRole('switch', { name })).toBeVisible();
});
