import { expect, onTestFinished, test, vi } from 'vitest';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi, callsArrived, sent } from '#web/testing/serve-api.ts';
import { buildAssigned, buildNoted } from '../testing/build-assigned.ts';
import { assignTo, offerUndo, undoLast } from './dispatch-actions.ts';

const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.title, newest.description];
};

const ride = buildStaffRide();

const ASSIGN = `POST /api/ops/rides/${ride.id}/assign`;
const SAM = {
  driverId: 'd'.repeat(24),
  name: 'Sam Ortega',
  fit: 'fits',
  reason: null,
  vehicle: null,
} as const;
/** The ride after it was assigned to Sam. */
const assigned = buildAssigned(ride, SAM);

/** Reports that a ride was just assigned to Sam. */
const offer = (title: string, after = assigned) =>
  offerUndo(title, after, { version: after.version - 1, sentAtMs: Date.now() });

test('the Undo of an assignment with a slow reply lasts only as long as the server still allows it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await answerApi({
    [ASSIGN]: () => {
      vi.setSystemTime(Date.now() + UNDO_MS - 4_000);
      return [200, assigned];
    },
  });
  await assignTo(ride, SAM);
  expect(useToastStore.getState().newest?.action).toMatchObject({ label: 'Undo', seconds: 4 });
  vi.setSystemTime(Date.now() + 4_000);

  undoLast();

  expect(newestToast()).toEqual(['Not undone', 'It is too late to undo.']);
  expect(calls).toHaveLength(1);
});

test.each([
  ['may have been made then', 504, 4],
  ['was refused then', 409, UNDO_MS / 1_000],
])(
  'an assignment that is sent again can be undone since the first time only if it %s',
  async (_, status, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const replies: ApiReplies = {
      [ASSIGN]: [status, status === 409 ? { code: 'OFF_DUTY', message: 'Off duty.' } : {}],
      [`GET /api/ops/rides/${ride.id}`]: [200, ride],
    };
    await answerApi(replies);
    expect(await assignTo(ride, SAM)).toBe('refused');
    vi.setSystemTime(Date.now() + UNDO_MS - 4_000);
    replies[ASSIGN] = [200, assigned];

    expect(await assignTo(ride, SAM)).toBe('done');

    expect(useToastStore.getState().newest?.action).toMatchObject({ label: 'Undo', seconds });
  },
);

test('the Undo of an assignment that could not be sent at first counts from when it was sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await answerApi({ [ASSIGN]: [200, assigned] });
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  vi.stubGlobal('navigator', { onLine: false });
  expect(await assignTo(ride, SAM)).toBe('refused');
  vi.stubGlobal('navigator', { onLine: true });
  vi.setSystemTime(Date.now() + UNDO_MS);

  expect(await assignTo(ride, SAM)).toBe('done');

  expect(useToastStore.getState().newest?.action).toMatchObject({ seconds: UNDO_MS / 1_000 });
});

test('an assignment that is sent again after a colleague’s note is reported without an Undo', async () => {
  const replies: ApiReplies = { [ASSIGN]: [504, {}] };
  const calls = await answerApi(replies);
  offer('Sam has the ride before');
  expect(await assignTo(ride, SAM)).toBe('refused');
  replies[ASSIGN] = [200, buildNoted(assigned)];

  expect(await assignTo(ride, SAM)).toBe('done');

  expect(newestToast()?.[0]).toBe('Sam Ortega has the ride');
  expect(useToastStore.getState().newest?.action).toBeUndefined();
  undoLast();
  await callsArrived();
  expect(calls.map(({ call }) => call)).toEqual([ASSIGN, ASSIGN]);
});

test('an Undo after its time limit says that it is too late and sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await answerApi({});
  offer('Sam has the ride');
  vi.setSystemTime(Date.now() + UNDO_MS);

  undoLast();

  expect(newestToast()).toEqual(['Not undone', 'It is too late to undo.']);
  useToastStore.setState({ newest: null });
  undoLast();
  expect(newestToast()).toBeNull();
  await callsArrived();
  expect(calls).toEqual([]);
});

const UNDO = `POST /api/ops/rides/${ride.id}/undo`;

/** Presses the button of the newest toast. */
function pressUndo(): void {
  const action = useToastStore.getState().newest?.action;
  if (!action || !('onPress' in action)) throw new Error('There is no button.');
  expect(action).toMatchObject({ label: 'Undo', key: 'Z' });
  useToastStore.setState({ newest: null });
  action.onPress();
}

test('an Undo that the server did not answer is offered again', async () => {
  const replies: ApiReplies = { [UNDO]: [503, {}] };
  const calls = await answerApi(replies);
  offer('Sam has the ride');
  pressUndo();
  await expect.poll(newestToast).toEqual(['Not undone', 'The server didn’t answer. Please try again.']);

  replies[UNDO] = [200, { ...ride, version: assigned.version + 1 }];
  pressUndo();

  await expect.poll(newestToast).toEqual(['Undone', 'The ride is as it was.']);
  expect(sent(calls, UNDO)).toEqual([{ version: assigned.version }, { version: assigned.version }]);
});

test('an Undo without an answer is not offered again after its time limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await answerApi({
    [UNDO]: () => {
      vi.setSystemTime(Date.now() + UNDO_MS);
      return [503, {}];
    },
  });
  offer('Sam has the ride');
  pressUndo();
  await expect.poll(() => newestToast()?.[0]).toBe('Not undone');
  expect(useToastStore.getState().newest?.action).toBeUndefined();
});

test('an Undo that fails after the next command does not take the place of that command’s Undo', async () => {
  const reply = deferred<readonly [number, unknown]>();
  const calls = await answerApi({ [UNDO]: () => reply.promise });
  const newer = buildAssigned(buildStaffRide(), SAM);
  offer('Sam has the ride');
  pressUndo();
  offer('Sam has the other ride', newer);
  reply.resolve([503, {}]);
  await expect.poll(() => newestToast()?.[0]).toBe('Not undone');

  undoLast();

  await expect.poll(() => calls.at(-1)?.call).toBe(`POST /api/ops/rides/${newer.id}/undo`);
});

test('an Undo that the server refused is not offered again', async () => {
  const message = 'Undone by Kim Doe a moment ago; the board is up to date.';
  const calls = await answerApi({ [UNDO]: [409, { code: 'RIDE_CHANGED', message }] });
  offer('Sam has the ride');
  pressUndo();

  await expect.poll(newestToast).toEqual(['Not undone', message]);
  expect(useToastStore.getState().newest?.action).toBeUndefined();
  undoLast();
  await callsArrived();
  expect(sent(calls, UNDO)).toHaveLength(1);
});
