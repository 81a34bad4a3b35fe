import { serverNow } from '#web/lib/server-clock.ts';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import { invalidTime, type Refusal } from '../check-draft.ts';
import { type Draft, wantsReturn } from '../draft.ts';

/** The way back is a chunk of its own, which only a booking point to point needs. */
const loadReturnTrip = () => import('./return-trip.tsx');

/** The code of the way back once it is loaded, which is where it is wanted. The form works without it. */
export const useReturnTrip = (isWanted: boolean) => useLazyImport(loadReturnTrip, isWanted);

/** Why a form with a way back is not sent. Where the code does not load, the server tells it. */
export async function checkWayBack(draft: Draft): Promise<Refusal | null> {
  if (!wantsReturn(draft)) return null;
  const now = serverNow();
  const code = await loadReturnTrip().catch(() => null);
  const problem = code?.returnProblem(draft, now);
  return problem ? invalidTime(problem, draft.returnDate, ['returnDate', 'returnTime'], now) : null;
}
