import { expect, onTestFinished, test, vi } from 'vitest';
import { UNDO_MS } from '#common/rides/dispatch-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { offerUndo, undoLast } from './dispatch-actions.ts';

const newestToast = () => {
  const { newest } = useToastStore.getState();
  return newest && [newest.title, newest.description];
};

test('an Undo after its time limit says that it is too late and sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await answerApi({});
  offerUndo('Sam has the ride', buildStaffRide());
  vi.setSystemTime(Date.now() + UNDO_MS);

  undoLast();

  expect(newestToast()).toEqual(['Not undone', 'It is too late to undo.']);
  useToastStore.setState({ newest: null });
  undoLast();
  expect(newestToast()).toBeNull();
  expect(calls).toEqual([]);
});
