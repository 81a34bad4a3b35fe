import { AppError } from '#common/errors.ts';
import type { Line } from '../acts.ts';
import { clockTime } from '../clock-time.ts';
import type { Chronicle } from './chronicle.ts';
import { describeError, isExpected } from './describe-error.ts';
import type { Installation } from './installation.ts';
import { performAct } from './perform-act.ts';
import { type BookedRide, NothingToDo } from './performance.ts';
import type { Death, TaskResult } from './scheduler.ts';
import { world } from './the-world.ts';

/** An action on a ride, at its time in the story. */
type RideLine = Extract<Line, { ride: number }>;

/** A client repeats a request this long after the server died at it. */
const REPEAT_MS = 3_000;

/** Performs an action, and again if its server dies at it or its reply is lost. Logs what came of it. */
export function playLine(line: RideLine, installation: Installation, chronicle: Chronicle): void {
  const { clock } = world();
  const { death = null, repeatMs } = line;
  send(line, death, { installation, chronicle });
  if (repeatMs === undefined) return;
  clock.at(clock.now() + repeatMs, () => send(line, null, { installation, chronicle }));
}

function send(
  line: RideLine,
  death: Death | null,
  { installation, chronicle }: { installation: Installation; chronicle: Chronicle },
): void {
  const { clock, scheduler } = world();
  const { people, stripe } = installation;
  const { ride, isBack = false } = line;
  const label = `ride ${ride}${isBack ? ', way back' : ''}: ${describeAct(line)}`;
  const performance = {
    people,
    booked: chronicle.booked.get(`${ride} ${isBack ? 'back' : 'there'}`),
    keep: (of: 'there' | 'back', what: BookedRide) => chronicle.booked.set(`${ride} ${of}`, what),
    disputeOver: stripe.disputeOver,
    idempotencyKey: `${ride} ${line.act} ${line.at}`,
  };
  scheduler
    .start({ label, death }, () => performAct(line, performance))
    .then((result) => {
      chronicle.add(`${label}: ${outcomeOf(result)}`);
      if (result.state === 'died') {
        clock.at(clock.now() + REPEAT_MS, () => send(line, null, { installation, chronicle }));
      }
      if (result.state === 'failed' && !isExpected(result.error)) {
        chronicle.fail({ kind: 'error', text: `${label}: ${describeError(result.error)}` });
      }
    });
}

function outcomeOf(result: TaskResult): string {
  if (result.state === 'done') return String(result.value);
  if (result.state === 'died') return 'the server dies; it is sent again';
  const { error } = result;
  if (error instanceof AppError) return `refused: ${error.code} (${error.message})`;
  return error instanceof NothingToDo ? `nothing to do: ${error.message}` : describeError(error);
}

const UNTOLD = new Set(['act', 'at', 'ride', 'isBack', 'death', 'repeatMs']);

function describeAct(line: RideLine): string {
  const details = Object.entries(line)
    .filter(([name, value]) => !UNTOLD.has(name) && value !== null)
    .map(([name, value]) => `${name} ${name.endsWith('At') ? clockTime(Number(value)) : value}`);
  return details.length > 0 ? `${line.act} (${details.join(', ')})` : line.act;
}
