import clsx from 'clsx';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type FirstStep, listFirstSteps } from '#common/ops/ops-api.ts';
import { type OpsPage, opsPagesOf } from '#common/ops/ops-pages.ts';
import type { StaffRole } from '#common/users/user.ts';
import { STATE_PANEL } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { call } from '#web/lib/call.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { OpsHeader } from '../ops-header.tsx';
import { STEP_TEXTS, type StepTexts } from './step-texts.ts';

/** Loads the first steps. @throws ApiError */
export const loadFirstSteps = (signal: AbortSignal) => call(listFirstSteps, {}, { signal });

/**
 * Setup steps of a new installation; the server detects which are done. Once all are, links to the other
 * pages instead.
 */
export function FirstSteps({ role }: { role: StaffRole }) {
  const { state, reload } = useLoaded(loadFirstSteps);
  const steps = state.phase === 'loaded' ? state.value : [];
  const left = steps.filter(({ isDone }) => !isDone).length;
  const isAllSet = state.phase === 'loaded' && left === 0;

  return (
    <>
      <OpsHeader title="First steps" note={left > 0 && `${steps.length - left} of ${steps.length} done`} />
      {state.phase === 'loading' && <LoadingLine label="Loading the first steps..." className="mt-4" />}
      {state.phase === 'failed' && (
        <FailedState
          title="We couldn’t load the first steps"
          text={messageOf(state.error)}
          onRetry={reload}
        />
      )}
      {isAllSet && <AllSet role={role} />}
      {left > 0 && <StepList steps={steps} role={role} />}
    </>
  );
}

interface StepListProps {
  steps: readonly FirstStep[];
  role: StaffRole;
}

/** The steps in order, with those done checked. */
export const StepList = ({ steps, role }: StepListProps) => (
  <ol aria-label="First steps" className="max-w-[720px] pb-8">
    {steps.map((step, index) => (
      <Step
        key={step.id}
        step={step}
        words={STEP_TEXTS[step.id]}
        isLast={index === steps.length - 1}
        isOpen={role === 'admin' || !STEP_TEXTS[step.id].isForAdmins}
      />
    ))}
  </ol>
);

interface StepProps {
  step: FirstStep;
  words: StepTexts;
  isLast: boolean;
  /** Whether the user may open the page on which the step is done. */
  isOpen: boolean;
}

const Step = ({ step: { isDone }, words: { title, text, link }, isLast, isOpen }: StepProps) => (
  <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-4">
    <span aria-hidden className="flex flex-col items-center">
      <span
        className={clsx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-gold text-[#15130f]' : 'border-2 border-control',
        )}
      >
        {isDone && <Check size={16} strokeWidth={2.5} />}
      </span>
      {!isLast && (
        <RouteLine
          size="half"
          direction="vertical"
          start="none"
          end="none"
          className="min-h-4 flex-1 py-1"
          lineClassName={isDone ? undefined : 'text-line!'}
        />
      )}
    </span>
    <div className="pb-6">
      <h2 className={clsx('text-16 font-semibold leading-7', isDone && 'text-ink-2')}>
        {title}
        {isDone && <span className="ml-2 text-14 font-normal text-ok">Done</span>}
      </h2>
      {!isDone && (
        <>
          <p className="mt-0.5 text-14 text-ink-2">{text}</p>
          {isOpen && <StepLink {...link} />}
        </>
      )}
    </div>
  </li>
);

const LINK = 'inline-flex min-h-11 items-center text-14 font-semibold text-gold-ink hover:underline';

const StepLink = ({ to, label }: StepTexts['link']) =>
  to.startsWith('/') ? (
    <Link to={to} className={LINK}>
      {label}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" className={LINK}>
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );

/** Shown once all steps are done. */
function AllSet({ role }: { role: StaffRole }) {
  const isOther = ({ path }: OpsPage) => path !== '/ops/first-steps';
  const pages = opsPagesOf(role).filter(isOther);
  return (
    <div className={STATE_PANEL}>
      <RouteLine className="mb-6 w-45" />
      <h2 className="display text-28">All set</h2>
      <p className="mt-2 text-ink-2">Marquee can take rides, and someone can drive them.</p>
      {pages.length > 0 && (
        <ul className="mt-6 flex flex-wrap justify-center gap-x-6">
          {pages.map(({ path, label }) => (
            <li key={path}>
              <Link to={path} className={`${LINK} text-16!`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
